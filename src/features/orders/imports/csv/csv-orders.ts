import type { FileRow } from "../../../../lib/csv-rows.ts";
import { digest53 } from "../../../../lib/hash.ts";
import type { OrderEntry } from "../entry.ts";
import type { OrdersApart } from "./apart.ts";
import { type Group, groupsOf, isHead } from "./groups.ts";
import type { Layout } from "./layout.ts";
import { createRowReader, type Place, type Row, type RowReader } from "./row-reader.ts";

/**
 * Yields the orders of a csv file, each by its rows that follow one another. One whose rows don't is an error, once, and
 * so is one with a row that can't be read.
 */
export async function* csvOrders(
  rows: AsyncGenerator<FileRow>,
  layout: Layout,
  { place, apart }: { place: Place; apart: OrdersApart },
): AsyncGenerator<OrderEntry> {
  const reader = createRowReader(layout.names, place);
  const mayBeCut = layout.key !== undefined;
  for await (const [group, isLast] of withLast(groupsOf(rows, layout))) {
    const found = apart.size > 0 ? apart.get(digest53(group.key)) : undefined;
    if (!found) yield entryOf(group, { layout, reader, mayLackRows: isLast && mayBeCut });
    else if (found.first === group.number) yield brokenEntryOf(group, layout, found.again);
  }
}

/** Yields groups, each with whether it is the last of the file. */
async function* withLast(groups: AsyncGenerator<Group>): AsyncGenerator<[group: Group, isLast: boolean]> {
  let before: Group | undefined;
  for await (const group of groups) {
    if (before) yield [before, false];
    before = group;
  }
  if (before) yield [before, true];
}

function brokenEntryOf({ number, errors }: Group, { key }: Layout, again: number): OrderEntry {
  const detail = `The order comes again in line ${again}, behind other orders: sort the file by ${key}.`;
  return { number, errors: [{ line: number, ...(key !== undefined && { column: key }), detail }, ...errors] };
}

function entryOf(
  { number, rows, errors }: Group,
  { layout, reader, mayLackRows }: { layout: Layout; reader: RowReader; mayLackRows: boolean },
): OrderEntry {
  const sorted = errors.length === 0 ? headFirst(rows, layout, reader) : undefined;
  const order = sorted && layout.mapOrder(sorted, reader);
  if (sorted && mayLackRows && !reader.hasFaults()) layout.requireAllRows(sorted, reader);
  const faults = [...errors, ...reader.takeFaults()];
  if (order && faults.length === 0)
    return { number, order: { ...order, body: { ...order.body, fileOf: layout.kind } } };
  return { number, errors: faults };
}

/** Sorting a file may have moved the row with what is the order's, and brought together orders that it has twice. */
function headFirst(rows: Row[], layout: Layout, reader: RowReader): [Row, ...Row[]] | undefined {
  const heads = rows.filter((row) => isHead(row, layout));
  const texts = new Map<string, number>();
  for (const head of heads) {
    const text = JSON.stringify(head.fields);
    const earlier = texts.get(text);
    if (earlier !== undefined) reader.fault(head, undefined, `The row of line ${earlier} is repeated.`);
    else texts.set(text, head.number);
  }
  const first = heads[0] ?? rows[0];
  return first && [first, ...rows.filter((row) => row !== first)];
}
