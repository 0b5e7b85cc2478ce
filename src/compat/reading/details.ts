import type { Ctx } from "../../ctx.ts";
import { identify, type Naming } from "../identify.ts";
import { numbersOf } from "../numbers.ts";
import { noReturnFound } from "../refusals.ts";
import { detailsView, textsOf } from "./details-view.ts";
import { loadForWarehouse } from "./load.ts";
import type { ReturnDetails } from "./schema.ts";

/** The details of the return that is meant; when there is none, that is told with the status 200. */
export async function returnDetails(
  ctx: Ctx,
  store: { storeId: string; origin: string },
  naming: Naming,
): Promise<ReturnDetails> {
  const found = await identify(ctx, store.storeId, naming);
  const [record] = found ? await loadForWarehouse(ctx, store.storeId, [found.id]) : [];
  if (!record) throw noReturnFound("error");
  return detailsView(record, await numbersOf(ctx, store.storeId, textsOf(record)), store.origin);
}
