import type { Ctx } from "../../../core/ctx.ts";
import { isLongerThan } from "../../../lib/text.ts";
import type { ShopUnitDocument } from "../../../platform/db/documents/return.ts";
import { findPlaces, findSuccessors, type StockPlaces } from "../../inventory/find-places.ts";
import type { NewProduct } from "../../inventory/move-stock.ts";
import { MAX_PRODUCT_KEY } from "../../inventory/schema.ts";
import { lineById, type OrderLine, shopLineIdOf } from "../../orders/lines.ts";
import type { ReturnRecord } from "../read/view.ts";
import { exchangedIds, type StockEntry, type Unplaced } from "./wanted-holds.ts";

/**
 * Returns units with the levels that they belong to, and the products that are new to the stock. Units that came back go
 * to the order's location, else the default one; those that are sent are reserved at the default one, of products that
 * the store keeps in stock. Stock of a variant counts rather than that of its product.
 */
export async function placeUnits(
  tx: Ctx,
  storeId: string,
  record: ReturnRecord,
  units: StockEntry[],
): Promise<{ placed: StockEntry[]; products: NewProduct[] }> {
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  const lineOf = (id: string) => lineById(record.order.body, itemOf.get(id)?.lineItemId ?? "")?.line;
  const wanted = units.map((entry) => {
    const line = entry.kind === "restocked" ? lineOf(entry.of) : undefined;
    const ids = line ? [line.variantId, line.productId].flatMap((id) => id || []) : exchangedIds(entry.of);
    return { entry, line, ids };
  });
  const places = await findPlaces(tx, storeId, {
    productIds: wanted.flatMap(({ ids }) => ids),
    wantedId: record.order.locationId ?? undefined,
  });
  const products = new Map<string, NewProduct>();
  const placed = wanted.map(({ entry, line, ids }): StockEntry => {
    const locationId = line ? (places.wantedId ?? places.defaultId) : places.defaultId;
    const found = productOf(places, ids, line);
    if ("reason" in found) return { ...entry, ...found };
    if (locationId === undefined) return { ...entry, reason: "no_location" };
    if (line && !places.stocked.has(found.id)) products.set(found.id, newProduct(found.id, line));
    const shop = line && shopUnit(record, line);
    return { ...entry, place: { productId: found.id, locationId, ...(shop && { shop }) } };
  });
  return { placed, products: [...products.values()] };
}

/**
 * Returns what changes levels, at the default location where the level's was deleted since: what came back was moved from there.
 * What is reserved there is released there.
 */
export async function atKeptPlaces(tx: Ctx, storeId: string, entries: StockEntry[]): Promise<StockEntry[]> {
  const ids = entries.flatMap(({ kind, place }) => (kind === "restocked" && place?.locationId) || []);
  if (ids.length === 0) return entries;
  const successorOf = await findSuccessors(tx, storeId, ids);
  return entries.map((entry) => {
    const { kind, place } = entry;
    if (kind !== "restocked" || !place) return entry;
    return { ...entry, place: { ...place, locationId: successorOf(place.locationId) } };
  });
}

/** Returns how the shop names units of a line, if its order came by a connector. */
function shopUnit({ order }: ReturnRecord, line: OrderLine): ShopUnitDocument | undefined {
  const { connectorId, externalId: orderId } = order;
  const { id, productId, variantId = null, sku = null } = line;
  const lineItemId = shopLineIdOf(order.body, id);
  return connectorId === null ? undefined : { connectorId, orderId, lineItemId, productId, variantId, sku };
}

function productOf(
  { stocked }: StockPlaces,
  ids: string[],
  line: OrderLine | undefined,
): { id: string } | Unplaced {
  const found = ids.find((id) => stocked.has(id)) ?? keyOf(line?.productId);
  if (found) return { id: found };
  const isNamed = line ? Boolean(line.productId) : ids.length > 0;
  return { reason: isNamed ? "not_stocked" : "no_product" };
}

function newProduct(id: string, { title, sku, imageUrl }: OrderLine): NewProduct {
  return { id, title, sku: keyOf(sku) ?? null, imageUrl: imageUrl ?? null };
}

/** Returns what an order has for a product's id or SKU; undefined for one that is too long for the inventory. */
function keyOf(text: string | null | undefined): string | undefined {
  return text && !isLongerThan(text, MAX_PRODUCT_KEY) ? text : undefined;
}
