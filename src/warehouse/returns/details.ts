import type { Ctx } from "../../ctx.ts";
import { streamJson } from "../../lib/stream-json.ts";
import { returnNotFound } from "../errors.ts";
import { findReturn, type ReturnReference } from "../find-return.ts";
import { numericIds } from "../numeric-ids.ts";
import { detailsView, merchantIdsOf } from "./details-view.ts";
import { loadForWarehouse } from "./load.ts";

/** Yields the JSON of a return's details. Throws the warehouse error 200 for an unknown return. */
export async function* detailsJson(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  reference: ReturnReference,
): AsyncGenerator<string> {
  const found = await findReturn(ctx, store.storeId, reference);
  const [record] = found ? await loadForWarehouse(ctx, store.storeId, [found.id]) : [];
  if (!record) throw returnNotFound("error");
  const numbers = await numericIds(ctx, store.storeId, merchantIdsOf(record));
  yield* streamJson(await detailsView(record, numbers, store.origin));
}
