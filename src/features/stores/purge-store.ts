import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { deleteSlice } from "../../core/jobs/retention.ts";
import { DIRECTORY_TABLES } from "../../platform/cells/store-states.ts";

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
  ...["locations", "asn_export_parts", "asn_exports", "events", "event_unique_ids", "event_batches"],
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

/**
 * Removes the rows of a deleted store, slice by slice; the store's own row stays, without its name. Returns false
 * when the time was up before everything was removed, and leaves a store alone that isn't deleted.
 */
export async function purgeStore(ctx: Ctx, storeId: string, turnMs = TURN_MS): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ isDeleted: boolean }>(
    sql`select removed_at is not null as "isDeleted" from stores where store_id = ${storeId}`,
  );
  if (!rows[0]?.isDeleted) return true;
  const until = performance.now() + turnMs;
  for (const table of STORE_TABLES) {
    const slice = { storeId, which: sql`true` };
    while (!(await deleteSlice(ctx, sql`${sql.identifier(table)}`, slice)).isDone) {
      if (performance.now() > until) return false;
    }
  }
  await ctx.db.execute(sql`
    update stores set name = '', store_settings = null, settings_history = '[]' where store_id = ${storeId}`);
  return !(await hasRows(ctx, storeId));
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
