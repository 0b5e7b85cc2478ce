import { sql } from "drizzle-orm";
import type { Ctx, QueueName } from "../../core/ctx.ts";
import { type StoreJobData, sendFairly } from "../../core/jobs/fair.ts";

export type LocationChange = StoreJobData & { locationId: string };

/** The queue of locations that have changed, which `features/change-feed/announce-location-job.ts` handles. */
export const LOCATION_CHANGES: QueueName<LocationChange> = { name: "locations.announce" };

/**
 * Has all that shows a location announced in the change feed, in the transaction that changes it. While an earlier change
 * is being announced no second job begins: that job starts over when it is done.
 */
export async function announceLocation(tx: Ctx, storeId: string, locationId: string): Promise<void> {
  const { rows } = await tx.db.execute<{ isNew: boolean }>(sql`
    insert into location_changes (store_id, location_id) values (${storeId}, ${locationId})
    on conflict (store_id, location_id) do update set is_again = true
    returning not is_again as "isNew"`);
  if (rows[0]?.isNew) await sendFairly(tx, LOCATION_CHANGES, { storeId, locationId });
}
