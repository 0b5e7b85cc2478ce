import type { Db } from "../db/connect.ts";
import { preparedByKey } from "../db/prepared.ts";
import type { ReturnStatus } from "../db/tables/returns.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { SearchResult } from "./schema.ts";

export type Found = { type: SearchResult["type"]; id: string };

/** The customer on an order is null when the order is large. */
export type FoundOrder = { name: string; createdAt: string; customer: OrderBody["customer"] | null };
export type FoundReturn = FoundOrder & { number: string; status: ReturnStatus };
export type FoundCustomer = Record<"email" | "phoneNumber" | "firstName" | "lastName", string | null>;

export type Loaded = {
  order: Map<string, FoundOrder>;
  return: Map<string, FoundReturn>;
  customer: Map<string, FoundCustomer>;
};

/** Loads what the results show of the objects. Objects that are gone are left out. */
export async function loadResults(db: Db, storeId: string, found: Found[]): Promise<Loaded> {
  const load = async <Row extends { id: string }>(type: Found["type"], loadByIds: Load<Row>) => {
    const ids = found.flatMap((each) => (each.type === type ? [each.id] : []));
    const rows = ids.length > 0 ? await loadByIds(db, storeId, ids) : [];
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [orders, returns, customers] = await Promise.all([
    load("order", loadOrders),
    load("return", loadReturns),
    load("customer", loadCustomers),
  ]);
  return { order: orders, return: returns, customer: customers };
}

type Load<Row> = (db: Db, ...values: unknown[]) => Promise<Row[]>;

/** The stored size up to which an order is read for its customer; few are larger, and they take long. */
const MAX_READ_BYTES = 8_192;
const ORDER_COLUMNS = `external_id as name,
  case when pg_column_size(body) <= ${MAX_READ_BYTES} then body -> 'customer' end as customer`;
const DAY = "to_char(created_at, 'YYYY-MM-DD') as \"createdAt\"";

const loadOrders = preparedByKey<FoundOrder & { id: string }>(
  "search_orders",
  eachOf(`select id, ${ORDER_COLUMNS}, ${DAY} from orders`),
);

const loadReturns = preparedByKey<FoundReturn & { id: string }>(
  "search_returns",
  `select found.id, number, status, found."createdAt", ordered.*
   from (${eachOf(`select id, number, status, order_id, ${DAY} from returns`)}) as found
   cross join lateral (select ${ORDER_COLUMNS} from orders where store_id = $1 and id = found.order_id limit 1) as ordered`,
);

const loadCustomers = preparedByKey<FoundCustomer & { id: string }>(
  "search_customers",
  eachOf(`select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName"
    from customers`),
);

/**
 * Looks each id up by the whole key: without statistics, other indexes that have the store and the id seem as
 * good for several ids, and the whole store would be read.
 */
function eachOf(select: string): string {
  return `select object.* from unnest($2::text[]) as wanted (id)
    cross join lateral (${select} where store_id = $1 and id = wanted.id limit 1) as object`;
}
