import type { Ctx } from "../../ctx.ts";
import { streamArray } from "../../lib/stream-json.ts";
import { readAsn } from "./read.ts";
import { type AsnDates, asnWindow } from "./window.ts";

/** Small, so that little is in use when the runtime frees memory: it keeps that for long. */
const SLICE_ROWS = 50;

/** Yields the report as a JSON array, with constant memory. */
export function reportAsn(ctx: Ctx, storeId: string, dates: AsnDates): AsyncGenerator<string> {
  return streamArray(slicesJson(ctx, storeId, dates));
}

/** Yields the rows of a slice joined by commas: one piece for many elements. */
async function* slicesJson(ctx: Ctx, storeId: string, dates: AsnDates) {
  const window = asnWindow(dates, ctx.now());
  for await (const { rows } of readAsn(ctx, storeId, { window, sliceRows: SLICE_ROWS })) {
    // Concatenation, unlike a join, doesn't copy the rows before they are encoded.
    yield [rows.reduce((text, row) => `${text},${row}`)];
  }
}
