import type { PostRequest, PostResult } from "../../platform/net/post.ts";
import { recorder, type TraceHeaders } from "../../platform/tracing/tracing.ts";
import type { Ctx } from "../ctx.ts";
import { type Lease, leaseMs, type NextEvent, nowOf } from "./leases.ts";
import { createPayloadLoader } from "./load-payloads.ts";
import type { Attempt } from "./record-attempts.ts";
import { pauseAfter } from "./retry.ts";
import { contentOf, signatureOf, signingKey } from "./sign.ts";
import { traceAttempt } from "./trace-attempt.ts";

/**
 * Sends one event once and writes one line to the log. Returns undefined when the lease would lapse before
 * the attempt could end.
 */
export type Deliver = (lease: Lease, event: NextEvent, begin: () => void) => Promise<Attempt | undefined>;

/** How many decrypted tokens and imported keys are cached. */
const MAX_CACHED = 10_000;

/** Returns the function that makes one attempt, with a cache of tokens and keys. */
export function createDeliver(ctx: Ctx): Deliver {
  const withPayload = createPayloadLoader(ctx);
  const tokens = cached((encrypted) => ctx.encryption.decrypt(encrypted));
  const keys = cached(async (encrypted) => signingKey(await ctx.encryption.decrypt(encrypted)));

  async function buildRequest(
    event: NextEvent,
    body: string,
    at: Date,
  ): Promise<Omit<PostRequest, "timeoutMs">> {
    const { id, seq, url, token, signingSecret, previousSigningSecret, requestId } = event;
    const timestamp = Math.floor(at.getTime() / 1_000);
    const content = contentOf({ id, timestamp, payload: body });
    const secrets = previousSigningSecret ? [signingSecret, previousSigningSecret] : [signingSecret];
    const signingKeys = await Promise.all(secrets.map(keys));
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Aftersale",
      "x-request-id": requestId,
      ...(token !== null && { Authorization: `Bearer ${await tokens(token)}` }),
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf(signingKeys, content),
      "webhook-sequence": String(seq),
    };
    return { url, headers, body: content.payload };
  }

  async function post(
    storeId: string,
    event: NextEvent,
    { body, at, trace }: { body: string; at: Date; trace: TraceHeaders | undefined },
  ): Promise<PostResult> {
    const request = await buildRequest(event, body, at).catch((error: unknown) => {
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
  const response = { status, error, answer: responseBody === "" ? null : responseBody };
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

function cached<Value>(load: (encrypted: string) => Promise<Value>): (encrypted: string) => Promise<Value> {
  const cache = new Map<string, Promise<Value>>();
  return (encrypted) => {
    const existing = cache.get(encrypted);
    if (existing) return existing;
    const value = load(encrypted);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(encrypted, value);
    value.catch(() => cache.delete(encrypted));
    return value;
  };
}
