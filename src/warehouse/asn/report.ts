import type { Ctx } from "../../ctx.ts";
import { streamArray } from "../../lib/stream-json.ts";
import { readAsn } from "./read.ts";
import { asnRow } from "./row-view.ts";
import { type AsnDates, asnWindow } from "./window.ts";

/** Yields the report as a JSON array, with constant memory. */
export function reportAsn(ctx: Ctx, storeId: string, dates: AsnDates): AsyncGenerator<string> {
  return streamArray(rowsJson(ctx, storeId, dates));
}

/** Yields the rows of a slice joined by commas: one piece for many elements. */
async function* rowsJson(ctx: Ctx, storeId: string, dates: AsnDates) {
  for await (const { units } of readAsn(ctx, storeId, asnWindow(dates, ctx.now()))) {
    yield [units.map(({ item, unit }) => JSON.stringify(asnRow(item, unit))).join(",")];
  }
}
