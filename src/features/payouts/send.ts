import type { Ctx } from "../../core/ctx.ts";
import { type Lease, nowOf } from "../../core/delivery/leases.ts";
import type { Attempt } from "../../core/delivery/record-attempts.ts";
import { pauseAfter } from "../../core/delivery/retry.ts";
import { contentOf, signatureOf, signingKey } from "../../core/delivery/sign.ts";
import type { Deliver } from "../../core/delivery/transport.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { money } from "../../lib/money.ts";
import { NOW } from "../../platform/db/now.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import type { PostResult } from "../../platform/net/post.ts";
import { loadReturn } from "../returns/read/load.ts";
import { customerView } from "../returns/read/order-view.ts";
import { snapshotOf } from "../returns/read/view.ts";
import { answerOf } from "./answer.ts";
import type { NextPayout } from "./streams.ts";

/** How often a payout is asked for that is still unknown after the whole schedule. */
const LATER_MS = 6 * HOUR_MS;

const OUTCOMES = { paid: "delivered", refused: "discarded", unknown: "waiting" } as const;
const LEVELS = { paid: "info", refused: "warn", unknown: "warn" } as const;

/** Returns the function that asks a payee once for a payout. Before, it notes that the payee is asked, by which bytes. */
export function createSend(ctx: Ctx, leaseMs: number): Deliver<NextPayout> {
  const { payoutTimeoutMs: timeoutMs, payoutRetrySchedule: schedule } = ctx.config;
  return async (lease, payout, begin) => {
    const body = await noteSent(ctx, lease, payout);
    // The lease could lapse before the attempt ends: the caller renews it first.
    if (body === undefined || performance.now() > lease.requestedAt + leaseMs - timeoutMs) return undefined;
    begin();
    const at = nowOf(lease);
    const startedAt = performance.now();
    const posted = await post(ctx, lease, { payout, body, at });
    const durationMs = Math.round(performance.now() - startedAt);
    const { status = null, error = null } = posted;
    const { responseBody = null, retryAfter } = "responseBody" in posted ? posted : {};
    const said = answerOf({ status, body: responseBody, error }, money(payout.amount, payout.currency));
    const failed = { tries: payout.tries + 1, retryAfter, now: nowOf(lease), random: Math.random() };
    const pauseMs =
      said.status === "unknown" ? (pauseAfter(schedule, failed) ?? LATER_MS) : (schedule[0] ?? 0);
    const attempt = {
      at,
      durationMs,
      status,
      error,
      answer: responseBody,
      outcome: OUTCOMES[said.status],
      pauseMs,
    };
    ctx.metrics.payoutAttempted(said.status, durationMs / 1_000);
    ctx.log[LEVELS[said.status]](
      {
        ...{
          requestId: payout.requestId,
          storeId: lease.storeId,
          returnId: lease.returnId,
          payoutId: payout.id,
        },
        ...{ integrationId: payout.integrationId, provider: payout.provider, host: new URL(payout.url).host },
        ...{ attempt: payout.attempts + 1, outcome: said.status, status, durationMs },
        ...(error !== null && { error }),
        ...(said.status === "unknown" && { againInMs: pauseMs }),
      },
      "payout asked for",
    );
    return attempt satisfies Attempt;
  };
}

/**
 * Notes, under the lease, that the payee is asked for a payout, and returns the bytes that it gets: the same at each
 * attempt, whatever becomes of the return, because a payee may refuse another body with the same key. Undefined if the
 * payout was withdrawn or changed, or the lease is lost.
 */
async function noteSent(ctx: Ctx, lease: Lease<NextPayout>, payout: NextPayout): Promise<string | undefined> {
  const { storeId, returnId, fence } = lease;
  const { id, key, amount, integrationId } = payout;
  const request = payout.request ?? (await requestOf(ctx, lease, payout));
  const [noted] = await note(ctx.db, { storeId, returnId, fence, id, key, amount, integrationId, request });
  return noted?.request;
}

const note = preparedNamed<{ request: string }>(
  "payouts_note_sent",
  `update payouts set request = coalesce(payouts.request, $request), payer_id = $integrationId,
     sent_at = coalesce(sent_at, ${NOW})
   from payout_streams as stream
   where payouts.store_id = $storeId and payouts.id = $id and payouts.key = $key and payouts.amount = $amount::numeric
     and payouts.status in ('waiting', 'unknown') and not is_held
     and stream.store_id = $storeId and stream.return_id = $returnId and stream.fence = $fence::bigint
   returning payouts.request`,
);

async function requestOf(
  ctx: Ctx,
  { storeId, returnId }: Lease<NextPayout>,
  payout: NextPayout,
): Promise<string> {
  const record = await loadReturn(ctx, storeId, returnId);
  const { id: payoutId, type, amount, currency, customerId } = payout;
  const customer = { id: customerId, ...customerView(record.order.body) };
  const shown = snapshotOf(record, ctx.origin);
  return JSON.stringify({ type, payoutId, amount: money(amount, currency), ...shown, customer });
}

type Sending = { payout: NextPayout; body: string; at: Date };

async function post(
  ctx: Ctx,
  { storeId }: Lease<NextPayout>,
  { payout, body, at }: Sending,
): Promise<PostResult> {
  const { key, url, token, secret, anyAddress, requestId } = payout;
  const decrypt = (encrypted: string | null) =>
    encrypted === null ? null : ctx.encryption.decrypt(encrypted);
  const decrypted = await Promise.all([decrypt(token), decrypt(secret)]).catch(() => undefined);
  if (!decrypted) return { error: "The integration's secrets are encrypted with another ENCRYPTION_KEY." };
  const [bearer, signingSecret] = decrypted;
  const timestamp = Math.floor(at.getTime() / 1_000);
  const content = contentOf({ id: key, timestamp, payload: body });
  const keys = signingSecret === null ? [] : [signingKey(signingSecret)];
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Aftersale",
    "Idempotency-Key": key,
    "x-request-id": requestId,
    ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
    "webhook-id": key,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatureOf(keys, content),
  };
  const timeoutMs = ctx.config.payoutTimeoutMs;
  return ctx.callIntegration({ url, anyAddress, headers, body: content.payload, owner: storeId, timeoutMs });
}
