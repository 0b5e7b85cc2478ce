import { type RowJson, rowJson } from "../../../platform/db/row-json.ts";
import { orders } from "../../../platform/db/tables/orders.ts";
import { payouts } from "../../../platform/db/tables/payouts.ts";
import { returnItems, returnNotes, returns } from "../../../platform/db/tables/returns.ts";
import { locations } from "../../../platform/db/tables/stores.ts";
import { type PayoutRow, UNREAD_PAYOUT } from "../payouts/view.ts";
import { type ReturnRecord, type ShownRecord, UNREAD, UNSHOWN } from "./view.ts";

/**
 * What a return may have to be read as one value. Larger ones, of which there are few, are read row by row: the
 * database would build, and this process parse, one value of many megabytes.
 */
const MAX_ROWS = 20;
const MAX_ROW_BYTES = 2_000;
const MAX_RETURN_BYTES = 8_000;
const MAX_ORDER_BYTES = 16_000;

/** The records of all columns that are read. */
const READ = {
  return: rowJson(returns, "returns", UNREAD.return),
  order: rowJson(orders, "ordered", UNREAD.order),
  item: rowJson(returnItems, "item", UNREAD.item),
  note: rowJson(returnNotes, "note", UNREAD.note),
  destination: rowJson(locations, "destination", UNREAD.destination),
};
/** The records of the columns that the main API's view shows: the fewer, the faster. */
const SHOWN = {
  return: rowJson(returns, "returns", UNSHOWN.return),
  order: rowJson(orders, "ordered", UNSHOWN.order),
  item: rowJson(returnItems, "item", UNSHOWN.item),
  note: rowJson(returnNotes, "note", UNSHOWN.note),
  destination: rowJson(locations, "destination", UNSHOWN.destination),
};

/** How payouts are read by all readers. A return has few, and most have none. */
const PAYOUT = rowJson(payouts, "payout", UNREAD_PAYOUT);

type Columns = Record<keyof typeof READ, { sql: string }>;

/** SQL for joins after a row of `returns`, for the following. */
export const SHOWN_JOINS = joinsOf(SHOWN);

/** SQL for whether the record of a row of `returns` is read as one value. */
export const RECORD_FITS = `(
    ordered.fits and items.fits and notes.fits
    and octet_length(returns.additions::text) + octet_length(returns.shipping_address::text) <= ${MAX_RETURN_BYTES}
  )`;

/** SQL for the record of a row that fits, as JSON text that `readShown` reads. */
export const SHOWN_JSON = jsonOf(SHOWN);

/**
 * SQL for `id` and `record` of the returns of the store `$1` whose ids an array has; the record of a large one is
 * null. Looks each id up by the whole key, whatever the planner knows of the table.
 */
export function returnRecords(ids: string): string {
  return recordsOf(ids, READ);
}

/** SQL as that of `returnRecords`, for records that `readShown` reads. */
export function shownReturnRecords(ids: string): string {
  return recordsOf(ids, SHOWN);
}

function recordsOf(ids: string, columns: Columns): string {
  return `select returns.id, case when ${RECORD_FITS} then ${jsonOf(columns)} end as record
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from returns where store_id = $1 and id = wanted.id limit 1) as returns
    ${joinsOf(columns)}`;
}

type Values = unknown[];

/** Returns the record that the parsed text is of. */
export const readRecord: (values: Values) => ReturnRecord = createReader(READ);
/** Returns the record that the parsed text is of, with what the main API's view shows. */
export const readShown: (values: Values) => ShownRecord = createReader(SHOWN);

type Reads<Row> = Pick<RowJson<Row>, "read">;
type Reading<Row, Order, Item, Note, Destination> = {
  return: Reads<Row>;
  order: Reads<Order>;
  item: Reads<Item>;
  note: Reads<Note>;
  destination: Reads<Destination>;
};

function createReader<
  Row,
  Order,
  Item extends { position: number },
  Note extends { number: number },
  Destination,
>(columns: Reading<Row, Order, Item, Note, Destination>) {
  return (values: Values) => {
    const [row, order, items, notes, destination, paid] = values as Parts;
    return {
      row: columns.return.read(row),
      order: columns.order.read(order),
      items: inOrder(items, columns.item, "position"),
      notes: inOrder(notes, columns.note, "number"),
      destination: destination && columns.destination.read(destination),
      payouts: paid ? readPayouts(paid) : [],
    };
  };
}

type Parts = [Values, Values, Values[] | null, Values[] | null, Values | null, Values[] | null];

function readPayouts(rows: Values[]): PayoutRow[] {
  return inOrder(rows, PAYOUT, "seq");
}

function inOrder<Row, Key extends keyof Row>(
  rows: Values[] | null,
  { read }: Reads<Row & Record<Key, number>>,
  key: Key,
): Row[] {
  if (!rows) return [];
  return rows.map((values) => read(values)).sort((a, b) => a[key] - b[key]);
}

function joinsOf({ item, note }: Columns): string {
  return `
  cross join lateral (
    select *, octet_length(body::text) <= ${MAX_ORDER_BYTES} as fits from orders
    where store_id = returns.store_id and id = returns.order_id limit 1
  ) as ordered
  cross join lateral (${rowsOf("return_items", {
    name: "item",
    json: item.sql,
    bytes:
      "octet_length(additions::text) + octet_length(reason) + coalesce(octet_length(customer_comment), 0)",
  })}) as items
  cross join lateral (${rowsOf("return_notes", {
    name: "note",
    json: note.sql,
    bytes: "coalesce(octet_length(message), 0)",
  })}) as notes`;
}

function jsonOf({ return: row, order, destination }: Columns): string {
  return `json_build_array(${row.sql}, ${order.sql}, items.rows, notes.rows, (
    select ${destination.sql} from locations as destination
    where returns.destination_id is not null and store_id = returns.store_id and id = returns.destination_id limit 1
  ), case when returns.has_payouts then (
    select json_agg(${PAYOUT.sql}) from payouts as payout
    where payout.store_id = returns.store_id and payout.return_id = returns.id
  ) end)::text`;
}

/** Reads few rows more than fit, and only these, in any order: sorting them here costs the database less. */
function rowsOf(table: string, { name, json, bytes }: { name: string; json: string; bytes: string }): string {
  const isSmall = `${bytes} <= ${MAX_ROW_BYTES}`;
  return `select json_agg(case when small then ${json} end) as rows,
      count(*) <= ${MAX_ROWS} and coalesce(bool_and(small), true) as fits
    from (
      select *, ${isSmall} as small from ${table}
      where store_id = returns.store_id and return_id = returns.id limit ${MAX_ROWS + 1}
    ) as ${name}`;
}
