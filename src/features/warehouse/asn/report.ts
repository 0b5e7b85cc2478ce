import type { Ctx } from "../../../core/ctx.ts";
import { streamArray } from "../../../lib/stream-json.ts";
import type { Version } from "../versions.ts";
import { readAsn } from "./read.ts";
import { type AsnDates, type AsnWindow, asnWindow, requireRange } from "./window.ts";

/** Small, so that little is in use when the runtime frees memory: it keeps that for long. */
const SLICE_ROWS = 50;

type Asked = { dates: AsnDates; version: Pick<Version, "maxAsnDays"> };

/**
 * Returns a function that yields the report as a JSON array, with constant memory. Throws 422 for a longer range than the
 * version has.
 */
export function reportAsn(
  ctx: Ctx,
  storeId: string,
  { dates, version }: Asked,
): () => AsyncGenerator<string> {
  const window = asnWindow(dates, ctx.now());
  requireRange(dates, window, version.maxAsnDays);
  return () => streamArray(slicesJson(ctx, storeId, window));
}

/** Yields the rows of a slice joined by commas: one piece for many elements. */
async function* slicesJson(ctx: Ctx, storeId: string, window: AsnWindow) {
  for await (const { rows } of readAsn(ctx, storeId, { window, sliceRows: SLICE_ROWS })) {
    // Concatenation, unlike a join, doesn't copy the rows before they are encoded.
    yield [rows.reduce((text, row) => `${text},${row}`)];
  }
}
