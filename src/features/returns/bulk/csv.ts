import type { Ctx } from "../../../core/ctx.ts";
import { pageOf } from "../../../core/http/paging.ts";
import type { RecordRow } from "../../../core/lists/list.ts";
import { afterEach } from "../../../lib/after-each.ts";
import { spreadsheetCell } from "../../../lib/csv.ts";
import { slicesByBytes } from "../../../lib/slices-by-bytes.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { findReturns, RETURN_LIST } from "../read/list.ts";
import type { ReturnFilter } from "../read/list-filters.ts";
import { loadFound } from "../read/load.ts";
import { returnView } from "../read/view.ts";
import type { Return } from "../schema.ts";
import { MAX_CSV_ROWS } from "./schema.ts";

/** The size and number of the returns that are in memory at once. */
const MAX_LOADED_BYTES = 512 * 1024;
const MAX_LOADED_ROWS = 50;
const KEYS_PER_PAGE = 500;
/** A line is short, and what it is made of may be large. */
const FREE_MEMORY_AFTER_BYTES = 16 * 1024 * 1024;

const COLUMNS: Record<string, (row: Return) => string> = {
  id: ({ id }) => id,
  order: ({ order }) => order.name,
  status: ({ status }) => status,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  first_name: ({ source }) => source.name.given,
  last_name: ({ source }) => source.name.surname,
  email: ({ source }) => source.emailAddress,
  units: ({ items }) => String(items.reduce((units, { quantity }) => units + quantity, 0)),
  skus: ({ items }) => list(items.map(({ sku }) => sku)),
  reasons: ({ items }) => list(items.map(({ reason }) => reason)),
  refund: ({ totals }) => totals.refund.amount.amount,
  store_credit: ({ totals }) => totals.storeCredit.amount.amount,
  exchange: ({ totals }) => totals.exchange.amount.amount,
  charge: ({ totals }) => totals.charge.amount.amount,
  currency: ({ totals }) => totals.refund.amount.currency,
  tracking_numbers: ({ shipments }) => list(shipments.map(({ tracker }) => tracker)),
  tags: ({ tags }) => list(tags.map(({ name }) => name)),
};

/**
 * Yields the lines of a CSV file (RFC 4180) of the store's returns that match every filter, newest created first, as
 * fast as they are taken and with constant memory. Returns that change meanwhile are listed as they are then.
 */
export async function* csvOfReturns(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  filter: ReturnFilter,
): AsyncGenerator<string> {
  const yieldNow = createYielder();
  const loaded = afterEach(FREE_MEMORY_AFTER_BYTES, ctx.freeMemory);
  yield `${Object.keys(COLUMNS).join(",")}\r\n`;
  for await (const slice of slicesOf(ctx, store.storeId, filter)) {
    let text = "";
    const recordOf = await loadFound(ctx, store.storeId, slice);
    for (const row of slice) {
      const record = recordOf(row);
      if (!record) continue;
      text += line(returnView(record, store.origin, "read"));
      await yieldNow();
    }
    if (text !== "") yield text;
    loaded(slice.reduce((total, { bytes }) => total + bytes, 0));
  }
}

async function* slicesOf(ctx: Ctx, storeId: string, filter: ReturnFilter): AsyncGenerator<RecordRow[]> {
  let next: string | undefined;
  let left = MAX_CSV_ROWS;
  do {
    const size = Math.min(KEYS_PER_PAGE, left);
    const asked = { "x-page-size": size, ...(next !== undefined && { "x-page-continue": next }) };
    const { rows, headers } = await findReturns(
      ctx,
      storeId,
      filter,
      pageOf({ headers: asked }, RETURN_LIST, storeId),
    );
    yield* slicesByBytes(rows, MAX_LOADED_BYTES, MAX_LOADED_ROWS);
    left -= rows.length;
    next = headers["X-Page-Next"];
  } while (next !== undefined && left > 0);
}

function line(row: Return): string {
  return `${Object.values(COLUMNS)
    .map((cell) => spreadsheetCell(cell(row)))
    .join(",")}\r\n`;
}

/** A return has up to 10,000 items, many of them alike. */
function list(texts: (string | undefined)[]): string {
  return [...new Set(texts.filter((text) => text))].join("; ");
}
