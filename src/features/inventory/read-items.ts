import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { problem } from "../../lib/problem.ts";
import { inventoryItems, inventoryLevels } from "../../platform/db/tables/inventory.ts";
import { CURSOR_KEY, inOrder, pageByUpdate, type RowQuery } from "./page-by-update.ts";
import type { InventoryItem, Kind } from "./schema.ts";

export type ItemFilter = { location_id?: string; kind?: Kind };

export const ITEM_PAGES: PagedList = { name: "inventory items", key: CURSOR_KEY };

/** Returns an item, in stock or not. Throws 404 for an unknown item. */
export async function readItem(ctx: Ctx, storeId: string, itemId: string): Promise<InventoryItem> {
  const [row] = await ctx.db
    .select(itemColumns())
    .from(inventoryItems)
    .where(and(eq(inventoryItems.storeId, storeId), eq(inventoryItems.id, itemId)));
  if (!row) throw problem("inventory_item_not_found", `There is no inventory item ${itemId}.`);
  return itemView(row);
}

/** Returns items by id, in stock or not. */
export async function loadItems(
  ctx: Ctx,
  storeId: string,
  ids: string[],
): Promise<Map<string, InventoryItem>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select(itemColumns())
    .from(inventoryItems)
    .where(and(eq(inventoryItems.storeId, storeId), inArray(inventoryItems.id, ids)));
  return new Map(rows.map((row) => [row.id, itemView(row)]));
}

/**
 * Returns a page of the items in stock, optionally at one location, last changed first. Throws 400 for an
 * invalid cursor.
 */
export async function listItems(
  ctx: Ctx,
  storeId: string,
  filter: ItemFilter,
  page: Page,
): Promise<{ items: InventoryItem[]; headers: Record<string, string> }> {
  const { location_id: locationId, kind } = filter;
  // A literal, so that the planner can use the partial index.
  const matches = and(sql`${inventoryItems.quantity} > 0`, kind && eq(inventoryItems.kind, kind));
  const { rows, headers } = await pageByUpdate(page, {
    ...{ ctx, storeId, table: inventoryItems, matches },
    read: ({ where, order, limit, afterId }: RowQuery) => {
      const items = ctx.db.select(itemColumns(locationId)).from(inventoryItems);
      const inStock = locationId ? items.innerJoin(inventoryLevels, isStockAt(locationId, afterId)) : items;
      return inStock
        .where(and(eq(inventoryItems.storeId, storeId), matches, where))
        .orderBy(...inOrder(inventoryItems, order))
        .limit(limit);
    },
  });
  return { items: rows.map(itemView), headers };
}

/** `afterId` is repeated for the levels: a merge join would begin with the levels of the first item. */
function isStockAt(locationId: string, afterId?: string): SQL | undefined {
  return and(
    eq(inventoryLevels.storeId, inventoryItems.storeId),
    eq(inventoryLevels.itemId, inventoryItems.id),
    eq(inventoryLevels.locationId, locationId),
    afterId ? gt(inventoryLevels.itemId, afterId) : undefined,
    sql`${inventoryLevels.quantity} > 0`,
  );
}

type ItemLocation = InventoryItem["locations"][number];

/** The columns of an item with its levels: one statement reads both from one snapshot. */
function itemColumns(locationId?: string) {
  const { id, sku, name, kind, createdAt, updatedAt } = inventoryItems;
  const common = { id, sku, name, kind, createdAt, updatedAt };
  if (locationId) {
    const here = sql<ItemLocation[]>`json_build_array(${locationJson(sql`inventory_levels`)})`;
    return { ...common, quantity: inventoryLevels.quantity, locations: here };
  }
  const everywhere = sql<ItemLocation[]>`(
    select json_agg(${locationJson(sql`level`)} order by level.id) from inventory_levels level
    where level.store_id = inventory_items.store_id and level.item_id = inventory_items.id)`;
  return { ...common, quantity: inventoryItems.quantity, locations: everywhere };
}

/** The columns are qualified with the table: in a statement on one table the query builder omits it. */
function locationJson(level: SQL): SQL {
  return sql`json_build_object(
    'location_id', ${level}.location_id,
    'location_name', (select name from locations where store_id = ${level}.store_id and id = ${level}.location_id),
    'quantity', ${level}.quantity)`;
}

type ItemRow = Omit<InventoryItem, "created_at" | "updated_at"> & { createdAt: Date; updatedAt: Date };

function itemView({ createdAt, updatedAt, ...item }: ItemRow): InventoryItem {
  return { ...item, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
