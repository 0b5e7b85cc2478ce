import { type Ctx, inTransaction, planByKey } from "../../../core/ctx.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { HOUR_MS } from "../../../lib/duration.ts";
import { startsOfDays } from "../../../lib/local-days.ts";
import { readTimeZone } from "../../stores/read-time-zone.ts";
import { summarizeDeliveries } from "./deliveries.ts";
import { countEvents, countRejections } from "./events.ts";
import { countReturns, sumItems } from "./returns.ts";
import type { Period, Summary } from "./schema.ts";

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
  const starts = period === "24h" ? hoursUntil(until) : await daysUntil(ctx, storeId, until);
  const since = starts[0] ?? until;
  const range = { storeId, since };
  const read = <T>(part: (tx: Ctx) => Promise<T>) =>
    ctx.connectionLimiter.within(storeId, () => byKey(ctx, part));
  const [returns, items, rest] = await Promise.all([
    scopes.includes("returns_read") && read((tx) => countReturns(tx, range, starts)),
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

const HOURS = 24;
const DAYS = 30;

/** Returns when each of the last 24 hours begins. */
function hoursUntil(until: Date): Date[] {
  return Array.from({ length: HOURS }, (_, i) => new Date(until.getTime() - (HOURS - i) * HOUR_MS));
}

/** Returns when each of the store's last 30 days begins, today's included. */
async function daysUntil(ctx: Ctx, storeId: string, until: Date): Promise<Date[]> {
  const timeZone = await ctx.connectionLimiter.within(storeId, () => readTimeZone(ctx, storeId));
  return startsOfDays(until, DAYS, timeZone);
}

function byKey<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    return work(tx);
  });
}
