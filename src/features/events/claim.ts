import { type Ctx, withCommit } from "../../core/ctx.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { EventRow } from "./row.ts";

type Claimed = Pick<EventRow, "uniqueId">;

export type Claims = {
  /** Whether the event has no `uniqueId`, or one that this transaction has claimed. */
  isFree(event: Claimed): boolean;
  /** Marks the event's `uniqueId` as used: the event is accepted. */
  use(event: Claimed): void;
  /** Releases claims that were not used: a refused event leaves its `uniqueId` free. */
  release(): void;
};

/**
 * Claims the `uniqueId`s of events in the transaction that accepts them. An id can be claimed when the store
 * has never accepted it; a concurrent claim of the same id waits for the end of the transaction.
 */
export async function claim(ctx: Ctx, storeId: string, events: Claimed[]): Promise<Claims> {
  const ids = [...new Set(events.flatMap(({ uniqueId }) => uniqueId ?? []))];
  const claimed = ids.length > 0 ? await claimIds(ctx.db, storeId, ids) : [];
  const free = new Set(claimed.map(({ id }) => id));
  return {
    isFree: ({ uniqueId }) => uniqueId === undefined || free.has(uniqueId),
    use: ({ uniqueId }) => uniqueId !== undefined && free.delete(uniqueId),
    release: () => {
      if (free.size > 0) withCommit(ctx, releaseIds(ctx.db, storeId, [...free]));
    },
  };
}

/** In one order, so that two batches with the same ids can't deadlock. */
const claimIds = prepared<{ id: string }>(
  "claim_unique_ids",
  `insert into event_unique_ids (store_id, unique_id) select $1, id from unnest($2::text[]) as id order by id collate "C"
   on conflict do nothing returning unique_id as id`,
);

const releaseIds = prepared(
  "release_unique_ids",
  "delete from event_unique_ids where store_id = $1 and unique_id = any($2::text[])",
);
