import type { Ctx } from "../../core/ctx.ts";
import type { Scope } from "../../core/scopes.ts";
import { isStorableText } from "../../lib/text.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";

/**
 * Returns the origin if pages of it use a publishable secret of the store with this scope; undefined if not, or if there is no
 * such store.
 */
export async function allowedOrigin(
  ctx: Ctx,
  storeId: string | null,
  origin: string | null,
  scope: Scope,
): Promise<string | undefined> {
  if (storeId === null || origin === null || !isStorableText(storeId) || !isStorableText(origin))
    return undefined;
  const rows = await findOrigin(ctx.db, storeId, origin, scope);
  return rows.length > 0 ? origin : undefined;
}

const findOrigin = preparedByKey<{ id: string }>(
  "find_page_origin",
  `select id from api_clients where store_id = $1 and revoked_at is null and $2::text = any(origins) and $3::text = any(scopes) limit 1`,
);
