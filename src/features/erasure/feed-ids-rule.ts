import { sql } from "drizzle-orm";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { namesPerson, shownId } from "./shown-id.ts";

const SLICE_CHANGES = 5_000;

/** Replaces ids that name their person in the change feed; most ids don't, and nothing is read. */
export const feedIdsRule: ErasureRule = {
  name: "ids in the change feed",
  erase: async (ctx, { storeId, batch, cursor = "0" }) => {
    const named = batch.flatMap(({ customerIds, person, requestedAt }) =>
      customerIds
        .filter((id) => namesPerson(id, person))
        .map((id) => ({ id, person, until: requestedAt.toISOString() })),
    );
    if (named.length === 0) return { isDone: true };
    const ids = await Promise.all(
      named.map(async ({ id, person, until }) => ({ id, until, shown: await shownId(id, person) })),
    );
    const shownIds = sql`json_to_recordset(${JSON.stringify(ids)}::json) as named(id text, until timestamptz, shown text)`;
    // A later customer may have the id. The erasure itself is a moment later, and orders have added names since.
    const isNamed = sql`store_id = ${storeId} and object_id = named.id
      and (type like 'customer.%' and at <= named.until or type = 'customer.erased')`;
    return inSlice(ctx, async (tx) => {
      await tx.db.execute(
        sql`update unnumbered_changes set object_id = named.shown from ${shownIds} where ${isNamed}`,
      );
      await tx.db.execute(sql`
        update changes set object_id = named.shown from ${shownIds} where ${isNamed}
          and sequence > ${cursor}::bigint and sequence <= ${cursor}::bigint + ${SLICE_CHANGES}`);
      const { rows } = await tx.db.execute<{ last: string }>(sql`
        select last from change_feeds where store_id = ${storeId}`);
      const next = Number(cursor) + SLICE_CHANGES;
      return next < Number(rows[0]?.last ?? 0) ? { isDone: false, cursor: String(next) } : { isDone: true };
    });
  },
};
