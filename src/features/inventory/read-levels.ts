import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Total } from "../../core/http/count-included.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { problem } from "../../lib/problem.ts";
import { inventoryItems, inventoryLevels } from "../../platform/db/tables/inventory.ts";
import { locations } from "../../platform/db/tables/stores.ts";
import { countLevels, findUnchanged, type LevelFilter, UNCHANGED_LEVELS } from "./level-list.ts";
import { CURSOR_KEY, inOrder, pageByUpdate, type RowQuery } from "./page-by-update.ts";
import type { InventoryLevel, LevelSort } from "./schema.ts";

export const LEVEL_PAGES: PagedList = { name: "inventory levels", key: CURSOR_KEY };

/** Returns the list of levels in an order; by default what was changed last comes first. */
export function levelPagesBy(sort: LevelSort = "-updated_at"): PagedList {
  return sort === "updated_at" ? UNCHANGED_LEVELS : LEVEL_PAGES;
}

/** Returns a level. Throws 404 for an unknown level. */
export async function readLevel(ctx: Ctx, storeId: string, levelId: string): Promise<InventoryLevel> {
  const hasId = eq(inventoryLevels.id, levelId);
  const [row] = await selectLevels(ctx, storeId, { where: hasId, order: "id", limit: 1 });
  if (!row) throw problem("inventory_level_not_found", `There is no inventory level ${levelId}.`);
  return levelView(row);
}

/** Returns the levels with these ids, in the order of `ids`. */
export async function loadLevels(ctx: Ctx, storeId: string, ids: string[]): Promise<InventoryLevel[]> {
  const hasId = sql`${inventoryLevels.id} = any(${sql.param(ids)}::text[])`;
  const rows = await selectLevels(ctx, storeId, { where: hasId, order: "id", limit: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(levelView);
}

type LevelPage = { levels: InventoryLevel[]; headers: Record<string, string> };

/**
 * Returns a page of levels, last changed first unless `sort` says otherwise, and, if it is asked for, the number of all.
 * `updated_at_min` is inclusive, `updated_at_max` exclusive. Throws 400 for an invalid cursor.
 */
export async function listLevels(
  ctx: Ctx,
  storeId: string,
  { sort, include, ...filter }: LevelFilter & { sort?: LevelSort; include?: "count" },
  page: Page,
): Promise<LevelPage & { total: Total | undefined }> {
  const read = sort === "updated_at" ? readUnchanged : readChanged;
  const found = await read(ctx, storeId, filter, page);
  return { ...found, total: include && (await countLevels(ctx, storeId, filter)) };
}

async function readUnchanged(ctx: Ctx, storeId: string, filter: LevelFilter, page: Page): Promise<LevelPage> {
  const { ids, headers } = await findUnchanged(ctx, storeId, filter, page);
  return { levels: await loadLevels(ctx, storeId, ids), headers };
}

async function readChanged(ctx: Ctx, storeId: string, filter: LevelFilter, page: Page): Promise<LevelPage> {
  const from = filter.updated_at_min && parseDateTime(filter.updated_at_min);
  const until = filter.updated_at_max && parseDateTime(filter.updated_at_max);
  const matches = and(
    filter.location_id ? eq(inventoryLevels.locationId, filter.location_id) : undefined,
    ofProduct(ctx, storeId, filter),
    from ? gte(inventoryLevels.updatedAt, from) : undefined,
    until ? lt(inventoryLevels.updatedAt, until) : undefined,
  );
  const { rows, headers } = await pageByUpdate(page, {
    ...{ ctx, storeId, table: inventoryLevels, matches },
    read: (query) => selectLevels(ctx, storeId, { ...query, where: and(matches, query.where) }),
  });
  return { levels: rows.map(levelView), headers };
}

function ofProduct(ctx: Ctx, storeId: string, { product_id: productId, sku }: LevelFilter): SQL | undefined {
  if (productId === undefined && sku === undefined) return undefined;
  const items = ctx.db
    .select({ id: inventoryItems.id })
    .from(inventoryItems)
    .where(
      and(
        eq(inventoryItems.storeId, storeId),
        productId ? eq(inventoryItems.productId, productId) : undefined,
        sku ? eq(inventoryItems.sku, sku) : undefined,
      ),
    );
  return inArray(inventoryLevels.itemId, items);
}

/**
 * Selects a page of levels first and then joins the item and the location of each by key. Without statistics
 * the planner would otherwise start with all items of the store.
 */
function selectLevels(ctx: Ctx, storeId: string, { where, order, limit }: RowQuery) {
  const page = ctx.db
    .select()
    .from(inventoryLevels)
    .where(and(eq(inventoryLevels.storeId, storeId), where))
    .orderBy(...inOrder(inventoryLevels, order))
    .limit(limit)
    .as("page");
  const { productId, name, sku, upc, imageUrl } = inventoryItems;
  const item = ctx.db
    .select({ productId, title: name, sku, upc, imageUrl })
    .from(inventoryItems)
    .where(and(eq(inventoryItems.storeId, storeId), eq(inventoryItems.id, page.itemId)))
    .limit(1)
    .as("item");
  const location = ctx.db
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(and(eq(locations.storeId, storeId), eq(locations.id, page.locationId)))
    .limit(1)
    .as("location");
  const { id, quantity, committed, reserved, buildable, externalIds, createdAt, updatedAt } = page;
  return ctx.db
    .select({
      ...{ id, quantity, committed, reserved, buildable, externalIds, createdAt, updatedAt },
      product: {
        id: item.productId,
        title: item.title,
        sku: item.sku,
        upc: item.upc,
        image_url: item.imageUrl,
      },
      location: { id: location.id, name: location.name },
    })
    .from(page)
    .crossJoinLateral(item)
    .crossJoinLateral(location)
    .orderBy(...inOrder(page, order));
}

type LevelRow = Awaited<ReturnType<typeof selectLevels>>[number];

function levelView(row: LevelRow): InventoryLevel {
  const { id, product, location, quantity, committed, reserved, buildable } = row;
  const available = quantity - committed - reserved;
  return {
    id,
    product,
    location,
    quantity,
    available,
    committed,
    reserved,
    buildable,
    total_available: available + buildable,
    updated_at: row.updatedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    external_ids: row.externalIds,
  };
}
