import { refusal } from "../errors.ts";
import { MAX_IDS } from "./schema.ts";

/**
 * The line items that are to leave a return: `line_item_id=1,2` in the query, else `line_item_id` or
 * `line_item_ids` of a JSON body, each a number, a text or a list of them. What is no id is one that nothing
 * has.
 */
export function lineItemIds(query: unknown, body: unknown): number[] {
  const { line_item_id: one, line_item_ids: several } = membersOf(body);
  for (const given of [query, one, several]) {
    const texts = textsOf(given);
    if (texts.length > MAX_IDS) {
      throw refusal(422, { error: { message: `The line item id field may hold at most ${MAX_IDS} ids.` } });
    }
    if (texts.length > 0) return texts.map((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN));
  }
  throw refusal(422, { error: { message: "The line item id field is required." } });
}

function textsOf(given: unknown): string[] {
  const values = Array.isArray(given) ? given : [given];
  return values.flatMap((value) => {
    if (value === undefined || value === null) return [];
    return String(typeof value === "object" ? "{}" : value)
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "");
  });
}

function membersOf(body: unknown): { line_item_id?: unknown; line_item_ids?: unknown } {
  return typeof body === "object" && body !== null ? body : {};
}
