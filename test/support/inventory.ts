import { expect } from "bun:test";
import type { InventoryItem, InventoryLevel } from "../../src/features/inventory/schema.ts";
import { createLocation } from "../../src/features/stores/create-location.ts";
import type { TestService, TestStore } from "./service.ts";

export const LEVELS = "/stores/:store/inventory-levels";
export const ITEMS = "/stores/:store/inventory-items";

/** Creates a store with a location. */
export async function newShop(service: TestService): Promise<{ store: TestStore; place: string }> {
  const store = await service.newStore();
  return { store, place: await newPlace(store) };
}

export async function newPlace(store: TestStore, name = "Main"): Promise<string> {
  return (await createLocation(store.ctx, store.id, { name })).locationId;
}

/** Returns an inventory level of ten tees, as a warehouse puts it. */
export function levelOf(locationId: string, changes: Record<string, unknown> = {}) {
  return { product: { id: "tee", title: "Tee" }, location_id: locationId, quantity: 10, ...changes };
}

/** Puts inventory levels; the request must succeed. */
export async function putStock(
  store: TestStore,
  levels: ReturnType<typeof levelOf>[],
): Promise<InventoryLevel[]> {
  const { data, error } = await store.api.PUT("/v2.2/stores/{storeId}/inventory-levels", {
    params: { path: { storeId: store.id } },
    body: { inventory_levels: levels },
  });
  expect(error).toBeUndefined();
  return data?.inventory_levels ?? [];
}

export async function itemsOf(store: TestStore, query = ""): Promise<InventoryItem[]> {
  return (await readItemPages(store, 500, { query })).flat();
}

export async function levelsOf(store: TestStore, query = ""): Promise<InventoryLevel[]> {
  return (await readLevelPages(store, 500, { query })).flat();
}

/** `between` runs before each page except the first, with the rows read so far. */
type PagesOptions<Row> = { query?: string; between?: (read: Row[]) => Promise<unknown> };

/** Reads all pages of inventory items. */
export function readItemPages(store: TestStore, size: number, options: PagesOptions<InventoryItem> = {}) {
  return readPages<InventoryItem>(store, ITEMS, { ...options, size, member: "inventory_items" });
}

/** Reads all pages of inventory levels. */
export function readLevelPages(store: TestStore, size: number, options: PagesOptions<InventoryLevel> = {}) {
  return readPages<InventoryLevel>(store, LEVELS, { ...options, size, member: "inventory_levels" });
}

async function readPages<Row>(
  store: TestStore,
  path: string,
  { size, member, query = "", between }: PagesOptions<Row> & { size: number; member: string },
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let next: string | null = "";
  while (next !== null) {
    if (next !== "") await between?.(pages.flat());
    const marker: Record<string, string> = next === "" ? {} : { "X-Page-Continue": next };
    const response = await store.get(`${path}${query}`, { "X-Page-Size": String(size), ...marker });
    const body = (await response.json()) as Record<string, Row[]>;
    if (response.status !== 200) expect(body).toEqual({});
    pages.push(body[member] ?? []);
    next = response.headers.get("X-Page-Next");
  }
  return pages;
}
