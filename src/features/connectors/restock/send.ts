import type { Ctx } from "../../../core/ctx.ts";
import { type Lease, nowOf } from "../../../core/delivery/leases.ts";
import type { Attempt } from "../../../core/delivery/record-attempts.ts";
import { pauseAfter } from "../../../core/delivery/retry.ts";
import type { Deliver } from "../../../core/delivery/transport.ts";
import { HOUR_MS } from "../../../lib/duration.ts";
import { ShopFailure } from "../call.ts";
import type { RestockAnswer } from "../effects.ts";
import { askOfShop } from "../open-shop.ts";
import type { NextRestock } from "./streams.ts";

/** How often a shop is asked for a change of which nothing is known after the whole schedule. */
const LATER_MS = 6 * HOUR_MS;

const OUTCOMES = { done: "delivered", refused: "discarded", unknown: "waiting" } as const;
const LEVELS = { done: "info", refused: "warn", unknown: "warn" } as const;

/** The reason of a change that takes back what the shop never had. */
const NOTHING_TO_TAKE_BACK = "The shop has refused the units that this takes back.";

/** Returns the function that asks a shop once for a change of its stock. */
export function createSend(ctx: Ctx, leaseMs: number): Deliver<NextRestock> {
  const { payoutTimeoutMs: timeoutMs, payoutRetrySchedule: schedule } = ctx.config;
  return async (lease, restock, begin) => {
    // The lease could lapse before the attempt ends: the caller renews it first.
    if (performance.now() > lease.requestedAt + leaseMs - 2 * timeoutMs) return undefined;
    begin();
    const at = nowOf(lease);
    const startedAt = performance.now();
    const { retryAfter, ...said } = await ask(ctx, lease, restock);
    const durationMs = Math.round(performance.now() - startedAt);
    const reason = said.status === "done" ? null : said.reason;
    const failed = { tries: restock.attempts + 1, retryAfter, now: nowOf(lease), random: Math.random() };
    const pauseMs =
      said.status === "unknown" ? Math.max(pauseAfter(schedule, failed) ?? LATER_MS, timeoutMs) : 0;
    ctx.metrics.restockAttempted(said.status, durationMs / 1_000);
    ctx.log[LEVELS[said.status]](
      {
        ...{ requestId: restock.requestId, storeId: lease.storeId, returnId: restock.returnId },
        ...{
          changeId: restock.id,
          shop: restock.connector.kind,
          host: new URL(restock.connector.origin).host,
        },
        ...{ attempt: restock.attempts + 1, outcome: said.status, durationMs },
        ...(reason !== null && { error: reason }),
        ...(said.status === "unknown" && { againInMs: pauseMs }),
      },
      "stock of a shop changed",
    );
    const outcome = OUTCOMES[said.status];
    return { at, durationMs, status: null, error: reason, answer: null, outcome, pauseMs } satisfies Attempt;
  };
}

async function ask(
  ctx: Ctx,
  { storeId }: Lease<NextRestock>,
  { id, wanted, units, unit, connector: connected }: NextRestock,
): Promise<RestockAnswer & { retryAfter?: string | undefined }> {
  // It refused to give back what it gets again.
  if (units === 0 && wanted > 0) return { status: "done" };
  if (units === 0) return { status: "refused", reason: NOTHING_TO_TAKE_BACK };
  const { connectorId: _, ...named } = unit;
  const asking = { storeId, connected, timeoutMs: ctx.config.payoutTimeoutMs };
  const answered = await askOfShop(ctx, asking, async ({ restock, title }, call) => {
    if (!restock) throw new ShopFailure(`This version of the service can't change the stock of ${title}.`);
    return restock(call, { id, units, ...named });
  });
  if ("result" in answered) return answered.result;
  const { error, retryAfter } = answered.failure;
  return { status: "unknown", reason: error, retryAfter };
}
