import { type SQL, sql } from "drizzle-orm";
import { type Ctx, inTransaction, planByKey } from "../../../core/ctx.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import { KINDS, MAX_COUNTED, type StoreQueue } from "./schema.ts";

type Row = Omit<StoreQueue, "isAtLeast">;

/** The minutes before the present one. */
const RATE_MINUTES = 60;

/** Returns a select for each queue, with `since` and `failed` of its unfinished work. They are read up to the bound. */
function queuesOf(ctx: Ctx, storeId: string): Record<StoreQueue["kind"], SQL> {
  const retained = isRetained(sql`created_at`, ctx.config.retention.asnExports);
  const retainedImports = isRetained(sql`created_at`, ctx.config.retention.inventoryImports);
  const retainedOrders = isRetained(sql`created_at`, ctx.config.retention.orderImports);
  return {
    events: sql`select kept_at as since, failures > 0 as failed from event_batches where store_id = ${storeId}`,
    deliveries: sql`select created_at as since, tries > 0 as failed from webhook_events
      where store_id = ${storeId} and state = 'pending'`,
    backfills: jobsOf(storeId, "webhooks.backfill"),
    replays: jobsOf(storeId, "webhooks.replay"),
    exports: sql`select created_at as since, status = 'failed' as failed from asn_exports
      where store_id = ${storeId} and status <> 'ready' ${retained ? sql`and ${retained}` : sql``}`,
    imports: sql`select created_at as since, status = 'failed' as failed from inventory_imports
      where store_id = ${storeId} and status <> 'done' ${retainedImports ? sql`and ${retainedImports}` : sql``}`,
    orderImports: sql`select created_at as since, status = 'failed' as failed from order_imports
      where store_id = ${storeId} and status <> 'done' ${retainedOrders ? sql`and ${retainedOrders}` : sql``}`,
    erasures: sql`select requested_at as since, failures > 0 as failed from erasures where store_id = ${storeId}`,
    merges: sql`select requested_at as since, failures > 0 as failed from customer_merges where store_id = ${storeId}`,
  };
}

/** The queue is shared by all stores: of its first jobs those of the store are counted. */
function jobsOf(storeId: string, queue: string): SQL {
  const first = sql`select group_id, created_on, data ? 'reason' or retry_count > 0 as failed from pgboss.job
    where name = ${queue} and state <= 'active' limit ${sql.raw(String(MAX_COUNTED))}`;
  return sql`select created_on as since, failed from (${first}) as first_jobs
    where group_id = ${storeId}`;
}

/** Returns the background work of a store that is not done yet, by its kind. */
export function storeQueues(ctx: Ctx, storeId: string): Promise<StoreQueue[]> {
  const parts = Object.entries(queuesOf(ctx, storeId)).map(
    ([
      kind,
      rows,
    ]) => sql`select ${kind}::text as kind, count(*)::int as waiting, ${instantText(sql`min(since)`)} as oldest,
      count(*) filter (where failed)::int as failing, ${perMinute(storeId, kind)} as "perMinute"
      from (${rows} limit ${sql.raw(String(MAX_COUNTED + 1))}) as counted`,
  );
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    const { rows } = await tx.db.execute<Row>(sql.join(parts, sql` union all `));
    return KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind)).map(queueView);
  });
}

/** What was done in full minutes, by the database's clock. */
function perMinute(storeId: string, kind: string): SQL {
  const present = sql`date_trunc('minute', now())`;
  return sql`(
    select round(coalesce(sum(done), 0)::numeric / ${sql.raw(String(RATE_MINUTES))}, 2)::float8 from done_jobs
    where store_id = ${storeId} and kind = ${kind}
      and minute >= ${present} - make_interval(mins => ${sql.raw(String(RATE_MINUTES))}) and minute < ${present}
  )`;
}

function queueView({ waiting, ...row }: Row): StoreQueue {
  return {
    ...row,
    waiting: Math.min(waiting, MAX_COUNTED),
    isAtLeast: waiting > MAX_COUNTED,
  };
}
