import { storableText } from "../../lib/text.ts";

const MAX_CHARACTERS = 255;

/** Returns the name that a shop gives an order as it is stored; undefined where it says no more than the order's id. */
export function storedNameOf(name: string | undefined, orderId: string): string | undefined {
  const text = storableText(name?.trim() ?? "", MAX_CHARACTERS);
  return text !== "" && text !== orderId ? text : undefined;
}
