import type { Ctx } from "../ctx.ts";
import type { Posted, PostRequest } from "../net/post.ts";
import { type Lease, leaseMs, type NextEvent, nowOf } from "./leases.ts";
import { createPayloadLoader } from "./load-payloads.ts";
import type { Attempt } from "./record-attempts.ts";
import { pauseAfter } from "./retry.ts";
import { contentOf, signatureOf, signingKey } from "./sign.ts";

/**
 * Sends one event once, and says what came of it in one line of the log; undefined when it could not begin as long as the
 * lease allows it.
 */
export type Deliver = (lease: Lease, head: NextEvent, begin: () => void) => Promise<Attempt | undefined>;

/** How many opened tokens and keys are kept, so that not every attempt has to open them. */
const MOST_KEPT = 10_000;

export function createDeliver(ctx: Ctx): Deliver {
  const withBody = createPayloadLoader(ctx);
  const tokens = kept((sealed) => ctx.encryption.decrypt(sealed));
  const keys = kept(async (sealed) => signingKey(await ctx.encryption.decrypt(sealed)));

  async function requestOf(head: NextEvent, body: string, at: Date): Promise<Omit<PostRequest, "timeoutMs">> {
    const { id, seq, url, token, signingSecret, previousSigningSecret, requestId } = head;
    const timestamp = Math.floor(at.getTime() / 1_000);
    const content = contentOf({ id, timestamp, payload: body });
    const secrets = previousSigningSecret ? [signingSecret, previousSigningSecret] : [signingSecret];
    const signing = await Promise.all(secrets.map(keys));
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Aftersale",
      "x-request-id": requestId,
      ...(token !== null && { Authorization: `Bearer ${await tokens(token)}` }),
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": await signatureOf(signing, content),
      "webhook-sequence": String(seq),
    };
    return { url, headers, body: content.payload };
  }

  async function post(
    by: string,
    head: NextEvent,
    { body, at }: { body: string; at: Date },
  ): Promise<Posted> {
    const request = await requestOf(head, body, at).catch((error: unknown) => {
      ctx.log.error({ err: error, deliveryId: head.id }, "a delivery can't be signed");
    });
    if (!request) return { error: "the token or the signing secret was sealed under another ENCRYPTION_KEY" };
    return ctx.post({ ...request, by, timeoutMs: ctx.config.webhookTimeoutMs });
  }

  return (lease, head, begin) =>
    withBody(lease, head, async (body) => {
      // Too late: by the end of an attempt another could have the lease. It is renewed first.
      if (performance.now() > lease.askedAt + leaseMs(ctx) - ctx.config.webhookTimeoutMs) return undefined;
      begin();
      const at = nowOf(lease);
      const beganAt = performance.now();
      const posted = await post(lease.storeId, head, { body, at });
      const durationMs = Math.round(performance.now() - beganAt);
      const attempt = { at, durationMs, ...judge(ctx, head, { posted, now: nowOf(lease) }) };
      report(ctx, lease, head, attempt);
      return attempt;
    });
}

function judge(
  ctx: Ctx,
  { tries }: NextEvent,
  { posted, now }: { posted: Posted; now: Date },
): Omit<Attempt, "at" | "durationMs"> {
  const { webhookRetrySchedule: schedule } = ctx.config;
  const [firstPauseMs = 0] = schedule;
  const { status = null } = posted;
  // What others put into it must be text that can be kept.
  const error = posted.error?.toWellFormed().replaceAll("\0", "\ufffd") ?? null;
  const { answer = null, retryAfter } = "answer" in posted ? posted : {};
  const fact = { status, error, answer: answer === "" ? null : answer };
  if (status !== null && status >= 200 && status < 300) {
    return { ...fact, outcome: "delivered", pauseMs: firstPauseMs };
  }
  const failed = { tries: tries + 1, retryAfter, now, random: Math.random() };
  const pauseMs = pauseAfter(schedule, failed);
  if (pauseMs === undefined) return { ...fact, outcome: "discarded", pauseMs: firstPauseMs };
  return { ...fact, outcome: "waiting", pauseMs };
}

/** A discarded event is an error: it is not sent again unless someone asks for it. */
const LEVELS = { delivered: "info", waiting: "warn", discarded: "error" } as const;

/** The request that changed the return can be followed from its own line of the log to here, and to the receiver. */
function report(ctx: Ctx, { storeId, webhookId, returnId }: Lease, head: NextEvent, attempt: Attempt): void {
  const { outcome, status, error, durationMs, pauseMs } = attempt;
  ctx.metrics.webhookAttempted(outcome, durationMs / 1_000);
  const level = LEVELS[outcome];
  if (!ctx.log.isLevelEnabled(level)) return;
  ctx.log[level](
    {
      requestId: head.requestId,
      ...{ storeId, webhookId, returnId },
      deliveryId: head.id,
      sequence: head.seq,
      attempt: head.attempts + 1,
      // The rest of the address may hold what only its owner should know.
      host: new URL(head.url).host,
      outcome,
      status,
      durationMs,
      ...(error !== null && { error }),
      ...(outcome === "waiting" && { againInMs: pauseMs }),
    },
    "webhook attempted",
  );
}

function kept<Value>(open: (sealed: string) => Promise<Value>): (sealed: string) => Promise<Value> {
  const values = new Map<string, Promise<Value>>();
  return (sealed) => {
    const known = values.get(sealed);
    if (known) return known;
    const value = open(sealed);
    if (values.size >= MOST_KEPT) values.clear();
    values.set(sealed, value);
    value.catch(() => values.delete(sealed));
    return value;
  };
}
