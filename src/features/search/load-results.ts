import type { Db } from "../../platform/db/connect.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { ReturnStatus } from "../../platform/db/tables/returns.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { SearchResult } from "./schema.ts";

export type Found = { type: SearchResult["type"]; id: string };

/** The customer on an order is null when the order is large. */
export type FoundOrder = { name: string; createdAt: string; customer: OrderBody["customer"] | null };
export type FoundReturn = FoundOrder & { number: number; status: ReturnStatus };
export type FoundCustomer = Record<"email" | "phoneNumber" | "firstName" | "lastName", string | null>;

export type FoundWithdrawal = { number: number; order: string; name: string; createdAt: string };

export type Loaded = {
  order: Map<string, FoundOrder>;
  return: Map<string, FoundReturn>;
  customer: Map<string, FoundCustomer>;
  withdrawal: Map<string, FoundWithdrawal>;
};

/** Returns what results show of the objects, read by one statement. Deleted objects are left out. */
export async function loadResults(db: Db, storeId: string, found: Found[]): Promise<Loaded> {
  const idsOf = (type: Found["type"]) => found.flatMap((each) => (each.type === type ? [each.id] : []));
  const loaded: Loaded = { order: new Map(), return: new Map(), customer: new Map(), withdrawal: new Map() };
  if (found.length === 0) return loaded;
  const rows = await load(
    db,
    storeId,
    idsOf("order"),
    idsOf("return"),
    idsOf("customer"),
    idsOf("withdrawal"),
  );
  for (const { type, id, object } of rows) (loaded[type] as Map<string, typeof object>).set(id, object);
  return loaded;
}

/** The stored size up to which an order is read for its name and its customer; few are larger, and they take long. */
const MAX_READ_BYTES = 8_192;
const ORDER_COLUMNS = `coalesce(case when pg_column_size(body) <= ${MAX_READ_BYTES} then body ->> 'orderName' end, external_id) as name,
  case when pg_column_size(body) <= ${MAX_READ_BYTES} then body -> 'customer' end as customer`;
const DAY = "to_char(created_at, 'YYYY-MM-DD') as \"createdAt\"";

const ORDERS = eachOf("$2", `select id, ${ORDER_COLUMNS}, ${DAY} from orders`);
const RETURNS = `select found.id, number, status, found."createdAt", ordered.*
  from (${eachOf("$3", `select id, number, status, order_id, ${DAY} from returns`)}) as found
  cross join lateral (select ${ORDER_COLUMNS} from orders where store_id = $1 and id = found.order_id limit 1) as ordered`;
const CUSTOMERS = eachOf(
  "$4",
  `select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName" from customers`,
);

const WITHDRAWALS = eachOf("$5", `select id, number, order_name as "order", name, ${DAY} from withdrawals`);

const load = preparedByKey<{
  type: Found["type"];
  id: string;
  object: FoundOrder | FoundReturn | FoundCustomer | FoundWithdrawal;
}>(
  "search_results",
  Object.entries({ order: ORDERS, return: RETURNS, customer: CUSTOMERS, withdrawal: WITHDRAWALS })
    .map(
      ([type, rows]) =>
        `select '${type}' as type, id, row_to_json(object) as object from (${rows}) as object`,
    )
    .join(" union all "),
);

/**
 * Looks each id up by the whole key: without statistics, other indexes that have the store and the id seem as
 * good for several ids, and the whole store would be read.
 */
function eachOf(ids: string, select: string): string {
  return `select object.* from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (${select} where store_id = $1 and id = wanted.id limit 1) as object`;
}
