import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { ErasureRule } from "../jobs/erasure.ts";
import { inSlice } from "../jobs/in-slice.ts";
import type { Person } from "../lib/redact.ts";
import { releaseUniqueIds } from "./delete-events.ts";

/** A batch may have 5 MB. */
const SLICE_BATCHES = 5;

type Row = { id: string; events: string; customers: (string | null)[] };

/** Removes events of bulk requests that were accepted and not yet recorded; those of other customers stay. */
export const batchesErasure: ErasureRule = {
  name: "stored bulk requests",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const personOf = new Map(batch.map(({ id, person }) => [id, person]));
      const { rows } = await tx.db.execute<Row>(sql`
        select id, events, customers from event_batches
        where store_id = ${storeId} and customers && ${sql.param([...personOf.keys()])}::text[]
        limit ${SLICE_BATCHES} for update`);
      for (const row of rows) await rewrite(tx, storeId, row, personOf);
      return { isDone: rows.length < SLICE_BATCHES };
    }),
};

/** An event without a customer is not recorded. */
async function rewrite(tx: Ctx, storeId: string, row: Row, personOf: Map<string, Person>): Promise<void> {
  const events = JSON.parse(row.events) as { uniqueId?: string }[];
  const removed = row.customers.flatMap((customerId, i) =>
    customerId !== null && personOf.has(customerId) ? { customerId, uniqueId: events[i]?.uniqueId, i } : [],
  );
  const customers: (string | null)[] = [...row.customers];
  for (const { i } of removed) {
    events[i] = {};
    customers[i] = null;
  }
  await releaseUniqueIds(tx, storeId, personOf, removed);
  await tx.db.execute(sql`
    update event_batches set events = ${JSON.stringify(events)}, customers = ${sql.param(customers)}::text[]
    where store_id = ${storeId} and id = ${row.id}`);
}
