import { type Ctx, inTransaction } from "../../ctx.ts";
import { planByKey } from "../../db/prepared.ts";
import type { ScopedCaller } from "../../http/request-context.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { summarizeDeliveries } from "./deliveries.ts";
import { countEvents, countRejections } from "./events.ts";
import { summarizeReturns } from "./returns.ts";
import { PERIODS, type Period, type Summary } from "./schema.ts";

/**
 * Returns the numbers of a period that ends now, those that the caller's scopes include. They are counted from the
 * rows themselves, up to a bound, and never from sums that could differ: docs/decisions/summary.md.
 */
export function summarize(ctx: Ctx, { storeId, scopes }: ScopedCaller, period: Period): Promise<Summary> {
  const until = ctx.now();
  const { hours, intervals } = PERIODS[period];
  const since = new Date(until.getTime() - hours * intervals * HOUR_MS);
  return inTransaction(ctx, async (tx) => {
    await planByKey(tx.db);
    const range = { storeId, since };
    return {
      since: since.toISOString(),
      until: until.toISOString(),
      ...(scopes.includes("returns_read") && { returns: await summarizeReturns(tx, range, period) }),
      ...(scopes.includes("customers_read") && { events: await countEvents(tx, range, until) }),
      ...(scopes.includes("customer_events_write") && { rejections: await countRejections(tx, range) }),
      ...(scopes.includes("webhooks_read") && { deliveries: await summarizeDeliveries(tx, range) }),
    };
  });
}
