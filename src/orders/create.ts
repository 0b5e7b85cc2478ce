import { and, eq, isNull, sql } from "drizzle-orm";
import { recordChanges } from "../changes/record-changes.ts";
import type { Ctx } from "../ctx.ts";
import { resolveCustomer } from "../customers/resolve.ts";
import { orders } from "../db/tables/orders.ts";
import { locations } from "../db/tables/stores.ts";
import { requirePathId } from "../http/path-id.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { newId } from "../lib/ids.ts";
import { type Fault, invalid, problem } from "../lib/problem.ts";
import { requireNoFaults } from "../lib/require-no-faults.ts";
import { orderNameKeysOf, searchKeysOf } from "../lib/search-key.ts";
import { addMentions } from "../lookup/mentions.ts";
import { addSearchKeys } from "../lookup/search-keys.ts";
import type { OrderBody } from "./schema.ts";

/**
 * Inserts an order under the merchant's id, creates or updates its customer, and returns the order's ids.
 * Runs in the caller's transaction. Locks the customer before the order, so that two requests with the same
 * id cannot deadlock. Throws 400 for an invalid id, a repeated line id or an unknown location, 409 when the
 * store already has the order.
 */
export async function createOrder(
  ctx: Ctx,
  storeId: string,
  body: OrderBody,
): Promise<{ orderId: string; externalOrderId: string }> {
  requirePathId(body.orderId, "/orderId");
  requireUniqueLines(body);
  await requireLocation(ctx, storeId, body.locationId);
  const customerId = await resolveCustomer(ctx, storeId, body.customer ?? {});
  const createdAt = parseDateTime(body.createdAt) ?? ctx.now();

  const id = newId("ord");
  const inserted = ctx.db
    .insert(orders)
    .values({
      storeId,
      id,
      externalId: body.orderId,
      customerId,
      locationId: body.locationId,
      currency: body.currencyCode ?? sql`(select currency from stores where store_id = ${storeId})`,
      body,
      createdAt,
      receivedAt: ctx.now(),
    })
    .onConflictDoNothing({ target: [orders.storeId, orders.externalId] })
    .returning({ orderId: orders.id, externalOrderId: orders.externalId });
  // Sent together: a conflict throws, and the transaction takes the change back.
  const [[row]] = await Promise.all([
    inserted,
    recordChanges(ctx, storeId, [{ type: "order.created", objectId: id }]),
  ]);
  if (!row) throw problem("already_exists", `The store already has an order ${body.orderId}.`);
  const keyed = { storeId, at: createdAt, id: row.orderId };
  const skus = searchKeysOf(body.lineItems.map(({ sku }) => sku));
  const names = orderNameKeysOf(body.customer ?? {}, { hasCustomer: customerId !== undefined });
  const { customer, shipping, billingAddress, tags } = body;
  await Promise.all([
    addSearchKeys(ctx, keyed, "order.sku", skus),
    addSearchKeys(ctx, keyed, "order.name", names),
    addMentions(ctx, keyed, "order.mention", {
      customerId,
      texts: { customer, shipping, billingAddress, tags },
    }),
  ]);
  return row;
}

function requireUniqueLines(body: OrderBody): void {
  const ids = new Set<string>();
  const faults: Fault[] = [];
  for (const [i, { id }] of body.lineItems.entries()) {
    if (ids.has(id))
      faults.push({ detail: `The line item id ${id} is used twice.`, pointer: `/lineItems/${i}/id` });
    ids.add(id);
  }
  requireNoFaults(faults);
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
    .where(and(eq(locations.storeId, storeId), eq(locations.id, locationId), isNull(locations.removedAt)));
  if (!found) throw invalid({ detail: `The store has no location ${locationId}.`, pointer: "/locationId" });
}
