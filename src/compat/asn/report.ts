import type { Ctx } from "../../ctx.ts";
import { causeOf } from "../../http/cause.ts";
import type { Caller } from "../../http/trace.ts";
import { byteStream } from "../../lib/byte-stream.ts";
import { readAsn } from "./read.ts";
import { asnRow } from "./row-view.ts";
import { type AsnDates, asnWindow } from "./window.ts";

/**
 * The report as the JSON text of one array, read as fast as it is taken: what it keeps in memory doesn't grow with it. When the
 * database fails on the way the answer breaks off, so that nobody takes it for a whole one.
 */
export function reportAsn(ctx: Ctx, caller: Caller, dates: AsnDates): Promise<ReadableStream<Uint8Array>> {
  const { storeId, requestId } = caller;
  return byteStream(
    jsonOf(readAsn(ctx, storeId, asnWindow(dates, ctx.now()))),
    (error) => ctx.log.error({ requestId, ...causeOf(error) }, "the ASN report broke off"),
    (work) => ctx.shares.within(storeId, work),
  );
}

async function* jsonOf(slices: ReturnType<typeof readAsn>): AsyncGenerator<string> {
  let separator = "[";
  for await (const { units } of slices) {
    yield separator + units.map(({ item, unit }) => JSON.stringify(asnRow(item, unit))).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
