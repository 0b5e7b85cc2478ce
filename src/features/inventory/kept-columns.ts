import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type Fault, requireNoFaults } from "../../lib/problem.ts";
import { kindOf } from "./level-key.ts";
import type { LevelBody } from "./schema.ts";

const PRODUCT_COLUMNS = ["title", "sku", "upc", "image_url"] as const;
const LEVEL_COLUMNS = ["committed", "reserved", "buildable", "external_ids"] as const;

/** The columns that a file of stock may leave out: what they stand for stays as it is. */
export const KEPT_COLUMNS = [...PRODUCT_COLUMNS, ...LEVEL_COLUMNS];
export type KeptColumn = (typeof KEPT_COLUMNS)[number];

/** A level to be written, and the columns whose values are those that are stored. */
export type LevelToWrite = LevelBody & { keeps?: readonly KeptColumn[] };

/** What is stored of a level; null where there is none. */
type Stored = Record<KeptColumn, unknown>;

/**
 * Returns levels with what they keep. Throws 400 for a level without a title whose product is new. The caller's
 * transaction has locked the store's stock.
 */
export async function fillKept(ctx: Ctx, storeId: string, levels: LevelToWrite[]): Promise<LevelBody[]> {
  if (!levels.some(({ keeps }) => keeps?.length)) return levels;
  const stored = await storedLevels(ctx, storeId, levels);
  requireNoFaults(levels.flatMap((level, i) => untitled(level, i, stored[i])));
  return levels.map(({ keeps = [], ...level }, i) => {
    const kept = (columns: readonly KeptColumn[]) =>
      Object.fromEntries(
        columns.filter((column) => keeps.includes(column)).map((column) => [column, stored[i]?.[column]]),
      );
    return { ...level, ...kept(LEVEL_COLUMNS), product: { ...level.product, ...kept(PRODUCT_COLUMNS) } };
  });
}

function untitled({ keeps, product }: LevelToWrite, i: number, stored: Stored | undefined): Fault[] {
  if (!keeps?.includes("title") || typeof stored?.title === "string") return [];
  const detail = `The product ${product.id} is new: its title is required.`;
  return [{ detail, pointer: `/inventory_levels/${i}/product/title` }];
}

async function storedLevels(ctx: Ctx, storeId: string, levels: LevelToWrite[]): Promise<Stored[]> {
  const column = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const products = column(levels.map(({ product }) => product.id));
  const places = column(levels.map(({ location_id: id }) => id));
  const { rows } = await ctx.db.execute<Stored>(sql`
    select item.name as title, item.sku, item.upc, item.image_url, level.committed, level.reserved, level.buildable,
      level.external_ids
    from unnest(${products}, ${column(levels.map(kindOf))}, ${places})
        with ordinality as given(product, kind, location, place)
      left join lateral (
        select id, name, sku, upc, image_url from inventory_items
        where store_id = ${storeId} and product_id = given.product and kind = given.kind limit 1
      ) as item on true
      left join lateral (
        select location_id, committed, reserved, buildable, external_ids from inventory_levels
        where store_id = ${storeId} and item_id = item.id offset 0
      ) as level on level.location_id = given.location
    order by place`);
  return rows;
}
