import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { inventoryItems, inventoryLevels } from "../db/tables/inventory.ts";
import type { Page, PagedList } from "../http/paging.ts";
import { problem } from "../lib/problem.ts";
import { lastChange } from "./change-clock.ts";
import { inOrder, type Part, PLACE, pageByUpdate } from "./page-by-update.ts";
import type { InventoryItem, Kind } from "./schema.ts";

export type ItemFilter = { location_id?: string; kind?: Kind };

export const ITEM_PAGES: PagedList = { name: "inventory items", key: PLACE };

/** An item, whether or not any are left; 404 when the store has none of this id. */
export async function readItem(ctx: Ctx, storeId: string, itemId: string): Promise<InventoryItem> {
  const [row] = await ctx.db
    .select(itemColumns())
    .from(inventoryItems)
    .where(and(eq(inventoryItems.storeId, storeId), eq(inventoryItems.id, itemId)));
  if (!row) throw problem(404, `There is no inventory item ${itemId}.`);
  return itemView(row);
}

/**
 * A page of the items of which there are some, at a location if one is given, the one that changed last
 * first.
 */
export async function listItems(
  ctx: Ctx,
  storeId: string,
  filter: ItemFilter,
  page: Page,
): Promise<{ items: InventoryItem[]; headers: Record<string, string> }> {
  const { rows, headers } = await pageByUpdate(page, {
    table: inventoryItems,
    lastChange: () => lastChange(ctx, storeId),
    read: ({ where, order, limit }: Part) => {
      const { location_id: locationId, kind } = filter;
      const all = ctx.db.select(itemColumns(locationId)).from(inventoryItems);
      const some = locationId ? all.innerJoin(inventoryLevels, isStockAt(locationId)) : all;
      return some
        .where(
          and(
            eq(inventoryItems.storeId, storeId),
            // Written out, so that the planner knows the index by it.
            sql`${inventoryItems.quantity} > 0`,
            kind && eq(inventoryItems.kind, kind),
            where,
          ),
        )
        .orderBy(...inOrder(inventoryItems, order))
        .limit(limit);
    },
  });
  return { items: rows.map(itemView), headers };
}

function isStockAt(locationId: string): SQL | undefined {
  return and(
    eq(inventoryLevels.storeId, inventoryItems.storeId),
    eq(inventoryLevels.itemId, inventoryItems.id),
    eq(inventoryLevels.locationId, locationId),
    sql`${inventoryLevels.quantity} > 0`,
  );
}

type Place = InventoryItem["locations"][number];

/** One statement reads an item and its levels: they are of one moment. */
function itemColumns(locationId?: string) {
  const { id, sku, name, kind, createdAt, updatedAt } = inventoryItems;
  const common = { id, sku, name, kind, createdAt, updatedAt };
  if (locationId) {
    const here = sql<Place[]>`json_build_array(${placeOf(sql`inventory_levels`)})`;
    return { ...common, quantity: inventoryLevels.quantity, locations: here };
  }
  const everywhere = sql<Place[]>`(
    select json_agg(${placeOf(sql`level`)} order by level.id) from inventory_levels level
    where level.store_id = inventory_items.store_id and level.item_id = inventory_items.id)`;
  return { ...common, quantity: inventoryItems.quantity, locations: everywhere };
}

/** Tables go by their names: in a statement on one table the builder leaves them off. */
function placeOf(level: SQL): SQL {
  return sql`json_build_object(
    'location_id', ${level}.location_id,
    'location_name', (select name from locations where store_id = ${level}.store_id and id = ${level}.location_id),
    'quantity', ${level}.quantity)`;
}

type ItemRow = Omit<InventoryItem, "created_at" | "updated_at"> & { createdAt: Date; updatedAt: Date };

function itemView({ createdAt, updatedAt, ...item }: ItemRow): InventoryItem {
  return { ...item, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
