import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Text as BoundedText, Key, Maybe } from "../../../../lib/schema-types.ts";
import { type Call, requireJson } from "../../call.ts";
import type { ConnectorRestock } from "../../effects.ts";
import { checkOf } from "../read-order.ts";
import { isUnknown } from "../read-orders.ts";
import { CHANGE_KEY } from "../returns.ts";

const Id = () => Maybe(BoundedText());

/** What is read of an order whose units are restocked. */
const StockedOrder = Type.Object({
  id: Key(),
  items: Type.Array(
    Type.Object({
      id: Key(),
      variant: Maybe(
        Type.Object({
          manage_inventory: Maybe(Type.Boolean()),
          inventory_items: Maybe(
            Type.Array(
              Type.Object({ inventory_item_id: Key(), required_quantity: AnyNumber({ minimum: 1 }) }),
            ),
          ),
        }),
      ),
    }),
  ),
  fulfillments: Maybe(
    Type.Array(
      Type.Object({
        location_id: Id(),
        canceled_at: Id(),
        items: Maybe(Type.Array(Type.Object({ line_item_id: Id() }))),
      }),
    ),
  ),
  returns: Maybe(
    Type.Array(
      Type.Object({
        id: Key(),
        status: Id(),
        canceled_at: Id(),
        metadata: Maybe(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
  ),
});

const FIELDS = [
  ...["id", "*items", "items.variant.manage_inventory", "items.variant.inventory_items.inventory_item_id"],
  ...["items.variant.inventory_items.required_quantity", "*fulfillments", "*fulfillments.items", "*returns"],
].join();

const check = checkOf(StockedOrder);

/** A line whose units are restocked, with its pieces of inventory and the place that it was sent from. */
export type Stocked = {
  orderId: string;
  lineItemId: string;
  locationId: string;
  pieces: { inventory_item_id: string; required_quantity: number }[];
  /** The returns that were begun to receive the units of the change: more than one where Medusa was stopped at it. */
  begun: NonNullable<Static<typeof StockedOrder>["returns"]>;
};

/** Returns the line of a change, or why there is nothing in the shop to change. */
export async function readStocked(
  call: Call,
  { id, orderId, lineItemId }: ConnectorRestock,
): Promise<Stocked | { reason: string }> {
  const answer = await call({ path: `/admin/orders/${orderId}`, query: { fields: FIELDS } });
  if (isUnknown(answer)) return { reason: `The shop has no order ${orderId}.` };
  const { items, fulfillments, returns } = check((requireJson(answer) as { order?: unknown }).order);
  const variant = items.find((item) => item.id === lineItemId)?.variant;
  const pieces = variant?.inventory_items ?? [];
  if (!variant?.manage_inventory || pieces.length === 0) {
    return { reason: `The shop doesn't manage the stock of the line ${lineItemId}.` };
  }
  const sent = (fulfillments ?? []).find(
    ({ items: sentItems, canceled_at }) =>
      !canceled_at && sentItems?.some(({ line_item_id }) => line_item_id === lineItemId),
  );
  if (!sent?.location_id) return { reason: `The shop has not fulfilled the line ${lineItemId}.` };
  const begun = (returns ?? []).filter(
    ({ metadata, canceled_at }) => !canceled_at && metadata?.[CHANGE_KEY] === id,
  );
  return { orderId, lineItemId, locationId: sent.location_id, pieces, begun };
}
