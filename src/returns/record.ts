import { rowJson } from "../db/row-json.ts";
import { orders } from "../db/tables/orders.ts";
import { returnItems, returnNotes, returns } from "../db/tables/returns.ts";
import { locations } from "../db/tables/stores.ts";
import { type ReturnRecord, UNREAD } from "./view.ts";

/**
 * What a return may have to be read as one value. Larger ones, of which there are few, are read row by row: the
 * database would build, and this process parse, one value of many megabytes.
 */
const MAX_ROWS = 20;
const MAX_ROW_BYTES = 2_000;
const MAX_RETURN_BYTES = 8_000;
const MAX_ORDER_BYTES = 16_000;

const RETURN = rowJson(returns, "returns", UNREAD.return);
const ORDER = rowJson(orders, "ordered", UNREAD.order);
const ITEM = rowJson(returnItems, "item", UNREAD.item);
const NOTE = rowJson(returnNotes, "note", UNREAD.note);
const DESTINATION = rowJson(locations, "destination", UNREAD.destination);

/** SQL for joins after a row of `returns`, for the following. */
export const RECORD_JOINS = `
  cross join lateral (
    select *, octet_length(body::text) <= ${MAX_ORDER_BYTES} as fits from orders
    where store_id = returns.store_id and id = returns.order_id limit 1
  ) as ordered
  cross join lateral (${rowsOf("return_items", {
    name: "item",
    json: ITEM.sql,
    bytes:
      "octet_length(additions::text) + octet_length(reason) + coalesce(octet_length(customer_comment), 0)",
  })}) as items
  cross join lateral (${rowsOf("return_notes", {
    name: "note",
    json: NOTE.sql,
    bytes: "coalesce(octet_length(message), 0)",
  })}) as notes`;

/** SQL for whether the record of a row of `returns` is read as one value. */
export const RECORD_FITS = `(
    ordered.fits and items.fits and notes.fits
    and octet_length(returns.additions::text) + octet_length(returns.shipping_address::text) <= ${MAX_RETURN_BYTES}
  )`;

/** SQL for the record of a row that fits, as JSON text. */
export const RECORD_JSON = `json_build_array(${RETURN.sql}, ${ORDER.sql}, items.rows, notes.rows, (
    select ${DESTINATION.sql} from locations as destination
    where returns.destination_id is not null and store_id = returns.store_id and id = returns.destination_id limit 1
  ))::text`;

/**
 * SQL for `id` and `record` of the returns of the store `$1` whose ids an array has; the record of a large one is
 * null. Looks each id up by the whole key, whatever the planner knows of the table.
 */
export function returnRecords(ids: string): string {
  return `select returns.id, case when ${RECORD_FITS} then ${RECORD_JSON} end as record
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (select * from returns where store_id = $1 and id = wanted.id limit 1) as returns
    ${RECORD_JOINS}`;
}

type Values = unknown[];

/** Returns the record that the text is of. */
export function readRecord(text: string): ReturnRecord {
  const [row, order, items, notes, destination] = JSON.parse(text) as [
    Values,
    Values,
    Values[] | null,
    Values[] | null,
    Values | null,
  ];
  return {
    row: RETURN.read(row),
    order: ORDER.read(order),
    items: (items ?? []).map(ITEM.read).sort((a, b) => a.position - b.position),
    notes: (notes ?? []).map(NOTE.read).sort((a, b) => a.number - b.number),
    destination: destination && DESTINATION.read(destination),
  };
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
