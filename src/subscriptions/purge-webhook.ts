import { type SQL, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { SLICE_ROWS } from "../jobs/retention.ts";
import { isThere } from "./find.ts";
import { forgetUnused } from "./forget-payloads.ts";

export type PurgedWebhook = { storeId: string; webhookId: string };

/** Removes what a deleted webhook has left, and the payloads that no other webhook of its store has to hear or heard of. */
export async function purgeWebhook(ctx: Ctx, { storeId, webhookId }: PurgedWebhook): Promise<void> {
  if (await isThere(ctx, storeId, webhookId)) return;
  const ofWebhook = sql`store_id = ${storeId} and webhook_id = ${webhookId}`;
  await inSlices(() => purgeRows(ctx, sql`webhook_attempts`, ofWebhook));
  await inSlices(() => inTransaction(ctx, (tx) => purgeEvents(tx, storeId, ofWebhook)));
  await inSlices(() => purgeRows(ctx, sql`webhook_subjects`, ofWebhook));
  await ctx.db.execute(sql`delete from webhooks where store_id = ${storeId} and id = ${webhookId}`);
}

async function inSlices(purge: () => Promise<number>): Promise<void> {
  let purged = SLICE_ROWS;
  while (purged === SLICE_ROWS) purged = await purge();
}

async function purgeRows(ctx: Ctx, table: SQL, ofWebhook: SQL): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`delete from ${table} where ${slice(table, ofWebhook)}`);
  return rowCount ?? 0;
}

async function purgeEvents(tx: Ctx, storeId: string, ofWebhook: SQL): Promise<number> {
  const { rows } = await tx.db.execute<{ payload_id: string }>(sql`
    delete from webhook_events where ${slice(sql`webhook_events`, ofWebhook)} returning payload_id`);
  await forgetUnused(tx, storeId, [...new Set(rows.map(({ payload_id }) => payload_id))]);
  return rows.length;
}

/** The rows are named by their places: none of them is written any more. */
function slice(table: SQL, ofWebhook: SQL): SQL {
  return sql`ctid = any(array(select ctid from ${table} where ${ofWebhook} limit ${SLICE_ROWS}))`;
}
