import type { Ctx } from "../../../core/ctx.ts";
import { money } from "../../../lib/money.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { countedView } from "../summary/counted.ts";
import { type CustomerFigures, MAX_COUNTED_OF_CUSTOMER } from "./schema.ts";

type Row = {
  customerId: string;
  orders: number;
  spent: [currency: string, amount: string][];
  read: number;
  returns: number;
  returnedOrders: number;
};

/** Returns what customers of a store have ordered and returned, in the order of their ids. */
export async function readFigures(
  ctx: Ctx,
  storeId: string,
  customerIds: string[],
): Promise<CustomerFigures[]> {
  const rows = await read(ctx.db, storeId, [...new Set(customerIds)]);
  const byId = new Map(rows.map((row) => [row.customerId, row]));
  return customerIds.map((customerId) => {
    const { orders = 0, spent = [], read = 0, returns = 0, returnedOrders = 0 } = byId.get(customerId) ?? {};
    return {
      customerId,
      orders: countedView(orders, MAX_COUNTED_OF_CUSTOMER),
      spent: spent.map(([currency, amount]) => money(amount, currency)),
      returns: { count: returns, isAtLeast: read > MAX_COUNTED_OF_CUSTOMER },
      returnedOrders,
    };
  });
}

const MOST = MAX_COUNTED_OF_CUSTOMER;
const newestOf = (table: string, columns: string) => `
  select ${columns}, row_number() over (order by created_at desc, id desc) as place
  from (
    select * from ${table} where store_id = $1 and customer_id = wanted.id
    order by created_at desc, id desc limit ${MOST + 1}
  ) as ${table}`;

/** Reads at most 501 entries of an index for each customer, and their rows. */
const read = preparedByKey<Row>(
  "customer_figures",
  `select wanted.id as "customerId", ordered.orders, ordered.spent, returned.*
   from unnest($2::text[]) as wanted (id)
   cross join lateral (
     select coalesce(sum(orders), 0)::int as orders,
       coalesce(json_agg(json_build_array(currency, spent::text) order by currency)
         filter (where spent is not null), '[]') as spent
     from (
       select currency, count(*) as orders, sum(total) filter (where place <= ${MOST}) as spent
       from (${newestOf(
         "orders",
         "currency, case when body ->> 'cancelledAt' is null then (body ->> 'totalPrice')::numeric end as total",
       )}) as each
       group by currency
     ) as by_currency
   ) as ordered
   cross join lateral (
     select count(*)::int as read, count(*) filter (where is_given)::int as returns,
       count(distinct order_id) filter (where is_given)::int as "returnedOrders"
     from (
       select order_id, place <= ${MOST} and status not in ('rejected', 'deleted') as is_given
       from (${newestOf("returns", "order_id, status")}) as each
     ) as given
   ) as returned`,
);
