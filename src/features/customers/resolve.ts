import type { Ctx } from "../../core/ctx.ts";
import { invalid } from "../../lib/problem.ts";
import { lockCustomers } from "./lock-customers.ts";
import { type CustomerInput, patchOf } from "./patch.ts";
import { createResolver } from "./resolver.ts";
import { findUnchanged } from "./unchanged.ts";
import { writeChanges } from "./write-changes.ts";

/**
 * Resolves the customer of an input: matches it by its highest identifier alone or creates it, and patches it
 * with the rest. Returns its id; undefined without an identifier. Throws 400 when the profile would exceed
 * its limits. Runs in the caller's transaction and locks only when the patch changes something.
 */
export async function resolveCustomer(
  ctx: Ctx,
  storeId: string,
  input: CustomerInput,
): Promise<string | undefined> {
  const patch = patchOf(input);
  const unchanged = await findUnchanged(ctx, storeId, patch);
  if (unchanged !== undefined) return unchanged;

  const resolver = createResolver(await lockCustomers(ctx, storeId, [patch]));
  const resolved = resolver.resolve(patch);
  if (typeof resolved === "object") throw invalid(resolved);
  writeChanges(ctx, storeId, resolver.changes());
  return resolved;
}
