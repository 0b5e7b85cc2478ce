import type { Ctx } from "../../../core/ctx.ts";
import { returnNotFound } from "../errors.ts";
import { type FoundReturn, findReturn, type ReturnReference } from "../find-return.ts";

/** Returns the requested return. Throws the warehouse error 200 with `errors` if there is none. */
export async function requireReturn(
  ctx: Ctx,
  storeId: string,
  reference: ReturnReference,
): Promise<FoundReturn> {
  const found = await findReturn(ctx, storeId, reference);
  if (!found) throw returnNotFound("errors");
  return found;
}
