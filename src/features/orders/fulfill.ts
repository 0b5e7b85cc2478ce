import { recordChanges } from "../../core/changes/record-changes.ts";
import { type Ctx, inTransaction, withCommit } from "../../core/ctx.ts";
import { requirePathId } from "../../core/http/body/body-faults.ts";
import { addSearchKeys, searchKeysOf } from "../../core/lists/search-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { plural } from "../../lib/plural.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { fulfillments } from "../../platform/db/tables/orders.ts";
import { fulfillmentsOf, lockOrder } from "./find.ts";
import { requireFulfillmentsFit } from "./fulfilled-bytes.ts";
import type { Fulfillment, FulfillmentBody } from "./fulfillment-schema.ts";
import type { OrderBody } from "./schema.ts";
import { type FulfillmentRow, fulfillmentView } from "./view.ts";

type FulfillmentLine = { id: string; quantity: number };

/**
 * Records a fulfillment of units of an order and returns it. Throws 404 for an unknown order, 400 for a line
 * item that the order does not have and for fulfillments that are too large together, 409 for more units than
 * are left to fulfill or a `fulfillmentId` that the order already has.
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
    const existing = await fulfillmentsOf(tx, storeId, order.id);
    if (existing.some(({ id }) => id === body.fulfillmentId)) {
      throw problem("already_exists", `The order already has a fulfillment ${body.fulfillmentId}.`);
    }
    requireUnits(order.body, existing, body.lineItems);

    const row: FulfillmentRow = {
      id: body.fulfillmentId ?? newId("ful"),
      lineItems: body.lineItems,
      trackingCompany: body.tracking?.carrier ?? null,
      trackingNumber: body.tracking?.code ?? null,
      trackingHistory: [],
      createdAt: ctx.now(),
      fulfilledAt: parseDateTime(body.fulfilledAt ?? "") ?? null,
    };
    requireFulfillmentsFit([...existing, row], order.body, "/lineItems");
    const keyed = { storeId, at: order.createdAt, id: order.id };
    withCommit(tx, tx.db.insert(fulfillments).values({ ...row, storeId, orderId: order.id }));
    addSearchKeys(tx, keyed, "order.tracking", searchKeysOf([row.trackingNumber]));
    recordChanges(tx, storeId, [{ type: "order.updated", objectId: order.id }]);
    return fulfillmentView(row, order.body);
  });
}

function requireUnits(order: OrderBody, existing: FulfillmentRow[], lines: FulfillmentLine[]): void {
  const unfulfilled = new Map(order.lineItems.map((line) => [line.id, line.quantity]));
  for (const { id, quantity } of existing.flatMap((row) => row.lineItems)) {
    unfulfilled.set(id, (unfulfilled.get(id) ?? 0) - quantity);
  }
  for (const [i, { id, quantity }] of lines.entries()) {
    const available = unfulfilled.get(id);
    if (available === undefined) {
      throw invalid({ detail: `The order has no line item ${id}.`, pointer: `/lineItems/${i}/id` });
    }
    if (quantity > available)
      throw problem(
        "units_not_fulfillable",
        `Line item ${id} has only ${plural(available, "unit")} left to fulfill.`,
      );
    unfulfilled.set(id, available - quantity);
  }
}
