import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { StoreJobData } from "../../core/jobs/fair.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { SLICE_ROWS } from "../../core/jobs/retention.ts";
import { isForeignKeyViolation } from "../../platform/db/errors.ts";
import { webhookExists } from "./find.ts";
import { removeUnusedPayloads } from "./remove-unused-payloads.ts";

export type PurgeWebhookData = StoreJobData & { webhookId: string };

/** How long one job works before other webhooks have their turn. */
const TURN_MS = 2_000;

/**
 * Removes the rows of a deleted webhook, and the payloads that no other webhook uses. Returns false when its
 * time was up before everything was removed, or rows were being written meanwhile.
 */
export async function purgeWebhook(ctx: Ctx, { storeId, webhookId }: PurgeWebhookData): Promise<boolean> {
  if (await webhookExists(ctx, storeId, webhookId)) return true;
  const until = performance.now() + TURN_MS;
  const ofWebhook = sql`store_id = ${storeId} and webhook_id = ${webhookId}`;
  for (const purge of [
    () => purgeRows(ctx, sql`webhook_attempts`, ofWebhook),
    () => inSlice(ctx, (tx) => purgeEvents(tx, storeId, ofWebhook)),
    () => purgeRows(ctx, sql`webhook_streams`, ofWebhook),
    () => purgeRows(ctx, sql`webhook_history`, ofWebhook),
  ]) {
    while ((await purge()) === SLICE_ROWS) if (performance.now() > until) return false;
  }
  try {
    await ctx.db.execute(sql`delete from webhooks where store_id = ${storeId} and id = ${webhookId}`);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
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

/** Rows are addressed by ctid: those that an erasure has just written stay. */
function slice(table: SQL, ofWebhook: SQL): SQL {
  return sql`ctid = any(array(select ctid from ${table} where ${ofWebhook} limit ${SLICE_ROWS}))`;
}
