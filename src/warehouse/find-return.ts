import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { orders } from "../db/tables/orders.ts";
import { returns } from "../db/tables/returns.ts";
import { idWithNumber } from "./numeric-ids.ts";

/** The ways to name a return, as they came; an empty text is one that was not given. */
export type Naming = {
  service_return_id?: string;
  order_name?: string;
  order_id?: string;
  /** The compatible id: out of the path, or of the query where the path has none. */
  id?: string;
};

export type FoundReturn = { id: string; number: number };

/**
 * The return that is meant, or undefined. The first given of `service_return_id`, `order_name`, `order_id`
 * and the compatible id decides alone, whatever the others say.
 */
export async function findReturn(
  ctx: Ctx,
  storeId: string,
  naming: Naming,
): Promise<FoundReturn | undefined> {
  const { service_return_id, order_name, order_id, id } = naming;
  if (service_return_id) return find(ctx, storeId, service_return_id, eq(returns.id, service_return_id));
  if (order_name) return byOrderName(ctx, storeId, order_name);
  if (order_id) return byOrderId(ctx, storeId, order_id);
  const number = wholeNumber(id);
  return number === undefined ? undefined : find(ctx, storeId, "", eq(returns.number, number));
}

/** The name itself before the name with one leading `#` more or less. */
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

/**
 * The platform's id of the order, or its stand-in where that is no number, before the `order_id` of this
 * service.
 */
async function byOrderId(ctx: Ctx, storeId: string, orderId: string) {
  const number = wholeNumber(orderId);
  const stoodFor = number === undefined ? undefined : await idWithNumber(ctx, storeId, number);
  return find(
    ctx,
    storeId,
    orderId,
    sql`(${or(
      inArray(orders.externalId, [orderId, stoodFor ?? orderId]),
      number === undefined ? undefined : eq(orders.number, number),
    )})`,
    sql`${orders.externalId} = ${orderId} desc, ${orders.externalId} = ${stoodFor ?? orderId} desc`,
  );
}

/** Of several the newest that is not deleted, else the newest. */
async function find(
  ctx: Ctx,
  storeId: string,
  text: string,
  condition: SQL,
  first?: SQL,
): Promise<FoundReturn | undefined> {
  // The database knows no text with a NUL character, so nothing is called by one.
  if (text.includes("\u0000")) return undefined;
  const [row] = await ctx.db
    .select({ id: returns.id, number: returns.number })
    .from(returns)
    .innerJoin(orders, and(eq(orders.storeId, returns.storeId), eq(orders.id, returns.orderId)))
    .where(and(eq(returns.storeId, storeId), condition))
    .orderBy(
      ...(first ? [first] : []),
      sql`${returns.status} = 'deleted'`,
      sql`${returns.createdAt} desc`,
      sql`${returns.number} desc`,
    )
    .limit(1);
  return row;
}

function wholeNumber(text: string | undefined): number | undefined {
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
