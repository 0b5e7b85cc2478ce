import type { Ctx } from "../../ctx.ts";
import { readAsn } from "./read.ts";
import { asnRow } from "./row-view.ts";
import { type AsnDates, asnWindow } from "./window.ts";

/** Yields the report as a JSON array, with constant memory. */
export async function* reportAsn(ctx: Ctx, storeId: string, dates: AsnDates): AsyncGenerator<string> {
  let separator = "[";
  for await (const { units } of readAsn(ctx, storeId, asnWindow(dates, ctx.now()))) {
    yield separator + units.map(({ item, unit }) => JSON.stringify(asnRow(item, unit))).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
