import type { Ctx } from "../../ctx.ts";
import { returnNotFound } from "../errors.ts";
import { type FoundReturn, findReturn, type Naming } from "../find-return.ts";

/**
 * The return that is meant; when there is none, the refusal of every operation on one return but its details.
 */
export async function requireReturn(ctx: Ctx, storeId: string, naming: Naming): Promise<FoundReturn> {
  const found = await findReturn(ctx, storeId, naming);
  if (!found) throw returnNotFound("errors");
  return found;
}
