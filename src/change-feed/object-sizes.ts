import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { customers } from "../db/tables/customers.ts";
import { orders } from "../db/tables/orders.ts";
import { returns } from "../db/tables/returns.ts";
import { bytesOfRow } from "../returns/bytes-of-row.ts";
import type { ObjectKind } from "./load-objects.ts";

/** The JSON of an order or a profile takes up to this many times its stored (compressed) size. */
const COMPRESSION_FACTOR = 6;

/** Returns the estimated bytes of objects in a response, by id; none for kinds whose objects are small. */
export async function objectSizes(
  ctx: Ctx,
  storeId: string,
  kind: ObjectKind,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = ids.length > 0 ? await sizesOf(ctx, storeId, kind, ids) : [];
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
}

async function sizesOf(
  ctx: Ctx,
  storeId: string,
  kind: ObjectKind,
  ids: string[],
): Promise<{ id: string; bytes: number }[]> {
  if (kind === "return") {
    return ctx.db
      .select({ id: returns.id, bytes: bytesOfRow("returns", "items") })
      .from(returns)
      .where(and(eq(returns.storeId, storeId), inArray(returns.id, ids)));
  }
  if (kind === "order") {
    const bytes = sql<number>`${COMPRESSION_FACTOR}::int * pg_column_size(${orders.body})`;
    return ctx.db
      .select({ id: orders.id, bytes })
      .from(orders)
      .where(and(eq(orders.storeId, storeId), inArray(orders.id, ids)));
  }
  if (kind === "customer") {
    const bytes = sql<number>`${COMPRESSION_FACTOR}::int * coalesce(pg_column_size(${customers.customFields}), 0)`;
    return ctx.db
      .select({ id: customers.id, bytes })
      .from(customers)
      .where(and(eq(customers.storeId, storeId), inArray(customers.id, ids)));
  }
  return [];
}
