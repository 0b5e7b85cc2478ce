import type { Db } from "./connect.ts";
import { STORE_AWAY } from "./errors.ts";
import { prepared } from "./prepared.ts";

const findState = prepared<{ isAway: boolean }>("is_store_away", `select is_store_away($1) as "isAway"`);

/**
 * Throws a temporary error, as a write would, when a store is being or has been moved to another database. For reads
 * in several statements that miss a row: the store's rows may have been removed in between.
 */
export async function requireStoreHere(db: Db, storeId: string): Promise<void> {
  const [state] = await findState(db, storeId);
  if (!state?.isAway) return;
  throw Object.assign(new Error(`the store ${storeId} is not in this cell`), { code: STORE_AWAY });
}
