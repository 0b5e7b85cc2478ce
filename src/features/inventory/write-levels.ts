import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { newId } from "../../lib/ids.ts";
import { type Fault, requireNoFaults } from "../../lib/problem.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { beginChange, type StockChange, type Writer } from "./change-clock.ts";
import { fillKept, type LevelToWrite } from "./kept-columns.ts";
import { itemKey, kindOf, levelKey } from "./level-key.ts";
import { recordHistory } from "./record-history.ts";
import type { LevelBody } from "./schema.ts";

/**
 * Creates or replaces levels, identified by product, kind and location, and updates their items. Leaves
 * unchanged rows untouched. Records what each level was before. Returns the number of changed levels. Runs in the caller's transaction;
 * transactions of one store are serialized. Throws 400 for an unknown location, a repeated level and
 * a new product without a title.
 */
export async function writeLevels(
  ctx: Ctx,
  writer: Writer,
  given: LevelToWrite[],
): Promise<{ changed: number }> {
  const { storeId } = writer;
  requireNoFaults([...repeatedLevels(given), ...(await unknownLocations(ctx, storeId, given))]);
  const change = { ...writer, at: (await beginChange(ctx, storeId)).toISOString() };
  const levels = await fillKept(ctx, storeId, given);
  const items = await upsertItems(ctx, change, levels);
  const changed = await upsertLevels(ctx, change, levels);
  const renamed = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const touched = await touchLevels(ctx, change, renamed);
  const newIds = new Set(items.filter(({ isNew }) => isNew).map(({ id }) => id));
  const changedItemIds = new Set(changed.map(({ item_id: id }) => id));
  await updateTotals(ctx, change, [...changedItemIds.difference(newIds)]);
  const levelIds = [...changed.map(({ id }) => id), ...touched];
  const itemIds = changedItemIds.union(new Set(items.map(({ id }) => id)));
  recordChanges(ctx, storeId, [
    ...levelIds.map((objectId) => ({ type: "level.updated" as const, objectId })),
    ...[...itemIds].map((objectId) => ({ type: "item.updated" as const, objectId })),
  ]);
  return { changed: levelIds.length };
}

function repeatedLevels(levels: LevelBody[]): Fault[] {
  const keys = new Set<string>();
  return levels.flatMap((level, i) => {
    const key = levelKey(level);
    if (!keys.has(key)) {
      keys.add(key);
      return [];
    }
    const detail = `The level of the product ${level.product.id} at this location is repeated.`;
    return { detail, pointer: `/inventory_levels/${i}` };
  });
}

async function unknownLocations(ctx: Ctx, storeId: string, levels: LevelBody[]): Promise<Fault[]> {
  const ids = [...new Set(levels.map((level) => level.location_id))];
  const rows = await ctx.db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.storeId, storeId), inArray(locations.id, ids), isNull(locations.removedAt)))
    // Until the levels are there none of them is deleted.
    .for("key share");
  const existing = new Set(rows.map(({ id }) => id));
  return levels.flatMap(({ location_id: id }, i) =>
    existing.has(id)
      ? []
      : { detail: `The store has no location ${id}.`, pointer: `/inventory_levels/${i}/location_id` },
  );
}

type WrittenItem = { id: string; isNew: boolean };

/**
 * Inserts new items with their quantity and updates the product data of existing ones; the last level of a
 * product wins. Returns the written items.
 */
async function upsertItems(
  ctx: Ctx,
  { storeId, at }: StockChange,
  levels: LevelBody[],
): Promise<WrittenItem[]> {
  const products = new Map<string, { quantity: number } & Record<string, unknown>>();
  for (const level of levels) {
    const { id: product, title, sku, upc, image_url } = level.product;
    const kind = kindOf(level);
    const quantity = level.quantity + (products.get(itemKey(level))?.quantity ?? 0);
    products.set(itemKey(level), { id: newId("ii"), product, kind, title, sku, upc, image_url, quantity });
  }
  const { rows } = await ctx.db.execute<WrittenItem>(sql`
    insert into inventory_items as item
      (store_id, id, product_id, kind, name, sku, upc, image_url, quantity, created_at, updated_at)
    select ${storeId}, id, product, kind, title, sku, upc, image_url, quantity, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify([...products.values()])}::json) as given(id text, product text, kind text,
      title text, sku text, upc text, image_url text, quantity bigint)
    on conflict (store_id, product_id, kind) do update set
      name = excluded.name, sku = excluded.sku, upc = excluded.upc, image_url = excluded.image_url,
      updated_at = excluded.updated_at
    where (item.name, item.sku, item.upc, item.image_url)
      is distinct from (excluded.name, excluded.sku, excluded.upc, excluded.image_url)
    returning id, created_at = ${at} as "isNew"`);
  return rows;
}

export type WrittenLevel = { id: string; item_id: string };

/**
 * Inserts or updates levels and returns each new or changed one. The same statement records each in the history: it
 * sees the levels as they were before it, which the lock of the store's stock keeps as they are. Grouped instead of
 * joined, because the planner can't know how many levels there are.
 */
async function upsertLevels(ctx: Ctx, change: StockChange, levels: LevelBody[]): Promise<WrittenLevel[]> {
  const { storeId, at } = change;
  const rows = levels.map((level) => ({
    ...{ id: newId("li"), product: level.product.id, kind: kindOf(level), location: level.location_id },
    ...{ quantity: level.quantity, committed: level.committed ?? 0, reserved: level.reserved ?? 0 },
    ...{ buildable: level.buildable ?? 0, external: level.external_ids ?? {} },
  }));
  const { rows: changed } = await ctx.db.execute<WrittenLevel>(sql`
    with given as materialized (
      select given.*, item.id as item_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, product text, kind text, location text,
          quantity integer, committed integer, reserved integer, buildable integer, external jsonb)
        cross join lateral (
          select id from inventory_items
          where store_id = ${storeId} and product_id = given.product and kind = given.kind limit 1
        ) as item
    ),
    before as materialized (
      select id, quantity, committed, reserved, buildable from inventory_levels
      where store_id = ${storeId} and item_id = any(array(select distinct item_id from given))
    ),
    written as (
      insert into inventory_levels as level (store_id, id, item_id, location_id, quantity, committed, reserved, buildable,
        external_ids, created_at, updated_at)
      select ${storeId}, id, item_id, location, quantity, committed, reserved, buildable, external,
        ${at}::timestamptz, ${at}::timestamptz
      from given
      on conflict (store_id, item_id, location_id) do update set
        quantity = excluded.quantity, committed = excluded.committed, reserved = excluded.reserved,
        buildable = excluded.buildable, external_ids = excluded.external_ids, updated_at = excluded.updated_at
      where (level.quantity, level.committed, level.reserved, level.buildable, level.external_ids)
        is distinct from (excluded.quantity, excluded.committed, excluded.reserved, excluded.buildable,
          excluded.external_ids)
      returning id, item_id, quantity, committed, reserved, buildable
    ),
    recorded as (${recordHistory(change)})
    select id, item_id from written`);
  return changed;
}

/** Sets `updated_at` of the items' levels, which show the product data. Returns the ids of updated levels. */
async function touchLevels(ctx: Ctx, { storeId, at }: StockChange, itemIds: string[]): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update inventory_levels set updated_at = ${at}
    where store_id = ${storeId} and item_id = any(${sql.param(itemIds)}::text[]) and updated_at <> ${at}
    returning id`);
  return rows.map(({ id }) => id);
}

/** Recomputes the quantity of items. */
export async function updateTotals(ctx: Ctx, { storeId, at }: StockChange, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await ctx.db.execute(sql`
    update inventory_items as item set updated_at = ${at}, quantity = (
      select sum(quantity) from inventory_levels where store_id = ${storeId} and item_id = item.id
    )
    where store_id = ${storeId} and id = any(${sql.param(itemIds)}::text[])`);
}
