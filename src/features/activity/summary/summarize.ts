import { type Ctx, inTransaction, planByKey } from "../../../core/ctx.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { HOUR_MS } from "../../../lib/duration.ts";
import { summarizeDeliveries } from "./deliveries.ts";
import { countEvents, countRejections } from "./events.ts";
import { countReturns, sumItems } from "./returns.ts";
import { PERIODS, type Period, type Summary } from "./schema.ts";

/**
 * Returns the numbers of a period that ends now, those that the caller's scopes include. They are counted from
 * the rows themselves, up to a bound, and never from sums that could differ: docs/decisions/summary.md. The parts
 * are read at once, each on a connection of its store's share: what has to come from the disk is waited for side
 * by side. Throws 503 when the wait for a connection takes too long.
 */
export async function summarize(
  ctx: Ctx,
  { storeId, scopes }: ScopedCaller,
  period: Period,
): Promise<Summary> {
  const until = ctx.now();
  const { hours, intervals } = PERIODS[period];
  const since = new Date(until.getTime() - hours * intervals * HOUR_MS);
  const range = { storeId, since };
  const read = <T>(part: (tx: Ctx) => Promise<T>) =>
    ctx.connectionLimiter.within(storeId, () => byKey(ctx, part));
  const [returns, items, rest] = await Promise.all([
    scopes.includes("returns_read") && read((tx) => countReturns(tx, range, period)),
    scopes.includes("returns_read") && read((tx) => sumItems(tx, range)),
    read(async (tx) => ({
      ...(scopes.includes("customers_read") && { events: await countEvents(tx, range, until) }),
      ...(scopes.includes("customer_events_write") && { rejections: await countRejections(tx, range) }),
      ...(scopes.includes("webhooks_read") && { deliveries: await summarizeDeliveries(tx, range) }),
    })),
  ]);
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    ...(returns && items && { returns: { ...returns, ...items } }),
    ...rest,
  };
}

function byKey<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    return work(tx);
  });
}
