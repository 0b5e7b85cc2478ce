import { preparedByKey } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";
import type { ApiClient } from "./authenticate.ts";

/** How exactly the last use of a secret is stored. */
const EXACT_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Returns a function that stores when a client's secret was last used: one statement per client and minute, which
 * no request waits for.
 */
export function createLastUse(ctx: Ctx): (client: ApiClient) => void {
  const marked = new Map<string, number>();
  return ({ storeId, id }) => {
    const now = performance.now();
    const last = marked.get(id);
    if (last !== undefined && now - last < EXACT_MS) return;
    if (marked.size === MAX_REMEMBERED) marked.clear();
    marked.set(id, now);
    markUsed(ctx.db, storeId, id, ctx.now().toISOString()).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "can't store when an API client was last used");
    });
  };
}

const markUsed = preparedByKey(
  "mark_client_used",
  `update api_clients set last_used_at = $3
   where store_id = $1 and id = $2 and revoked_at is null
     and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
);
