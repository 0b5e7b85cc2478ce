import type { Ctx } from "../../core/ctx.ts";
import { type Lease, nowOf } from "../../core/delivery/leases.ts";
import type { Attempt } from "../../core/delivery/record-attempts.ts";
import { pauseAfter } from "../../core/delivery/retry.ts";
import { contentOf, signatureOf, signingKey } from "../../core/delivery/sign.ts";
import type { Deliver } from "../../core/delivery/transport.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { money } from "../../lib/money.ts";
import { AMOUNT_DIFFERS } from "../returns/payouts/view.ts";
import { orderStreamOf } from "../returns/stock/write-entries.ts";
import { answerOf, type Received } from "./answer.ts";
import { askShop } from "./ask-shop.ts";
import {
  hostOf,
  type Integration,
  type NextPayout,
  PAYEE_AWAY,
  providerOf,
  SHOP_GONE,
} from "./next-payout.ts";
import { noteSent } from "./note-sent.ts";
import { inOrderTurn } from "./order-turn.ts";

/** How often a payout is asked for that is still unknown after the whole schedule. */
const LATER_MS = 6 * HOUR_MS;

const OUTCOMES = { paid: "delivered", refused: "discarded", unknown: "waiting" } as const;
const LEVELS = { paid: "info", refused: "warn", unknown: "warn" } as const;

/** Returns the function that asks a payee once for a payout, and a shop for nothing else of its order meanwhile. */
export function createSend(ctx: Ctx, leaseMs: number): Deliver<NextPayout> {
  const ask = createAsk(ctx, leaseMs);
  return (lease, payout, begin) => {
    const { connector, connectorId, orderId } = payout;
    const stream = connector && orderStreamOf(connector.kind, connectorId ?? "", orderId);
    if (!stream) return ask(lease, payout, begin);
    const until = lease.requestedAt + leaseMs - 2 * ctx.config.payoutTimeoutMs;
    return inOrderTurn(ctx, { storeId: lease.storeId, stream, until }, () => ask(lease, payout, begin));
  };
}

/** Returns the function that asks for a payout. Before, it notes that the payee is asked, by which bytes. */
function createAsk(ctx: Ctx, leaseMs: number): Deliver<NextPayout> {
  const { payoutTimeoutMs: timeoutMs, payoutRetrySchedule: schedule } = ctx.config;
  return async (lease, payout, begin) => {
    const { connector, integration } = payout;
    if (!connector && !integration) {
      begin();
      return withoutPayee(lease, payout);
    }
    const noted = await noteSent(ctx, lease, payout);
    // The lease could lapse before the attempt ends: the caller renews it first.
    if (!noted || performance.now() > lease.requestedAt + leaseMs - 2 * timeoutMs) return undefined;
    begin();
    const at = nowOf(lease);
    const startedAt = performance.now();
    const received: Received & { retryAfter?: string | undefined; order?: unknown } = connector
      ? await askShop(ctx, lease, { ...payout, connector })
      : await post(ctx, lease, { payout, integration, body: noted.request ?? "", at });
    const durationMs = Math.round(performance.now() - startedAt);
    const { status, error, retryAfter } = received;
    const said = answerOf(received, money(payout.amount, payout.currency));
    const failed = { tries: payout.tries + 1, retryAfter, now: nowOf(lease), random: Math.random() };
    const pauseMs =
      said.status !== "unknown"
        ? (schedule[0] ?? 0)
        : Math.max(pauseAfter(schedule, failed) ?? LATER_MS, connector ? timeoutMs : 0);
    const attempt = {
      ...{ at, durationMs, status, error, pauseMs, order: received.order },
      answer: received.body,
      outcome: OUTCOMES[said.status],
    };
    const differs = said.paidAmount !== null;
    ctx.metrics.payoutAttempted(differs ? AMOUNT_DIFFERS : said.status, durationMs / 1_000);
    ctx.log[differs ? "warn" : LEVELS[said.status]](
      {
        ...{
          requestId: payout.requestId,
          storeId: lease.storeId,
          returnId: lease.returnId,
          payoutId: payout.id,
        },
        ...{ payeeId: payout.payeeId, provider: providerOf(payout), host: hostOf(payout) },
        ...{ attempt: payout.attempts + 1, outcome: said.status, status, durationMs },
        ...(error !== null && { error }),
        ...(differs && { asked: payout.amount, paid: said.paidAmount }),
        ...(said.status === "unknown" && { againInMs: pauseMs }),
      },
      "payout asked for",
    );
    return attempt satisfies Attempt;
  };
}

/** Asks no one: what no shop was asked for is refused, so that a person pays it, and what a payee was asked for stays unknown. */
function withoutPayee(lease: Lease<NextPayout>, { wasAsked, isUnanswered }: NextPayout): Attempt {
  const none = { at: nowOf(lease), durationMs: 0, pauseMs: 0 };
  if (wasAsked) {
    const error = isUnanswered ? PAYEE_AWAY : SHOP_GONE.asked;
    return { ...none, status: null, error, answer: null, outcome: OUTCOMES.unknown };
  }
  const answer = JSON.stringify({ status: "refused", reason: SHOP_GONE.unasked });
  return { ...none, status: 200, error: null, answer, outcome: OUTCOMES.refused };
}

type Sending = { payout: NextPayout; integration: Integration; body: string; at: Date };

async function post(
  ctx: Ctx,
  { storeId }: Lease<NextPayout>,
  { payout, integration, body, at }: Sending,
): Promise<Received & { retryAfter?: string | undefined }> {
  const { key, requestId } = payout;
  const { url, token, secret, anyAddress } = integration;
  const decrypt = (encrypted: string | null) =>
    encrypted === null ? null : ctx.encryption.decrypt(encrypted);
  const decrypted = await Promise.all([decrypt(token), decrypt(secret)]).catch(() => undefined);
  if (!decrypted) {
    const error = "The integration's secrets are encrypted with another ENCRYPTION_KEY.";
    return { status: null, body: null, error };
  }
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
  const request = { url, anyAddress, headers, body: content.payload, owner: storeId, timeoutMs };
  const posted = await ctx.callIntegration(request);
  const { status = null, error = null } = posted;
  const { responseBody = null, retryAfter } = "responseBody" in posted ? posted : {};
  return { status, body: responseBody, error, retryAfter };
}
