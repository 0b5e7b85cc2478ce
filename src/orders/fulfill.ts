import { type Ctx, inTransaction } from "../ctx.ts";
import { fulfillments } from "../db/tables/orders.ts";
import { requirePathId } from "../http/path-id.ts";
import { newId } from "../lib/ids.ts";
import { invalid, problem } from "../lib/problem.ts";
import { fulfillmentsOf, lockOrder } from "./find.ts";
import type { Fulfillment, FulfillmentBody, OrderBody } from "./schema.ts";
import { type FulfillmentRow, fulfillmentView } from "./view.ts";

type Wanted = { id: string; quantity: number };

/**
 * Records that units of an order were sent. 400 for a line that the order doesn't have, 409 for more units than are
 * left to send or a `fulfillmentId` used before.
 */
export async function fulfillOrder(
  ctx: Ctx,
  storeId: string,
  orderId: string,
  body: FulfillmentBody,
): Promise<Fulfillment> {
  requirePathId(body.fulfillmentId, "/fulfillmentId");
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, storeId, orderId);
    const earlier = await fulfillmentsOf(tx, storeId, order.id);
    if (earlier.some(({ id }) => id === body.fulfillmentId)) {
      throw problem(409, `The order already has a fulfillment ${body.fulfillmentId}.`);
    }
    requireUnits(order.body, earlier, body.lineItems);

    const row: FulfillmentRow = {
      storeId,
      orderId: order.id,
      id: body.fulfillmentId ?? newId("ful"),
      lineItems: body.lineItems,
      trackingCompany: body.tracking?.carrier ?? null,
      trackingNumber: body.tracking?.code ?? null,
      trackingHistory: [],
      deliveredAt: null,
      createdAt: ctx.now(),
    };
    await tx.db.insert(fulfillments).values(row);
    return fulfillmentView(row, order.body);
  });
}

function requireUnits(order: OrderBody, earlier: FulfillmentRow[], wanted: Wanted[]): void {
  const left = new Map(order.lineItems.map((line) => [line.id, line.quantity]));
  for (const { id, quantity } of earlier.flatMap((row) => row.lineItems)) {
    left.set(id, (left.get(id) ?? 0) - quantity);
  }
  for (const [i, { id, quantity }] of wanted.entries()) {
    const available = left.get(id);
    if (available === undefined) {
      throw invalid({ detail: `The order has no line item ${id}.`, pointer: `/lineItems/${i}/id` });
    }
    if (quantity > available) throw problem(409, `Of line item ${id} only ${available} are left to fulfill.`);
    left.set(id, available - quantity);
  }
}
