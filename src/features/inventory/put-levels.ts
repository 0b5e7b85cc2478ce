import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Writer } from "./change-clock.ts";
import { kindOf } from "./level-key.ts";
import { loadLevels } from "./read-levels.ts";
import type { InventoryLevel, LevelBody } from "./schema.ts";
import { writeLevels } from "./write-levels.ts";

/**
 * Stores levels, all or none, and returns them in the order of the request. Transactions of one store are
 * serialized. Throws 400 for an unknown location or a repeated level.
 */
export function putLevels(ctx: Ctx, writer: Writer, levels: LevelBody[]): Promise<InventoryLevel[]> {
  const { storeId } = writer;
  if (levels.length === 0) return Promise.resolve([]);
  return inTransaction(ctx, async (tx) => {
    await writeLevels(tx, writer, levels);
    return loadLevels(tx, storeId, await idsOf(tx, storeId, levels));
  });
}

/**
 * `offset 0` makes the planner read all levels of an item: to it, the index by location looks as cheap, but
 * it has no items.
 */
async function idsOf(ctx: Ctx, storeId: string, levels: LevelBody[]): Promise<string[]> {
  const products = levels.map(({ product }) => product.id);
  const locationIds = levels.map((level) => level.location_id);
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select level.id
    from unnest(${sql.param(products)}::text[], ${sql.param(levels.map(kindOf))}::text[], ${sql.param(locationIds)}::text[])
        with ordinality as given(product, kind, location, place)
      cross join lateral (
        select id from inventory_items
        where store_id = ${storeId} and product_id = given.product and kind = given.kind limit 1
      ) as item
      cross join lateral (
        select id, location_id from inventory_levels where store_id = ${storeId} and item_id = item.id offset 0
      ) as level
    where level.location_id = given.location
    order by place`);
  return rows.map(({ id }) => id);
}
