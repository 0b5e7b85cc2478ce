import { type FileRow, fieldsOf, readRows } from "../../../lib/csv-rows.ts";
import { digest53 } from "../../../lib/hash.ts";
import { invalid, type Problem } from "../../../lib/problem.ts";
import { readLines } from "../../../lib/read-lines.ts";
import type { OrderFormat } from "../../../platform/db/tables/order-imports.ts";
import { type OrdersApart, ordersApart } from "./csv/apart.ts";
import { csvOrders } from "./csv/csv-orders.ts";
import type { Layout } from "./csv/layout.ts";
import type { Place } from "./csv/row-reader.ts";
import { SHOPIFY } from "./csv/shopify.ts";
import { WOOCOMMERCE } from "./csv/woocommerce.ts";
import { brokenEntry, type OrderEntry } from "./entry.ts";
import { jsonlOrders } from "./jsonl.ts";

const LAYOUTS = { shopify: SHOPIFY, woocommerce: WOOCOMMERCE };
/** In the order in which they are tried. */
const DELIMITERS = [",", ";", "\t"];
/** Of so many orders of a file it is known whether they come again; each is two numbers. */
const MAX_KNOWN_ORDERS = 1_000_000;

/** Returns the file from its beginning, each time. */
export type OpenFile = () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;

export type OpenedOrders = { format: OrderFormat; entries: AsyncGenerator<OrderEntry> };

/**
 * Opens a file of orders, whose format is detected by its first line unless it is named, and yields its orders: one that
 * isn't valid, or comes again, is an error. A csv file is read once before, to know the orders whose rows don't follow one
 * another. Throws 400 for a file of no format or too many orders, and later for one without an order.
 */
export async function openOrders(
  open: OpenFile,
  format: OrderFormat | undefined,
  place: Place,
): Promise<OpenedOrders> {
  let csv: Layout["csv"] | undefined;
  const openRows = async () => {
    const rows = readRows(readLines(await open()), () => csv);
    return { rows, first: await rows.next() };
  };
  const { rows, first } = await openRows();
  if (first.done) throw noOrders();
  const head = first.value;
  if (!("text" in head)) throw invalidFile("fault" in head ? head.fault : "The file has no header.");
  if (format === "jsonl" || (!format && head.text.trimStart().startsWith("{"))) {
    return { format: "jsonl", entries: checked(jsonlOrders(from(head, rows))) };
  }
  const { layout, format: found } = layoutOf(head.text, format);
  csv = layout.csv;
  if (layout.key === undefined) {
    return { format: found, entries: checked(csvOrders(rows, layout, { place, apart: new Map() })) };
  }
  const apart = await apartIn(rows, layout);
  const again = await openRows();
  // A pipe ends once: without this, a file full of orders would be said to have none.
  if (again.first.done)
    throw invalidFile("The file can be read only once, as a pipe: save it, and import that.");
  return { format: found, entries: checked(csvOrders(again.rows, layout, { place, apart })) };
}

async function apartIn(rows: AsyncGenerator<FileRow>, layout: Layout): Promise<OrdersApart> {
  try {
    return await ordersApart(rows, layout);
  } catch (error) {
    if (error instanceof RangeError) throw invalidFile(`The file has ${error.message}: divide it.`);
    throw error;
  }
}

async function* from(first: FileRow, rest: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  yield first;
  yield* rest;
}

function layoutOf(
  header: string,
  format: Exclude<OrderFormat, "jsonl"> | undefined,
): { layout: Layout; format: Exclude<OrderFormat, "jsonl"> } {
  const formats = format ? [format] : (["shopify", "woocommerce"] as const);
  const missing: string[] = [];
  for (const each of formats) {
    for (const delimiter of DELIMITERS) {
      const names = (fieldsOf(header, delimiter) ?? []).map((name) => name.trim());
      const layout = LAYOUTS[each](names, delimiter);
      if (!("missing" in layout)) return { layout, format: each };
      if (delimiter === ",") missing.push(`${each} needs ${layout.missing}`);
    }
  }
  throw invalidFile(
    `The first line is no order in JSON and no header of a known export: ${missing.join("; ")}.`,
  );
}

/** Replaces orders that come again by errors. */
async function* checked(entries: AsyncGenerator<OrderEntry>): AsyncGenerator<OrderEntry> {
  const lineOf = new Map<number, number>();
  let isEmpty = true;
  for await (const entry of entries) {
    isEmpty = false;
    if ("errors" in entry) {
      yield entry;
      continue;
    }
    const key = digest53(entry.order.body.orderId);
    const earlier = lineOf.get(key);
    if (earlier !== undefined) yield brokenEntry(entry.number, `The order of line ${earlier} is repeated.`);
    else {
      if (lineOf.size < MAX_KNOWN_ORDERS) lineOf.set(key, entry.number);
      yield entry;
    }
  }
  if (isEmpty) throw noOrders();
}

function noOrders(): Problem {
  return invalidFile("The file has no order.");
}

function invalidFile(detail: string): Problem {
  return invalid({ detail, pointer: "/file" });
}
