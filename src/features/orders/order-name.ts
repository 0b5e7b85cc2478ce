import { storableText } from "../../lib/text.ts";
import type { OrderDocument } from "../../platform/db/documents/order.ts";

type Named = { externalId: string; body: Pick<OrderDocument, "orderName"> };

/** Returns what people call an order: the name that its shop gives it, else its id there. */
export function orderNameOf({ externalId, body }: Named): string {
  return body.orderName ?? externalId;
}

const MAX_CHARACTERS = 255;

/** Returns the name of an order as it is stored; undefined where it says no more than the order's id. */
export function storedNameOf(name: string | undefined, orderId: string): string | undefined {
  const text = storableText(name?.trim() ?? "", MAX_CHARACTERS);
  return text !== "" && text !== orderId ? text : undefined;
}

/** Returns how people write the name of an order: with one leading `#` and without. */
export function spellingsOf(name: string | undefined): string[] {
  if (name === undefined) return [];
  return [name, name.startsWith("#") ? name.slice(1) : `#${name}`];
}
