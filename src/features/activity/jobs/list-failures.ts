import { type SQL, sql } from "drizzle-orm";
import { type Ctx, inTransaction, planByKey } from "../../../core/ctx.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import { type JobFailure, MAX_COUNTED, MAX_FAILURES } from "./schema.ts";

type Kind = JobFailure["kind"];

/**
 * Returns the jobs of a store that have failed, the oldest of each kind first. Deliveries are left out: each webhook
 * lists its own.
 */
export function listFailures(ctx: Ctx, storeId: string): Promise<JobFailure[]> {
  const parts = Object.entries(failuresOf(ctx, storeId)).map(
    ([kind, rows]) => sql`(
      select ${kind}::text as kind, id, ${instantText(sql`since`)} as since, reason, "isGivenUp"
      from (${rows}) as failed order by failed.since, id limit ${sql.raw(String(MAX_FAILURES))})`,
  );
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    const { rows } = await tx.db.execute<JobFailure>(sql.join(parts, sql` union all `));
    return rows;
  });
}

/** Each select reads what is not done, up to the bound. */
function failuresOf(ctx: Ctx, storeId: string): Record<Exclude<Kind, "deliveries">, SQL> {
  const { asnExports, inventoryImports, orderImports } = ctx.config.retention;
  return {
    events: sql`select id::text, kept_at as since, batch_error as reason, false as "isGivenUp"
      from (${first(sql`event_batches`, storeId, sql`true`)}) as batches where failures > 0`,
    backfills: jobsOf(storeId, "webhooks.backfill"),
    replays: jobsOf(storeId, "webhooks.replay"),
    exports: sql`select id, created_at as since, export_error as reason, true as "isGivenUp"
      from (${first(sql`asn_exports`, storeId, sql`status = 'failed'`)}) as exports
      where ${isRetained(sql`created_at`, asnExports) ?? sql`true`}`,
    imports: sql`select id, created_at as since, import_error as reason, true as "isGivenUp"
      from (${first(sql`inventory_imports`, storeId, sql`status = 'failed'`)}) as imports
      where ${isRetained(sql`created_at`, inventoryImports) ?? sql`true`}`,
    orderImports: sql`select id, created_at as since, import_error as reason, true as "isGivenUp"
      from (${first(sql`order_imports`, storeId, sql`status = 'failed'`)}) as order_files
      where ${isRetained(sql`created_at`, orderImports) ?? sql`true`}`,
    erasures: sql`select id, requested_at as since, erasure_error as reason, false as "isGivenUp"
      from (${first(sql`erasures`, storeId, sql`true`)}) as erasures where failures > 0`,
    merges: sql`select merged_id as id, requested_at as since, merge_error as reason, false as "isGivenUp"
      from (${first(sql`customer_merges`, storeId, sql`true`)}) as merges where failures > 0`,
  };
}

function first(table: SQL, storeId: string, condition: SQL): SQL {
  return sql`select * from ${table} where store_id = ${storeId} and ${condition} limit ${sql.raw(String(MAX_COUNTED))}`;
}

/** The queue is shared by all stores: those of the store are looked for among its first jobs. */
function jobsOf(storeId: string, queue: string): SQL {
  const bounded = sql`select group_id, created_on, data from pgboss.job
    where name = ${queue} and state <= 'active' limit ${sql.raw(String(MAX_COUNTED))}`;
  return sql`select data ->> 'webhookId' as id, created_on as since, data ->> 'reason' as reason, false as "isGivenUp"
    from (${bounded}) as first_jobs where group_id = ${storeId} and data ? 'reason'`;
}
