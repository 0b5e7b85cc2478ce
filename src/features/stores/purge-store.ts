import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { deleteSlice } from "../../core/jobs/retention.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { DIRECTORY_TABLES } from "../../platform/cells/store-states.ts";
import type { Db } from "../../platform/db/connect.ts";
import { isForeignKeyViolation } from "../../platform/db/errors.ts";

/** Every table with rows of a store, those that refer to another one before it. */
export const STORE_TABLES: readonly string[] = [
  ...[
    "webhook_attempts",
    "webhook_events",
    "webhook_streams",
    "webhook_payloads",
    "webhook_history",
    "webhooks",
    "mails",
    "mail_streams",
  ],
  ...[
    "external_rmas",
    "payouts",
    "payout_streams",
    "connector_rejections",
    "connector_deletions",
    "connectors",
    "integrations",
    "shopper_links",
    "withdrawals",
    "return_images",
    "return_notes",
    "return_history",
    "return_stock_changes",
    "restock_streams",
    "return_items",
  ],
  ...[
    "returns",
    "fulfillments",
    "orders",
    "inventory_level_history",
    "inventory_levels",
    "inventory_items",
    "inventory_clocks",
  ],
  ...["inventory_import_parts", "inventory_imports", "order_import_parts", "order_imports", "done_jobs"],
  ...[
    "location_changes",
    "locations",
    "asn_export_parts",
    "asn_exports",
    "events",
    "event_unique_ids",
    "event_batches",
  ],
  ...["event_rejections", "storefront_events", "customers", "former_identifiers", "erasures", "segments"],
  ...["list_views", "customer_notes"],
  ...["policies", "policy_dry_runs"],
  ...["customer_aliases", "customer_merges"],
  ...["search_keys", "numeric_ids", "idempotency_keys", "rate_limits", "requests", "unnumbered_changes"],
  ...["retention_runs"],
  ...["changes", "change_feeds", "api_clients", "store_states", "move_positions"],
  ...DIRECTORY_TABLES,
];

/** How long one job works before other stores have their turn. */
const TURN_MS = 2_000;

type Place = { table: string; cursor: string | undefined };

/** Where the last turn has ended, by store. Not in the job: a place has the rows' keys, and some are clients' own. */
const placesIn = memoizeByObject((_: Db) => new Map<string, Place>());

/**
 * Removes the rows of a deleted store, slice by slice; the store's own row stays, without its name. Returns false
 * when the time was up before everything was removed, or work in progress has rows, and leaves a store alone that isn't deleted.
 */
export async function purgeStore(ctx: Ctx, storeId: string, turnMs = TURN_MS): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ isDeleted: boolean }>(
    sql`select removed_at is not null as "isDeleted" from stores where store_id = ${storeId}`,
  );
  if (!rows[0]?.isDeleted) return true;
  const until = performance.now() + turnMs;
  const places = placesIn(ctx.db);
  const place = places.get(storeId);
  let cursor = place?.cursor;
  // Otherwise it begins again: rows that were locked before may be in the way.
  places.delete(storeId);
  const keys = await keysOf(ctx);
  for (const table of STORE_TABLES.slice(place ? STORE_TABLES.indexOf(place.table) : 0)) {
    for (;;) {
      const slice = { storeId, key: keys.get(table) ?? [], cursor };
      const removed = await removeSlice(ctx, table, slice);
      if (!removed) return false;
      cursor = removed.isDone ? undefined : removed.cursor;
      if (removed.isDone) break;
      if (performance.now() < until) continue;
      places.set(storeId, { table, cursor });
      return false;
    }
  }
  await ctx.db.execute(sql`
    update stores set name = '', store_settings = null, settings_history = '[]' where store_id = ${storeId}`);
  return !(await hasRows(ctx, storeId));
}

/** Returns undefined where rows of another table, which were locked before, refer to some of these. */
async function removeSlice(ctx: Ctx, table: string, slice: Parameters<typeof deleteSlice>[2]) {
  try {
    return await deleteSlice(ctx, sql`${sql.identifier(table)}`, slice);
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

/** Returns the columns of the tables' primary keys. */
async function keysOf({ db }: Ctx): Promise<Map<string, SQL[]>> {
  const { rows } = await db.execute<{ table: string; columns: string[] }>(sql`
    select relname as table, array_agg(attname::text order by position) as columns
    from pg_index cross join unnest(indkey) with ordinality as part(number, position)
      join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = part.number
    where indisprimary and relnamespace = 'public'::regnamespace
      and relname = any(${sql.param([...STORE_TABLES])}::text[])
    group by relname`);
  return new Map(
    rows.map(({ table, columns }) => [table, columns.map((name) => sql`${sql.identifier(name)}`)]),
  );
}

/** Rows that were locked are left for the next turn. */
async function hasRows(ctx: Ctx, storeId: string): Promise<boolean> {
  const each = STORE_TABLES.map(
    (table) => sql`exists (select from ${sql.identifier(table)} where store_id = ${storeId})`,
  );
  const { rows } = await ctx.db.execute<{ found: boolean }>(
    sql`select ${sql.join(each, sql` or `)} as found`,
  );
  return rows[0]?.found === true;
}
