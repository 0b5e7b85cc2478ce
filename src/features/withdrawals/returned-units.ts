import { plainText } from "../../lib/plain-text.ts";
import type { StatedItem, WithdrawnItem } from "../../platform/db/documents/withdrawal.ts";
import type { OrderBody } from "../orders/schema.ts";
import { MAX_UNITS } from "../returns/create/new-return-schema.ts";

type Line = OrderBody["lineItems"][number];

/**
 * Returns the units that a statement is about and that can still be returned, by line; `leftOf` says how many units of a
 * line are in no return. A line is named by its id, else by its SKU or title, whatever their case, if one line alone has
 * it. What names no line, and units that the order doesn't have, are left to the merchant.
 */
export function unitsToReturn(
  { lineItems }: OrderBody,
  wanted: WithdrawnItem[] | null | undefined,
  leftOf: (line: Line) => number,
): WithdrawnItem[] {
  const asked = wanted?.length ? askedOf(lineItems, wanted) : undefined;
  let room = MAX_UNITS;
  return lineItems.flatMap((line) => {
    const quantity = Math.min(asked ? (asked.get(line.id) ?? 0) : line.quantity, leftOf(line), room);
    if (quantity <= 0) return [];
    room -= quantity;
    return { lineItemId: line.id, quantity };
  });
}

/** Returns the units that were stated, each with how many of them are among those in the return. */
export function withInReturn(
  { lineItems }: OrderBody,
  stated: WithdrawnItem[],
  units: WithdrawnItem[],
): StatedItem[] {
  const lineOf = lineFinder(lineItems);
  const left = new Map(units.map(({ lineItemId, quantity }) => [lineItemId, quantity]));
  return stated.map((item) => {
    const line = lineOf(item.lineItemId) ?? "";
    const inReturn = Math.min(item.quantity, left.get(line) ?? 0);
    left.set(line, (left.get(line) ?? 0) - inReturn);
    return { ...item, inReturn };
  });
}

/** Returns the units that are asked for, by the line's id. */
function askedOf(lines: Line[], wanted: WithdrawnItem[]): Map<string, number> {
  const lineOf = lineFinder(lines);
  const asked = new Map<string, number>();
  for (const { lineItemId, quantity } of wanted) {
    const id = lineOf(lineItemId);
    if (id !== undefined) asked.set(id, (asked.get(id) ?? 0) + quantity);
  }
  return asked;
}

/** Returns a function from what a line may be named by to the line's id. */
function lineFinder(lines: Line[]): (name: string) => string | undefined {
  const ids = new Set(lines.map(({ id }) => id));
  const byName = new Map<string, string | undefined>();
  for (const { id, sku, title } of lines) {
    for (const name of new Set([sku, title].flatMap((each) => (each ? nameKey(each) : [])))) {
      byName.set(name, byName.has(name) ? undefined : id);
    }
  }
  return (name) => (ids.has(name) ? name : byName.get(nameKey(name)));
}

function nameKey(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").toLowerCase();
}
