import type { Ctx } from "../ctx.ts";
import { invalid } from "../lib/problem.ts";
import { findKnown } from "./known.ts";
import { lockCustomers } from "./lock-customers.ts";
import { type CustomerInput, patchOf } from "./patch.ts";
import { createResolver } from "./resolver.ts";
import { writeChanges } from "./write-changes.ts";

/**
 * Returns the id of the customer whom `given` means, undefined when nothing identifies one: matched by the highest
 * identifier alone, or made, and patched with the rest. Throws a 400 when the profile would grow beyond its bounds. Runs in
 * the caller's transaction, and locks only a customer of whom something new is said.
 */
export async function resolveCustomer(
  ctx: Ctx,
  storeId: string,
  given: CustomerInput,
): Promise<string | undefined> {
  const patch = patchOf(given);
  const known = await findKnown(ctx, storeId, patch);
  if (known !== undefined) return known;

  const resolver = createResolver(await lockCustomers(ctx, storeId, [patch]));
  const resolved = resolver.resolve(patch);
  if (typeof resolved === "object") throw invalid(resolved);
  await writeChanges(ctx, storeId, resolver.changes());
  return resolved;
}
