import { and, eq } from "drizzle-orm";
import { createLimiter } from "../../lib/limiter.ts";
import { storableText } from "../../lib/text.ts";
import { webhookPayloads } from "../../platform/db/tables/webhooks.ts";
import type { PostResult } from "../../platform/net/post.ts";
import { tracePost } from "../../platform/net/trace-post.ts";
import { recorder, type TraceHeaders, type Tracing } from "../../platform/tracing/tracing.ts";
import type { Ctx } from "../ctx.ts";
import { type Lease, leaseMs, type NextEvent, nowOf } from "./leases.ts";
import type { Attempt } from "./record-attempts.ts";
import { pauseAfter } from "./retry.ts";
import { createSignedRequests } from "./sign.ts";
import type { Deliver } from "./transport.ts";

/** Calls `send` with the payload of an event; returns undefined when memory for it was not free in time. */
type WithPayload = <Result>(
  lease: Lease,
  event: NextEvent,
  send: (body: string) => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** How many bytes of separately read payloads may be in memory at a time, in total and per store. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_PER_STORE = 32 * 1024 * 1024;
const MEMORY_TIMEOUT_MS = 2_000;

/**
 * The headers of a receiver's response that are stored: what its servers say of themselves and of the request. Any other may
 * hold a cookie, an address or a person.
 */
const KEPT_HEADERS = [
  ...["content-type", "content-length", "date", "server", "via", "retry-after", "allow", "www-authenticate"],
  ...["x-request-id", "cf-ray", "x-amzn-requestid"],
];
const MAX_HEADER_CHARACTERS = 200;

/** Returns the function that makes one attempt. */
export function createDeliver(ctx: Ctx): Deliver<NextEvent> {
  const withPayload = createPayloadLoader(ctx);
  const requestOf = createSignedRequests(ctx.encryption);

  async function post(
    storeId: string,
    event: NextEvent,
    { body, at, trace }: { body: string; at: Date; trace: TraceHeaders | undefined },
  ): Promise<PostResult> {
    const request = await requestOf(event, body, at).catch((error: unknown) => {
      ctx.log.error({ err: error, deliveryId: event.id }, "can't sign a delivery");
    });
    if (!request)
      return { error: "the token or the signing secret is encrypted with another ENCRYPTION_KEY" };
    const headers = { ...request.headers, ...trace };
    return ctx.post({ ...request, headers, owner: storeId, timeoutMs: ctx.config.webhookTimeoutMs });
  }

  return (lease, event, begin) =>
    withPayload(lease, event, async (body) => {
      // The lease could lapse before the attempt ends: the caller renews it first.
      if (performance.now() > lease.requestedAt + leaseMs(ctx) - ctx.config.webhookTimeoutMs)
        return undefined;
      begin();
      const at = nowOf(lease);
      const startedAt = performance.now();
      const send = (trace?: TraceHeaders) => post(lease.storeId, event, { body, at, trace });
      const posted = await (recorder ? traceAttempt(recorder, lease, event, send) : send());
      const durationMs = Math.round(performance.now() - startedAt);
      const attempt = { at, durationMs, ...outcomeOf(ctx, event, { posted, now: nowOf(lease) }) };
      logAttempt(ctx, lease, event, attempt);
      return attempt;
    });
}

function outcomeOf(
  ctx: Ctx,
  { tries }: NextEvent,
  { posted, now }: { posted: PostResult; now: Date },
): Omit<Attempt, "at" | "durationMs"> {
  const { webhookRetrySchedule: schedule } = ctx.config;
  const [firstPauseMs = 0] = schedule;
  const { status = null } = posted;
  // Postgres stores neither lone surrogates nor NUL.
  const error = posted.error?.toWellFormed().replaceAll("\0", "\ufffd") ?? null;
  const { responseBody = null, retryAfter } = "responseBody" in posted ? posted : {};
  const response = {
    ...{ status, error, answer: responseBody === "" ? null : responseBody },
    answerHeaders: keptHeaders(posted.error === undefined ? posted.headers : undefined),
  };
  if (status !== null && status >= 200 && status < 300) {
    return { ...response, outcome: "delivered", pauseMs: firstPauseMs };
  }
  const failed = { tries: tries + 1, retryAfter, now, random: Math.random() };
  const pauseMs = pauseAfter(schedule, failed);
  if (pauseMs === undefined) return { ...response, outcome: "discarded", pauseMs: firstPauseMs };
  return { ...response, outcome: "waiting", pauseMs };
}

/** A discarded event is an error: it is sent again only on request. */
const LEVELS = { delivered: "info", waiting: "warn", discarded: "error" } as const;

/** The request id leads from the request that changed the return to this line and to the receiver. */
function logAttempt(
  ctx: Ctx,
  { storeId, webhookId, returnId }: Lease,
  event: NextEvent,
  attempt: Attempt,
): void {
  const { outcome, status, error, durationMs, pauseMs } = attempt;
  ctx.metrics.webhookAttempted(outcome, durationMs / 1_000);
  const level = LEVELS[outcome];
  if (!ctx.log.isLevelEnabled(level)) return;
  ctx.log[level](
    {
      requestId: event.requestId,
      ...{ storeId, webhookId, returnId },
      deliveryId: event.id,
      sequence: event.seq,
      attempt: event.attempts + 1,
      // The rest of the URL may be confidential.
      host: new URL(event.url).host,
      outcome,
      status,
      durationMs,
      ...(error !== null && { error }),
      ...(outcome === "waiting" && { againInMs: pauseMs }),
    },
    "webhook attempted",
  );
}

/**
 * Returns a loader that reads large payloads only when they are sent, and limits how many bytes of them are
 * in memory.
 */
function createPayloadLoader(ctx: Ctx): WithPayload {
  const memory = createLimiter({
    total: MAX_BYTES,
    perOwner: MAX_BYTES_PER_STORE,
    waitMs: MEMORY_TIMEOUT_MS,
  });
  return async ({ storeId }, { body, bodyBytes, payloadId }, send) => {
    if (body !== null) return send(body);
    const release = await memory.take(storeId, { weight: bodyBytes });
    if (!release) return undefined;
    try {
      const payload = await readBody(ctx, storeId, payloadId);
      return payload === undefined ? undefined : await send(payload);
    } finally {
      release();
    }
  };
}

async function readBody(ctx: Ctx, storeId: string, id: string): Promise<string | undefined> {
  const ofPayload = and(eq(webhookPayloads.storeId, storeId), eq(webhookPayloads.id, id));
  try {
    const [row] = await ctx.db.select({ body: webhookPayloads.body }).from(webhookPayloads).where(ofPayload);
    return row?.body;
  } catch (error) {
    ctx.log.warn({ err: error }, "can't read a payload yet");
    return undefined;
  }
}

/**
 * Makes an attempt within a span of the trace that has changed the return. `post` gets the span as headers, which the
 * receiver continues.
 */
function traceAttempt(
  recorder: Tracing,
  { webhookId, returnId }: Lease,
  { id, seq, attempts, url, traceparent, tracestate }: NextEvent,
  post: (trace: TraceHeaders) => Promise<PostResult>,
): Promise<PostResult> {
  const attributes = {
    "aftersale.webhook_id": webhookId,
    "aftersale.return_id": returnId,
    "aftersale.delivery_id": id,
    "aftersale.sequence": seq,
    "aftersale.attempt": attempts + 1,
  };
  const parent = { traceparent, tracestate };
  return tracePost(recorder, "webhook attempt", { url, attributes, parent }, (span) => post(span.headers));
}

/** Returns the headers that are stored of a response, as JSON; undefined without any. */
function keptHeaders(headers: Record<string, string> | undefined): string | undefined {
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = headers?.[name];
    return value ? [[name, storableText(value, MAX_HEADER_CHARACTERS)]] : [];
  });
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : undefined;
}
