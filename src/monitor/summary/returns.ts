import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { HOUR_MS } from "../../lib/duration.ts";
import { decimal, money } from "../../lib/money.ts";
import { MAX_ITEMS } from "../../returns/schema.ts";
import { STATUSES, type Status } from "../../returns/status.ts";
import { boundedCount, countedView, instant, type Range } from "./counted.ts";
import {
  MAX_COUNTED,
  MAX_COUNTED_PER_INTERVAL,
  MAX_REASONS,
  PERIODS,
  type Period,
  type ReturnsSummary,
} from "./schema.ts";

type Counts = Pick<ReturnsSummary, "byStatus" | "perInterval">;
type Sums = Omit<ReturnsSummary, keyof Counts>;

/** Returns how many returns were created since a moment. */
export async function countReturns(ctx: Ctx, range: Range, period: Period): Promise<Counts> {
  return {
    byStatus: await countByStatus(ctx, range),
    perInterval: await countPerInterval(ctx, range, period),
  };
}

async function countByStatus(ctx: Ctx, { storeId, since }: Range): Promise<ReturnsSummary["byStatus"]> {
  const parts = STATUSES.map((status) => {
    const rows = sql`select from returns
      where store_id = ${storeId} and status = ${status} and created_at >= ${instant(since)}`;
    return sql`select ${status}::text as status, ${boundedCount(rows, MAX_COUNTED)} as count`;
  });
  const { rows } = await ctx.db.execute<{ status: Status; count: number }>(sql.join(parts, sql` union all `));
  return rows.map(({ status, count }) => ({ status, ...countedView(count, MAX_COUNTED) }));
}

async function countPerInterval(
  ctx: Ctx,
  { storeId, since }: Range,
  period: Period,
): Promise<ReturnsSummary["perInterval"]> {
  const { hours, intervals } = PERIODS[period];
  const startOf = (interval: number) => new Date(since.getTime() + interval * hours * HOUR_MS);
  const counts = Array.from({ length: intervals }, (_, i) => {
    const until = i === intervals - 1 ? sql`` : sql`and created_at < ${instant(startOf(i + 1))}`;
    const rows = sql`select from returns
      where store_id = ${storeId} and created_at >= ${instant(startOf(i))} ${until}`;
    return boundedCount(rows, MAX_COUNTED_PER_INTERVAL);
  });
  const { rows } = await ctx.db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  return (rows[0]?.counts ?? []).map((count, i) => ({
    since: startOf(i).toISOString(),
    ...countedView(count, MAX_COUNTED_PER_INTERVAL),
  }));
}

type Items = {
  returns: number;
  reasons: { reason: string; units: number }[];
  sums: { type: string; currency: string; amount: string }[];
};

/**
 * Returns why the returns since a moment came, and what is refunded.
 *
 * The limits make the planner look up the items of each return, and its order, instead of reading those of the
 * whole store. The refund of an item is what the merchant has set, else its value: as the view of a return has it. Returns and
 * items that were rejected or deleted are not refunded.
 */
export async function sumItems(ctx: Ctx, { storeId, since }: Range): Promise<Sums> {
  const { rows } = await ctx.db.execute<{ found: Items }>(sql`
    with recent as materialized (
      select id, order_id, status from returns
      where store_id = ${storeId} and created_at >= ${instant(since)}
      order by created_at desc, id desc limit ${sql.raw(String(MAX_COUNTED + 1))}
    ),
    items as materialized (
      select item.reason, item.quantity, item.value, item.compensation, item.additions -> 'refund' as refund,
        item.order_id, item.status = 'rejected' or recent.status in ('rejected', 'deleted') as is_unpaid
      from (select * from recent limit ${sql.raw(String(MAX_COUNTED))}) as recent cross join lateral (
        select * from return_items as item where item.store_id = ${storeId} and item.return_id = recent.id
        limit ${sql.raw(String(MAX_ITEMS))}
      ) as item
    ),
    amounts as (
      select coalesce(refund ->> 'type', compensation) as type, coalesce(refund #>> '{amount,currency}', orders.currency) as currency,
        sum(coalesce((refund #>> '{amount,amount}')::numeric, value)) as amount
      from items cross join lateral (
        select currency from orders where store_id = ${storeId} and orders.id = items.order_id limit 1
      ) as orders
      where not is_unpaid group by 1, 2
    ),
    reasons as (
      select reason, sum(quantity) as units from items group by reason order by units desc, reason
      limit ${sql.raw(String(MAX_REASONS))}
    )
    select json_build_object(
      'returns', (select count(*) from recent),
      'reasons', (select coalesce(json_agg(reasons), '[]') from reasons),
      'sums', (select coalesce(json_agg(json_build_object('type', type, 'currency', currency, 'amount', amount::text)
        order by currency), '[]') from amounts)
    ) as found`);
  const { returns = 0, reasons = [], sums = [] } = rows[0]?.found ?? {};
  const ofType = (type: string) =>
    sums.filter((sum) => sum.type === type).map(({ amount, currency }) => money(decimal(amount), currency));
  return {
    reasons,
    refunds: ofType("refund"),
    storeCredits: ofType("store_credit"),
    isPartial: returns > MAX_COUNTED,
  };
}
