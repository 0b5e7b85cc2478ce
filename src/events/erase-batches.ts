import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { ErasureRule } from "../jobs/erasure.ts";
import { inSlice } from "../jobs/in-slice.ts";

/** A batch may have 5 MB. */
const SLICE_BATCHES = 5;

type Row = { id: string; events: string; customers: (string | null)[] };

/** Removes events of bulk requests that were accepted and not yet recorded; those of other customers stay. */
export const batchesErasure: ErasureRule = {
  name: "stored bulk requests",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const ids = new Set(batch.map(({ id }) => id));
      const { rows } = await tx.db.execute<Row>(sql`
        select id, events, customers from event_batches
        where store_id = ${storeId} and customers && ${sql.param([...ids])}::text[]
        limit ${SLICE_BATCHES} for update`);
      for (const row of rows) await rewrite(tx, storeId, row, ids);
      return { isDone: rows.length < SLICE_BATCHES };
    }),
};

/** An event without a customer is not recorded. */
async function rewrite(tx: Ctx, storeId: string, row: Row, erased: Set<string>): Promise<void> {
  const isErased = (customer: string | null | undefined) =>
    typeof customer === "string" && erased.has(customer);
  const events = (JSON.parse(row.events) as unknown[]).map((event, i) =>
    isErased(row.customers[i]) ? {} : event,
  );
  const customers = row.customers.map((customer) => (isErased(customer) ? null : customer));
  await tx.db.execute(sql`
    update event_batches set events = ${JSON.stringify(events)}, customers = ${sql.param(customers)}::text[]
    where store_id = ${storeId} and id = ${row.id}`);
}
