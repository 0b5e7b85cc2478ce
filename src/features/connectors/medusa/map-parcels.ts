import { omitNullish } from "../../../lib/omit-nullish.ts";
import type { ShopOrder } from "../../orders/upsert/schema.ts";
import type { MedusaFulfillment, MedusaOrder } from "./order-schema.ts";

/** Returns the parcels of an order that have left. One that was only packed is still in the shop. */
export function parcelsOf({ items, fulfillments }: MedusaOrder): ShopOrder["fulfillments"] {
  const required = new Map(
    items.map(({ id, variant }) => [
      id,
      new Map(
        (variant?.inventory_items ?? []).map((piece) => [piece.inventory_item_id, piece.required_quantity]),
      ),
    ]),
  );
  return (fulfillments ?? []).filter(hasLeft).map((fulfillment) => {
    const { id, shipped_at, delivered_at, labels } = fulfillment;
    const numbers = (labels ?? []).flatMap(({ tracking_number }) => tracking_number || []);
    return {
      id,
      trackingNumbers: numbers.map((trackingNumber) => ({ trackingNumber })),
      trackingUrls: (labels ?? []).flatMap(({ tracking_url }) => tracking_url || []),
      lineItems: Array.from(unitsOf(fulfillment, required), ([line, quantity]) => ({ id: line, quantity })),
      ...omitNullish({ shippingDate: shipped_at, deliveryDate: delivered_at }),
    };
  });
}

function hasLeft({ shipped_at, delivered_at, canceled_at }: MedusaFulfillment): boolean {
  return !canceled_at && Boolean(shipped_at || delivered_at);
}

type Required = Map<string, Map<string | null | undefined, number>>;

/** Medusa counts the pieces of inventory in a parcel: those of one line are as many units as each piece suffices for. */
function unitsOf({ items }: MedusaFulfillment, required: Required): Map<string, number> {
  const units = new Map<string, number>();
  for (const { line_item_id: line, inventory_item_id, quantity } of items ?? []) {
    if (!line) continue;
    const each = Math.floor(quantity / (required.get(line)?.get(inventory_item_id) ?? 1));
    units.set(line, Math.min(units.get(line) ?? each, each));
  }
  return units;
}
