import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { resolveCustomer } from "../customers/resolve.ts";
import { orders } from "../db/tables/orders.ts";
import { locations } from "../db/tables/stores.ts";
import { requirePathId } from "../http/path-id.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { newId } from "../lib/ids.ts";
import { type Fault, invalid, problem } from "../lib/problem.ts";
import type { OrderBody } from "./schema.ts";

/**
 * Stores an order under the merchant's own id, which may be used once per store (409), and makes or enriches its
 * customer. Runs in the caller's transaction. The order is the last that it waits for: who waits for another request of the
 * same id already holds its customer, so no two wait for each other.
 */
export async function createOrder(
  ctx: Ctx,
  storeId: string,
  body: OrderBody,
): Promise<{ orderId: string; externalOrderId: string }> {
  requirePathId(body.orderId, "/orderId");
  refuseRepeatedLines(body);
  await requireLocation(ctx, storeId, body.locationId);
  const customerId = await resolveCustomer(ctx, storeId, body.customer ?? {});

  const [row] = await ctx.db
    .insert(orders)
    .values({
      storeId,
      id: newId("ord"),
      externalId: body.orderId,
      customerId,
      locationId: body.locationId,
      currency: body.currencyCode ?? sql`(select currency from stores where store_id = ${storeId})`,
      body,
      createdAt: parseDateTime(body.createdAt) ?? ctx.now(),
      receivedAt: ctx.now(),
    })
    .onConflictDoNothing({ target: [orders.storeId, orders.externalId] })
    .returning({ orderId: orders.id, externalOrderId: orders.externalId });

  if (!row) throw problem(409, `The store already has an order ${body.orderId}.`);
  return row;
}

function refuseRepeatedLines(body: OrderBody): void {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [i, { id }] of body.lineItems.entries()) {
    if (seen.has(id))
      faults.push({ detail: `The line item id ${id} is used twice.`, pointer: `/lineItems/${i}/id` });
    seen.add(id);
  }
  const [first, ...rest] = faults;
  if (first) throw invalid(first, ...rest);
}

async function requireLocation(
  ctx: Ctx,
  storeId: string,
  locationId: string | null | undefined,
): Promise<void> {
  if (locationId === null || locationId === undefined) return;
  const [found] = await ctx.db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.storeId, storeId), eq(locations.id, locationId)));
  if (!found) throw invalid({ detail: `The store has no location ${locationId}.`, pointer: "/locationId" });
}
