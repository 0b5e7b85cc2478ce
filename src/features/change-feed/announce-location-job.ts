import { type SQL, sql } from "drizzle-orm";
import { type NewChange, recordChanges } from "../../core/changes/record-changes.ts";
import { type Ctx, planByKey } from "../../core/ctx.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { SLICE_OPTIONS, sendFairly, trySlice } from "../../core/jobs/fair.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { LocationStage } from "../../platform/db/tables/stores.ts";
import { LOCATION_CHANGES, type LocationChange } from "../stores/announce-location.ts";

/** How many levels or returns a slice reads. */
const SLICE_ROWS = 1_000;

/**
 * Adds what shows a changed location to its store's feed: levels, their items and returns. None is locked: what a reader has
 * seen of one with the location as it was, was committed before the location's change, so each is among the rows read.
 */
export const announceLocationJob = defineJob<LocationChange>({
  name: LOCATION_CHANGES.name,
  ...SLICE_OPTIONS,
  handle: async (ctx, changes) => {
    for (const data of changes) {
      const work = (change: LocationChange) => inSlice(ctx, (tx) => announceSlice(tx, change));
      await trySlice(ctx, announceLocationJob, { data, work });
    }
  },
});

type Progress = { stage: LocationStage; after: string; isAgain: boolean };

async function announceSlice(tx: Ctx, change: LocationChange): Promise<void> {
  const { storeId, locationId } = change;
  planByKey(tx);
  const isIt = sql`store_id = ${storeId} and location_id = ${locationId}`;
  const { rows } = await tx.db.execute<Progress>(sql`
    select stage, after, is_again as "isAgain" from location_changes where ${isIt} for no key update`);
  const [progress] = rows;
  if (!progress) return;
  const { changes, last, isEnd } = await READS[progress.stage](tx, change, progress.after);
  recordChanges(tx, storeId, changes);
  const next = isEnd ? stageAfter(progress) : { ...progress, after: last };
  if (!next) {
    await tx.db.execute(sql`delete from location_changes where ${isIt}`);
    return;
  }
  await tx.db.execute(sql`
    update location_changes set stage = ${next.stage}, after = ${next.after}, is_again = ${next.isAgain} where ${isIt}`);
  await sendFairly(tx, announceLocationJob, change);
}

/** Returns where it goes on when a stage is done; undefined when all is. */
function stageAfter({ stage, isAgain }: Progress): Progress | undefined {
  if (stage === "levels") return { stage: "returns", after: "", isAgain };
  return isAgain ? { stage: "levels", after: "", isAgain: false } : undefined;
}

type Slice = { changes: NewChange[]; last: string; isEnd: boolean };
type Row = { last: string | null; count: number; ids: string[] | null; items: string[] | null };

const READS: Record<LocationStage, (tx: Ctx, change: LocationChange, after: string) => Promise<Slice>> = {
  levels: (tx, { storeId, locationId }, after) =>
    read(tx, {
      rows: sql`select id, item_id as item, location_id as place from inventory_levels
        where store_id = ${storeId} and id > ${after} order by id limit ${SLICE_ROWS}`,
      locationId,
      type: "level.updated",
    }),
  returns: (tx, { storeId, locationId }, after) =>
    read(tx, {
      rows: sql`select id, null::text as item, destination_id as place from returns
        where store_id = ${storeId} and id > ${after} order by id limit ${SLICE_ROWS}`,
      locationId,
      type: "return.updated",
    }),
};

async function read(
  tx: Ctx,
  { rows: slice, locationId, type }: { rows: SQL; locationId: string; type: NewChange["type"] },
): Promise<Slice> {
  const isThere = sql`filter (where place = ${locationId})`;
  const { rows } = await tx.db.execute<Row>(sql`
    select max(id) as last, count(*)::int as count, array_agg(id order by id) ${isThere} as ids,
      array_agg(distinct item) filter (where place = ${locationId} and item is not null) as items
    from (${slice}) as slice`);
  const [{ last = null, count = 0, ids = null, items = null } = {}] = rows as Partial<Row>[];
  const changes: NewChange[] = [
    ...(ids ?? []).map((objectId) => ({ type, objectId })),
    ...(items ?? []).map((objectId) => ({ type: "item.updated" as const, objectId })),
  ];
  return { changes, last: last ?? "", isEnd: count < SLICE_ROWS };
}
