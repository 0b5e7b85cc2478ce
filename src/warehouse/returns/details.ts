import type { Ctx } from "../../ctx.ts";
import { streamJson } from "../../lib/stream-json.ts";
import { returnNotFound } from "../errors.ts";
import { findReturn, type ReturnReference } from "../find-return.ts";
import { numericIds } from "../numeric-ids.ts";
import { detailsView, textsOf as textsIn } from "./details-view.ts";
import { loadForWarehouse } from "./load.ts";

/**
 * The JSON text of the details of the return that is meant; when there is none, that is told with the status
 * 200.
 */
export async function* detailsText(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  naming: ReturnReference,
): AsyncGenerator<string> {
  const found = await findReturn(ctx, store.storeId, naming);
  const [record] = found ? await loadForWarehouse(ctx, store.storeId, [found.id]) : [];
  if (!record) throw returnNotFound("error");
  const numbers = await numericIds(ctx, store.storeId, textsIn(record));
  yield* streamJson(await detailsView(record, numbers, store.origin));
}
