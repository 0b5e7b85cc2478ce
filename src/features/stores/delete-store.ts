import { and, eq, isNull, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { problem } from "../../lib/problem.ts";
import { NOW } from "../../platform/db/now.ts";
import { apiClients, stores } from "../../platform/db/tables/stores.ts";
import { webhooks } from "../../platform/db/tables/webhooks.ts";
import { purgeStoreJob } from "./purge-store-job.ts";

/** Every request that may still write for the store has ended by then. */
const PURGE_DELAY_SECONDS = 60;

/**
 * Deletes a store: its secrets, its people's access and its deliveries end at once, and a job removes its rows.
 * Its id is never used again. Throws 404 for an unknown store, 400 unless `name` is the store's name.
 */
export function deleteStore(ctx: Ctx, storeId: string, name: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const which = and(eq(stores.storeId, storeId), isNull(stores.removedAt));
    const [store] = await tx.db.select().from(stores).where(which).for("no key update");
    if (!store) throw problem("store_not_found", `There is no store ${storeId}.`);
    if (store.name !== name) {
      throw problem("invalid_request", `To delete the store ${storeId}, confirm its name: "${store.name}".`);
    }
    await tx.db
      .update(stores)
      .set({ removedAt: sql.raw(NOW) })
      .where(which);
    await tx.db.delete(apiClients).where(eq(apiClients.storeId, storeId));
    await tx.db.execute(sql`delete from memberships where store_id = ${storeId}`);
    await tx.db.execute(sql`delete from invitations where store_id = ${storeId}`);
    await tx.db.execute(sql`delete from store_sessions where store_id = ${storeId}`);
    await tx.db
      .update(webhooks)
      .set({ deletedAt: sql.raw(NOW) })
      .where(and(eq(webhooks.storeId, storeId), isNull(webhooks.deletedAt)));
    await tx.cell?.removeStore(storeId);
    await sendFairly(tx, purgeStoreJob, { storeId }, { startAfter: PURGE_DELAY_SECONDS });
  });
}
