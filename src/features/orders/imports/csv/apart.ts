import type { FileRow } from "../../../../lib/csv-rows.ts";
import { digest64 } from "../../../../lib/hash.ts";
import { type Group, groupsOf, isHead } from "./groups.ts";
import type { Layout } from "./layout.ts";

/** The orders of a file whose rows don't follow one another, by the digests of their keys: where each comes again. */
export type OrdersApart = ReadonlyMap<string, { first: number; again: number }>;

/** Each takes some 150 bytes. */
const MAX_ORDERS = 1_000_000;

/**
 * Returns the orders whose rows don't follow one another, which can't be stored without what comes later in the file. One
 * that is there twice as a whole is none. Throws a RangeError for a file of more orders than can be compared.
 */
export async function ordersApart(rows: AsyncGenerator<FileRow>, layout: Layout): Promise<OrdersApart> {
  const known = new Map<string, { line: number; whole: string | undefined }>();
  const apart = new Map<string, { first: number; again: number }>();
  for await (const group of groupsOf(rows, layout)) {
    if (group.key === "") continue;
    const key = digest64(group.key);
    const whole = wholeOf(group, layout);
    const earlier = known.get(key);
    if (!earlier) {
      if (known.size === MAX_ORDERS) throw new RangeError(`more than ${MAX_ORDERS} orders`);
      known.set(key, { line: group.number, whole });
    } else if ((whole === undefined || whole !== earlier.whole) && !apart.has(key)) {
      apart.set(key, { first: earlier.line, again: group.number });
    }
  }
  return apart;
}

/** Returns the digest of what is an order whole; undefined where rows don't say that they are. */
function wholeOf({ rows, errors }: Group, layout: Layout): string | undefined {
  if (errors.length > 0 || !rows.some((row) => isHead(row, layout))) return undefined;
  return digest64(JSON.stringify(rows.map(({ fields }) => fields)));
}
