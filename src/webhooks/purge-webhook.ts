import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { OfStore } from "../jobs/fair.ts";
import { SLICE_ROWS } from "../jobs/retention.ts";
import { isThere } from "./find.ts";
import { removeUnusedPayloads } from "./forget-payloads.ts";
import { inSlice } from "./sliced.ts";

export type PurgedWebhook = OfStore & { webhookId: string };

/** How long one webhook is worked on before others have their turn. */
const TURN_MS = 2_000;

/**
 * Removes what a deleted webhook has left, and the payloads that no other webhook of its store has to hear or heard of. Returns
 * whether it came to the end; else its time was up.
 */
export async function purgeWebhook(ctx: Ctx, { storeId, webhookId }: PurgedWebhook): Promise<boolean> {
  if (await isThere(ctx, storeId, webhookId)) return true;
  const until = performance.now() + TURN_MS;
  const ofWebhook = sql`store_id = ${storeId} and webhook_id = ${webhookId}`;
  for (const purge of [
    () => purgeRows(ctx, sql`webhook_attempts`, ofWebhook),
    () => inSlice(ctx, (tx) => purgeEvents(tx, storeId, ofWebhook)),
    () => purgeRows(ctx, sql`webhook_subjects`, ofWebhook),
  ]) {
    while ((await purge()) === SLICE_ROWS) if (performance.now() > until) return false;
  }
  await ctx.db.execute(sql`delete from webhooks where store_id = ${storeId} and id = ${webhookId}`);
  return true;
}

async function purgeRows(ctx: Ctx, table: SQL, ofWebhook: SQL): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`delete from ${table} where ${slice(table, ofWebhook)}`);
  return rowCount ?? 0;
}

async function purgeEvents(tx: Ctx, storeId: string, ofWebhook: SQL): Promise<number> {
  const { rows } = await tx.db.execute<{ payload_id: string }>(sql`
    delete from webhook_events where ${slice(sql`webhook_events`, ofWebhook)} returning payload_id`);
  await removeUnusedPayloads(tx, storeId, [...new Set(rows.map(({ payload_id }) => payload_id))]);
  return rows.length;
}

/** The rows are named by their places: none of them is written any more. */
function slice(table: SQL, ofWebhook: SQL): SQL {
  return sql`ctid = any(array(select ctid from ${table} where ${ofWebhook} limit ${SLICE_ROWS}))`;
}
