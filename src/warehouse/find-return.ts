import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { orders } from "../db/tables/orders.ts";
import { returns } from "../db/tables/returns.ts";
import { idWithNumber } from "./numeric-ids.ts";

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
  const number = parseInteger(id);
  return number === undefined ? undefined : find(ctx, storeId, "", eq(returns.number, number));
}

/** Prefers the exact name to the name with one leading `#` more or less. */
function byOrderName(ctx: Ctx, storeId: string, name: string) {
  const other = name.startsWith("#") ? name.slice(1) : `#${name}`;
  return find(
    ctx,
    storeId,
    name,
    sql`${orders.externalId} in (${name}, ${other})`,
    sql`${orders.externalId} = ${name} desc`,
  );
}

/** Matches the merchant's order id or its assigned number, then this service's `order_id`. */
async function byOrderId(ctx: Ctx, storeId: string, orderId: string) {
  const number = parseInteger(orderId);
  const assignedTo = number === undefined ? undefined : await idWithNumber(ctx, storeId, number);
  return find(
    ctx,
    storeId,
    orderId,
    sql`(${or(
      inArray(orders.externalId, [orderId, assignedTo ?? orderId]),
      number === undefined ? undefined : eq(orders.number, number),
    )})`,
    sql`${orders.externalId} = ${orderId} desc, ${orders.externalId} = ${assignedTo ?? orderId} desc`,
  );
}

/** Returns the newest match that is not deleted, otherwise the newest match. */
async function find(
  ctx: Ctx,
  storeId: string,
  value: string,
  condition: SQL,
  preference?: SQL,
): Promise<FoundReturn | undefined> {
  // Postgres rejects NUL in a string, so no stored value contains one.
  if (value.includes("\u0000")) return undefined;
  const [row] = await ctx.db
    .select({ id: returns.id, number: returns.number })
    .from(returns)
    .innerJoin(orders, and(eq(orders.storeId, returns.storeId), eq(orders.id, returns.orderId)))
    .where(and(eq(returns.storeId, storeId), condition))
    .orderBy(
      ...(preference ? [preference] : []),
      sql`${returns.status} = 'deleted'`,
      sql`${returns.createdAt} desc`,
      sql`${returns.number} desc`,
    )
    .limit(1);
  return row;
}

function parseInteger(text: string | undefined): number | undefined {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
