import { warehouseError } from "../errors.ts";
import { parseNumber } from "../numeric-ids.ts";
import { MAX_IDS } from "./schema.ts";

/**
 * Returns the ids of the line items to remove: `line_item_id=1,2` in the query, else `line_item_id` or
 * `line_item_ids` of the JSON body, each a number, a string or an array of them. An invalid id becomes NaN,
 * which matches no line item. Throws 422 without ids and for too many.
 */
export function lineItemIds(query: unknown, body: unknown): number[] {
  const { line_item_id: one, line_item_ids: several } = fieldsOf(body);
  for (const value of [query, one, several]) {
    const ids = idsIn(value);
    if (ids.length > MAX_IDS) {
      throw warehouseError(422, {
        error: { message: `The line item id field may hold at most ${MAX_IDS} ids.` },
      });
    }
    if (ids.length > 0) return ids.map((id) => parseNumber(id) ?? Number.NaN);
  }
  throw warehouseError(422, { error: { message: "The line item id field is required." } });
}

function idsIn(value: unknown): string[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => {
    if (element === undefined || element === null) return [];
    return String(typeof element === "object" ? "{}" : element)
      .split(",")
      .map((id) => id.trim())
      .filter((id) => id !== "");
  });
}

function fieldsOf(body: unknown): { line_item_id?: unknown; line_item_ids?: unknown } {
  return typeof body === "object" && body !== null ? body : {};
}
