import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { returns } from "../../platform/db/tables/returns.ts";
import { meantOrdersSql } from "../orders/find.ts";
import { parseNumber } from "./numeric-ids.ts";

/** The parameters that identify a return. An empty string counts as absent. */
export type ReturnReference = {
  service_return_id?: string;
  order_name?: string;
  order_id?: string;
  /** The numeric id, from the path or the query. */
  id?: string;
};

export type FoundReturn = { id: string; number: number };

/**
 * Returns the requested return, or undefined. Uses only the first parameter that is present, in the order
 * `service_return_id`, `order_name`, `order_id`, `id`.
 */
export async function findReturn(
  ctx: Ctx,
  storeId: string,
  reference: ReturnReference,
): Promise<FoundReturn | undefined> {
  const { service_return_id, order_name, order_id, id } = reference;
  if (service_return_id) return find(ctx, storeId, service_return_id, eq(returns.id, service_return_id));
  if (order_name) return byOrderName(ctx, storeId, order_name);
  if (order_id) return byOrderId(ctx, storeId, order_id);
  const number = parseNumber(id ?? "");
  return number === undefined ? undefined : find(ctx, storeId, "", eq(returns.number, number));
}

const MEANT_ORDERS = meantOrdersSql("given.store", "given.name", { isExact: true });

/** Returns the return of the first order that has one, of those that `meantOrdersSql` finds. */
async function byOrderName(ctx: Ctx, storeId: string, name: string): Promise<FoundReturn | undefined> {
  if (name.includes("\u0000")) return undefined;
  const { rows } = await ctx.db.execute<FoundReturn>(sql`
    select returns.id, returns.number::float8 as number
    from (select ${storeId}::text as store, ${name}::text as name) as given
    cross join lateral (${sql.raw(MEANT_ORDERS)}) as meant
    join returns on returns.store_id = ${storeId} and returns.order_id = meant.id
    order by meant.rank, returns.status = 'deleted', returns.created_at desc, returns.number desc limit 1`);
  return rows[0];
}

/**
 * Matches this API's `order_id`, the merchant's own id, and the number that stands for that one. A value that means one
 * order by one of them and another order by another matches neither.
 */
function byOrderId(ctx: Ctx, storeId: string, orderId: string) {
  const number = parseNumber(orderId);
  const asNumber =
    number !== undefined &&
    sql`union select id from orders where store_id = ${storeId} and number = ${number}
      union select orders.id from numeric_ids join orders on orders.store_id = numeric_ids.store_id
        and external_id = numeric_ids.text
      where numeric_ids.store_id = ${storeId} and numeric_ids.number = ${number}`;
  return find(
    ctx,
    storeId,
    orderId,
    sql`${returns.orderId} = (
      select case when count(*) = 1 then min(id) end from (
        select id from orders where store_id = ${storeId} and external_id = ${orderId} ${asNumber || sql``}
      ) as meant)`,
  );
}

/** Returns the newest match that is not deleted, otherwise the newest match. */
async function find(
  ctx: Ctx,
  storeId: string,
  value: string,
  condition: SQL,
): Promise<FoundReturn | undefined> {
  // Postgres rejects NUL in a string, so no stored value contains one.
  if (value.includes("\u0000")) return undefined;
  const [row] = await ctx.db
    .select({ id: returns.id, number: returns.number })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), condition))
    .orderBy(sql`${returns.status} = 'deleted'`, sql`${returns.createdAt} desc`, sql`${returns.number} desc`)
    .limit(1);
  return row;
}
