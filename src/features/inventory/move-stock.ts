import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { newId } from "../../lib/ids.ts";
import type { StockChange } from "./change-clock.ts";
import { recordHistory } from "./record-history.ts";
import { updateTotals, type WrittenLevel } from "./write-levels.ts";

/** Units that a level of a product gets more, or fewer if they are negative. */
export type StockMove = { productId: string; locationId: string; quantity: number; reserved: number };

/** What a product that has no stock yet is called. */
export type NewProduct = { id: string; title: string; sku: string | null; imageUrl: string | null };

/**
 * Changes levels of products by units, and makes those that are missing; `products` are the new ones. At most one move per
 * level. Runs in a transaction that has locked the store's stock by `beginChange`, and not yet moved it: a level has one
 * change at a time. What is reserved is never negative, and no count leaves the range of its column.
 */
export async function moveStock(
  ctx: Ctx,
  change: StockChange,
  { moves, products }: { moves: StockMove[]; products: NewProduct[] },
): Promise<void> {
  if (moves.length === 0) return;
  const made = await insertItems(ctx, change, products);
  const changed = await moveLevels(ctx, change, moves);
  const itemIds = new Set([...made, ...changed.map(({ item_id: id }) => id)]);
  await updateTotals(ctx, change, [...itemIds]);
  recordChanges(ctx, change.storeId, [
    ...changed.map(({ id }) => ({ type: "level.updated" as const, objectId: id })),
    ...[...itemIds].map((objectId) => ({ type: "item.updated" as const, objectId })),
  ]);
}

async function insertItems(
  ctx: Ctx,
  { storeId, at }: StockChange,
  products: NewProduct[],
): Promise<string[]> {
  if (products.length === 0) return [];
  const rows = products.map(({ id: product, ...named }) => ({ id: newId("ii"), product, ...named }));
  const { rows: made } = await ctx.db.execute<{ id: string }>(sql`
    insert into inventory_items
      (store_id, id, product_id, kind, name, sku, upc, image_url, quantity, created_at, updated_at)
    select ${storeId}, id, product, 'PRODUCT', title, sku, null, "imageUrl", 0, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, product text, title text, sku text,
      "imageUrl" text)
    on conflict (store_id, product_id, kind) do nothing
    returning id`);
  return made.map(({ id }) => id);
}

const MOVED = sql`(
  least(greatest(level.quantity::bigint + excluded.quantity, -2147483648), 2147483647)::int,
  least(greatest(level.reserved::bigint + excluded.reserved, 0), 2147483647)::int)`;

async function moveLevels(ctx: Ctx, change: StockChange, moves: StockMove[]): Promise<WrittenLevel[]> {
  const { storeId, at } = change;
  const rows = moves.map((move) => ({ id: newId("li"), ...move }));
  const { rows: changed } = await ctx.db.execute<WrittenLevel>(sql`
    with given as materialized (
      select given.*, item.id as item_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, "productId" text, "locationId" text,
          quantity integer, reserved integer)
        cross join lateral (
          select id from inventory_items
          where store_id = ${storeId} and product_id = given."productId" and kind = 'PRODUCT' limit 1
        ) as item
    ),
    before as materialized (
      select id, quantity, committed, reserved, buildable from inventory_levels
      where store_id = ${storeId} and item_id = any(array(select distinct item_id from given))
    ),
    written as (
      insert into inventory_levels as level (store_id, id, item_id, location_id, quantity, committed, reserved, buildable,
        external_ids, created_at, updated_at)
      select ${storeId}, id, item_id, "locationId", quantity, 0, reserved, 0, '{}', ${at}::timestamptz, ${at}::timestamptz
      from given order by item_id, "locationId"
      on conflict (store_id, item_id, location_id) do update set
        (quantity, reserved) = row${MOVED}, updated_at = excluded.updated_at
      where (level.quantity, level.reserved) is distinct from ${MOVED}
      returning id, item_id, quantity, committed, reserved, buildable
    ),
    recorded as (${recordHistory(change)})
    select id, item_id from written`);
  return changed;
}
