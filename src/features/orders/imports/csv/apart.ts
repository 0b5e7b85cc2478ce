import type { FileRow } from "../../../../lib/csv-rows.ts";
import { digest53 } from "../../../../lib/hash.ts";
import { type Group, groupsOf, isHead } from "./groups.ts";
import type { Layout } from "./layout.ts";

/** The orders of a file whose rows don't follow one another, by the digests of their keys: where each comes again. */
export type OrdersApart = ReadonlyMap<number, { first: number; again: number }>;

/** Each is known by two numbers, without an object of its own. */
const MAX_ORDERS = 1_000_000;

/**
 * Returns the orders whose rows don't follow one another, which can't be stored without what comes later in the file. One
 * that is there twice as a whole is none. Throws a RangeError for a file of more orders than can be compared.
 */
export async function ordersApart(rows: AsyncGenerator<FileRow>, layout: Layout): Promise<OrdersApart> {
  const lines = new Map<number, number>();
  const wholes = new Map<number, number>();
  const apart = new Map<number, { first: number; again: number }>();
  for await (const group of groupsOf(rows, layout)) {
    if (group.key === "") continue;
    const key = digest53(group.key);
    const whole = wholeOf(group, layout);
    const first = lines.get(key);
    if (first === undefined) {
      if (lines.size === MAX_ORDERS) throw new RangeError(`more than ${MAX_ORDERS} orders`);
      lines.set(key, group.number);
      if (whole !== undefined) wholes.set(key, whole);
    } else if ((whole === undefined || whole !== wholes.get(key)) && !apart.has(key)) {
      apart.set(key, { first, again: group.number });
    }
  }
  return apart;
}

/** Returns the digest of what is an order whole; undefined where rows don't say that they are. */
function wholeOf({ rows, errors }: Group, layout: Layout): number | undefined {
  if (errors.length > 0 || !rows.some((row) => isHead(row, layout))) return undefined;
  return digest53(JSON.stringify(rows.map(({ fields }) => fields)));
}
