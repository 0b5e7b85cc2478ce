import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { problem } from "../../lib/problem.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { policies } from "../../platform/db/tables/policies.ts";
import type { ListedPolicy, SavedPolicy } from "./saved-schema.ts";
import type { Policy } from "./schema.ts";

/** Returns the policy that a store has. Throws 404 when it has none. */
export async function readPolicy(ctx: Ctx, storeId: string): Promise<SavedPolicy> {
  const [row] = await ctx.db
    .select()
    .from(policies)
    .where(eq(policies.storeId, storeId))
    .orderBy(desc(policies.version))
    .limit(1);
  if (!row) throw problem("policy_not_found", "The store has no return policy: everything may be returned.");
  return { version: row.version, policy: row.document as Policy };
}

/** Returns a version of a store's policy. Throws 404 when there is none with this number. */
export async function readPolicyVersion(ctx: Ctx, storeId: string, version: string): Promise<SavedPolicy> {
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
  const [row] = await ctx.db
    .select()
    .from(policies)
    .where(and(eq(policies.storeId, storeId), eq(policies.version, number)));
  if (!row) throw problem("policy_not_found", `The store's return policy has no version ${version}.`);
  return { version: row.version, policy: row.document as Policy };
}

export const POLICY_VERSION_LIST = createList({
  name: "policy versions",
  table: "policies",
  key: { columns: [["version", "number"]] },
  row: rowJson(policies, "policies", ["storeId", "document"]),
  filters: {},
});

/** Returns a page of the versions of a store's policy, the newest first, without their documents. */
export async function listPolicyVersions(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ versions: ListedPolicy[]; headers: Record<string, string> }> {
  const { rows, headers } = await POLICY_VERSION_LIST.find(ctx, storeId, { page });
  const versions = rows.map(({ record: { version, savedAt, savedBy, savedById } }) => ({
    ...{ version, at: savedAt.toISOString(), by: savedBy, byId: savedById },
  }));
  return { versions, headers };
}
