import type { Ctx } from "../../ctx.ts";
import { textOf } from "../../lib/json-text.ts";
import { identify, type Naming } from "../identify.ts";
import { numbersOf } from "../numbers.ts";
import { noReturnFound } from "../refusals.ts";
import { detailsView, textsOf as textsIn } from "./details-view.ts";
import { loadForWarehouse } from "./load.ts";

/** The JSON text of the details of the return that is meant; when there is none, that is told with the status 200. */
export async function* detailsText(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  naming: Naming,
): AsyncGenerator<string> {
  const found = await identify(ctx, store.storeId, naming);
  const [record] = found ? await loadForWarehouse(ctx, store.storeId, [found.id]) : [];
  if (!record) throw noReturnFound("error");
  const numbers = await numbersOf(ctx, store.storeId, textsIn(record));
  yield* textOf(await detailsView(record, numbers, store.origin));
}
