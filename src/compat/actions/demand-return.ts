import type { Ctx } from "../../ctx.ts";
import { type Identified, identify, type Naming } from "../identify.ts";
import { noReturnFound } from "../refusals.ts";

/** The return that is meant; when there is none, the refusal of every operation on one return but its details. */
export async function demandReturn(ctx: Ctx, storeId: string, naming: Naming): Promise<Identified> {
  const found = await identify(ctx, storeId, naming);
  if (!found) throw noReturnFound("errors");
  return found;
}
