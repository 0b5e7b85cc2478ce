import { sql } from "drizzle-orm";
import { type Ctx, withCommit } from "../../../core/ctx.ts";
import { minorDigits, minorOf, moneyOf } from "../../../lib/money.ts";
import { ARRAY_PLANS } from "../../../platform/db/read-cancellable.ts";
import { REFUND_AMOUNT, type RefundKind, refundKind } from "../../returns/money/refund.ts";
import { PAID_NOTHING } from "../../returns/paid-nothing.ts";
import { STATUSES } from "../../returns/status.ts";
import { boundedCount, countedView, perInterval, type Range, within } from "./counted.ts";
import { MAX_COUNTED, MAX_COUNTED_PER_INTERVAL, MAX_REASONS, type ReturnsSummary } from "./schema.ts";

type Counts = Pick<ReturnsSummary, "byStatus" | "perInterval">;
type Sums = Omit<ReturnsSummary, keyof Counts>;

const CREATED = sql`created_at`;

/** Returns how many returns were created in a range: by status, and in each hour or day. */
export async function countReturns(ctx: Ctx, range: Range): Promise<Counts> {
  const made = sql`select from returns where store_id = ${range.storeId}`;
  const byStatus = STATUSES.map((status) =>
    boundedCount(sql`${made} and status = ${status} and ${within(CREATED, range)}`, MAX_COUNTED),
  );
  const { counts, viewOf } = perInterval(made, CREATED, { range, bound: MAX_COUNTED_PER_INTERVAL });
  const { rows } = await ctx.db.execute<{ byStatus: number[]; perInterval: number[] }>(sql`
    select array[${sql.join(byStatus, sql`, `)}] as "byStatus", ${counts} as "perInterval"`);
  const [counted] = rows;
  return {
    byStatus: STATUSES.map((status, i) => ({
      status,
      ...countedView(counted?.byStatus[i] ?? 0, MAX_COUNTED),
    })),
    perInterval: viewOf(counted?.perInterval),
  };
}

type Items = {
  returns: number;
  reasons: { reason: string; units: number }[];
  sums: { type: string; currency: string; amount: string }[];
};

/** What a unit of an exchange item costs, tax included. */
const PRICE_AND_TAX = sql`(coalesce((item #>> '{price,amount}')::numeric, (item #>> '{originalPrice,amount}')::numeric, 0)
  + case when item #>> '{price,tax}' ~ '^\\d+(\\.\\d+)?$' then (item #>> '{price,tax}')::numeric else 0 end)`;

/** What is said of the sums of a range with more returns than are summed up, when they would only be compared. */
export const NO_SUMS: Sums = {
  reasons: [],
  refunds: [],
  storeCredits: [],
  exchanges: [],
  isPartial: true,
};

/** Whether a range has more returns than are summed up. */
export function hasTooMany({ byStatus }: Counts): boolean {
  return byStatus.reduce((sum, { count }) => sum + count, 0) > MAX_COUNTED;
}

/**
 * Returns why the returns of a range came, and what is refunded.
 *
 * The arrays make Postgres read the items of all returns, and their orders, in the order of an index, without beginning
 * at its root for each. The amounts are those of the view of a return. Returns that have ended without anything, and
 * items that were rejected, are not refunded.
 */
export async function sumItems(ctx: Ctx, range: Range): Promise<Sums> {
  const { storeId } = range;
  withCommit(ctx, ctx.db.execute(sql`select ${ARRAY_PLANS}`));
  const { rows } = await ctx.db.execute<{ found: Items }>(sql`
    with recent as materialized (
      select id, order_id, ${sql.raw(PAID_NOTHING)} as is_unpaid,
        case when json_typeof(additions #> '{exchange,items}') = 'array' then additions #> '{exchange,items}' end as exchanged
      from returns
      where store_id = ${storeId} and ${within(CREATED, range)}
      order by created_at desc, id desc limit ${sql.raw(String(MAX_COUNTED + 1))}
    ),
    counted as materialized (select * from recent limit ${sql.raw(String(MAX_COUNTED))}),
    items as materialized (
      select item.reason, item.quantity, ${sql.raw(REFUND_AMOUNT)} as amount, item.order_id,
        coalesce(item.additions #>> '{refund,type}', item.compensation) as type,
        item.status = 'rejected' or counted.is_unpaid as is_unpaid,
        coalesce(json_array_length(exchanged) > 0, false) as is_exchanged
      from return_items as item join counted on counted.id = item.return_id
      where item.store_id = ${storeId} and item.return_id = any (array(select id from counted))
    ),
    refunds as (
      select order_id, type, amount from items where not is_unpaid and not (is_exchanged and type = 'exchange')
      union all
      select order_id, 'exchange', ${PRICE_AND_TAX} * greatest(floor(coalesce((item ->> 'quantity')::numeric, 1)), 1)
      from (
        select order_id, json_array_elements(exchanged) as item from counted where exchanged is not null and not is_unpaid
      ) as given
    ),
    amounts as (
      select type, currency, sum(amount) as amount from refunds join orders on orders.id = refunds.order_id
      where orders.store_id = ${storeId} and orders.id = any (array(select order_id from counted)) group by 1, 2
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
  const ofKind = (kind: RefundKind) => {
    const byCurrency = Map.groupBy(
      sums.filter(({ type }) => refundKind(type) === kind),
      ({ currency }) => currency,
    );
    return [...byCurrency].map(([currency, parts]) => {
      const digits = minorDigits(currency);
      return moneyOf(
        parts.reduce((sum, { amount }) => sum + minorOf(amount, digits), 0n),
        currency,
      );
    });
  };
  return {
    reasons,
    refunds: ofKind("refund"),
    storeCredits: ofKind("store_credit"),
    exchanges: ofKind("exchange"),
    isPartial: returns > MAX_COUNTED,
  };
}
