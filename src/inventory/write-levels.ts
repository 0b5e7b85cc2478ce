import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { locations } from "../db/tables/stores.ts";
import { newId } from "../lib/ids.ts";
import { type Fault, invalid } from "../lib/problem.ts";
import { beginChange } from "./change-clock.ts";
import type { Kind, LevelBody } from "./schema.ts";

type Change = { storeId: string; at: string };

/**
 * Stores levels whole, by product, kind and location, and brings their items along; 400 when a location is
 * unknown or a level comes twice. What is as it was stays untouched. Gives the number of levels that have
 * changed. Runs in the caller's transaction, one of a store at a time.
 */
export async function writeLevels(
  ctx: Ctx,
  storeId: string,
  levels: LevelBody[],
): Promise<{ changed: number }> {
  refuseFaults([...repeated(levels), ...(await nowhere(ctx, storeId, levels))]);
  const change = { storeId, at: (await beginChange(ctx, storeId)).toISOString() };
  const items = await describeItems(ctx, change, levels);
  const stocked = await stockLevels(ctx, change, levels);
  const renamed = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const shown = await touchLevels(ctx, change, renamed);
  const made = new Set(items.filter(({ isNew }) => isNew).map(({ id }) => id));
  await totalItems(ctx, change, [...new Set(stocked).difference(made)]);
  return { changed: stocked.length + shown };
}

export function kindOf({ kind }: LevelBody): Kind {
  return kind ?? "PRODUCT";
}

/** The place of a level: no two have the same. */
export function placeOf(level: LevelBody): string {
  return JSON.stringify([itemOf(level), level.location_id]);
}

function itemOf(level: LevelBody): string {
  return JSON.stringify([level.product.id, kindOf(level)]);
}

function refuseFaults([first, ...rest]: Fault[]): void {
  if (first) throw invalid(first, ...rest);
}

function repeated(levels: LevelBody[]): Fault[] {
  const seen = new Set<string>();
  return levels.flatMap((level, i) => {
    const place = placeOf(level);
    if (!seen.has(place)) {
      seen.add(place);
      return [];
    }
    const detail = `The level of the product ${level.product.id} at this location is given twice.`;
    return { detail, pointer: `/inventory_levels/${i}` };
  });
}

async function nowhere(ctx: Ctx, storeId: string, levels: LevelBody[]): Promise<Fault[]> {
  const wanted = [...new Set(levels.map((level) => level.location_id))];
  const found = await ctx.db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.storeId, storeId), inArray(locations.id, wanted)));
  const known = new Set(found.map(({ id }) => id));
  return levels.flatMap(({ location_id: id }, i) =>
    known.has(id)
      ? []
      : { detail: `The store has no location ${id}.`, pointer: `/inventory_levels/${i}/location_id` },
  );
}

type DescribedItem = { id: string; isNew: boolean };

/**
 * Makes the items that are new, with their quantity, and renames others; what was said last of a product
 * counts. Gives those that it wrote.
 */
async function describeItems(
  ctx: Ctx,
  { storeId, at }: Change,
  levels: LevelBody[],
): Promise<DescribedItem[]> {
  const given = new Map<string, { quantity: number } & Record<string, unknown>>();
  for (const level of levels) {
    const { id: product, title, sku, upc, image_url } = level.product;
    const kind = kindOf(level);
    const quantity = level.quantity + (given.get(itemOf(level))?.quantity ?? 0);
    given.set(itemOf(level), { id: newId("ii"), product, kind, title, sku, upc, image_url, quantity });
  }
  const { rows } = await ctx.db.execute<DescribedItem>(sql`
    insert into inventory_items as item
      (store_id, id, product_id, kind, name, sku, upc, image_url, quantity, created_at, updated_at)
    select ${storeId}, id, product, kind, title, sku, upc, image_url, quantity, ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify([...given.values()])}::json) as given(id text, product text, kind text,
      title text, sku text, upc text, image_url text, quantity bigint)
    on conflict (store_id, product_id, kind) do update set
      name = excluded.name, sku = excluded.sku, upc = excluded.upc, image_url = excluded.image_url,
      updated_at = excluded.updated_at
    where (item.name, item.sku, item.upc, item.image_url)
      is distinct from (excluded.name, excluded.sku, excluded.upc, excluded.image_url)
    returning id, created_at = ${at} as "isNew"`);
  return rows;
}

/** Gives the item of each level that is new or other than it was. */
async function stockLevels(ctx: Ctx, { storeId, at }: Change, levels: LevelBody[]): Promise<string[]> {
  const given = levels.map((level) => ({
    ...{ id: newId("li"), product: level.product.id, kind: kindOf(level), location: level.location_id },
    ...{ quantity: level.quantity, committed: level.committed ?? 0, reserved: level.reserved ?? 0 },
    ...{ buildable: level.buildable ?? 0, external: level.external_ids ?? {} },
  }));
  const { rows } = await ctx.db.execute<{ item_id: string }>(sql`
    insert into inventory_levels as level (store_id, id, item_id, location_id, quantity, committed, reserved, buildable,
      external_ids, created_at, updated_at)
    select ${storeId}, given.id, item.id, location, given.quantity, committed, reserved, buildable, external,
      ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(given)}::json) as given(id text, product text, kind text, location text,
        quantity integer, committed integer, reserved integer, buildable integer, external jsonb)
      cross join lateral (
        select id from inventory_items
        where store_id = ${storeId} and product_id = given.product and kind = given.kind limit 1
      ) as item
    on conflict (store_id, item_id, location_id) do update set
      quantity = excluded.quantity, committed = excluded.committed, reserved = excluded.reserved,
      buildable = excluded.buildable, external_ids = excluded.external_ids, updated_at = excluded.updated_at
    where (level.quantity, level.committed, level.reserved, level.buildable, level.external_ids)
      is distinct from (excluded.quantity, excluded.committed, excluded.reserved, excluded.buildable,
        excluded.external_ids)
    returning item_id`);
  return rows.map((row) => row.item_id);
}

/** A level shows its product: it changes along with it. */
async function touchLevels(ctx: Ctx, { storeId, at }: Change, itemIds: string[]): Promise<number> {
  if (itemIds.length === 0) return 0;
  const { rowCount } = await ctx.db.execute(sql`
    update inventory_levels set updated_at = ${at}
    where store_id = ${storeId} and item_id = any(${sql.param(itemIds)}::text[]) and updated_at <> ${at}`);
  return rowCount ?? 0;
}

async function totalItems(ctx: Ctx, { storeId, at }: Change, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await ctx.db.execute(sql`
    update inventory_items as item set updated_at = ${at}, quantity = (
      select sum(quantity) from inventory_levels where store_id = ${storeId} and item_id = item.id
    )
    where store_id = ${storeId} and id = any(${sql.param(itemIds)}::text[])`);
}
