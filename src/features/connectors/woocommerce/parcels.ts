import { storableText } from "../../../lib/text.ts";
import type { ShopFulfillment } from "../../orders/upsert/line-schema.ts";
import { instantOf } from "./instants.ts";
import type { WooOrder } from "./schema.ts";

/** Where the plugins for tracking keep their parcels. */
const TRACKING = "_wc_shipment_tracking_items";
const MAX_PARCELS = 1_000;

type Sent = { id: string; quantity: number };
type Item = Record<string, unknown>;

/**
 * Returns the parcels of an order. WooCommerce has none of its own: a completed order is a parcel with all its lines. With
 * a tracking plugin each tracking number is one: with the lines that the plugin names, else the first has all of them.
 */
export function parcelsOf(order: WooOrder, lines: Sent[]): ShopFulfillment[] {
  const items = trackingItemsOf(order);
  if (items.length === 0) {
    const completedAt = instantOf(order.date_completed_gmt);
    // A full refund changes the status of what was sent.
    const isSent = order.status === "completed" || (order.status === "refunded" && completedAt !== undefined);
    return isSent ? [{ id: `${order.id}-completed`, lineItems: lines, shippingDate: completedAt }] : [];
  }
  const ordered = new Map(lines.map((line) => [line.id, line.quantity]));
  const named = items.map((item) => linesOf(item, ordered));
  const anyNamed = named.some((sent) => sent.length > 0);
  return items.map((item, i) => ({
    id: textOf(item.tracking_id) ?? `${order.id}-${i + 1}`,
    lineItems: anyNamed ? (named[i] ?? []) : i === 0 ? lines : [],
    trackingNumbers: [
      {
        carrier: carrierOf(item) ?? null,
        trackingNumber: textOf(item.tracking_number) ?? "",
      },
    ],
    shippingDate: shippedAt(item) ?? instantOf(order.date_completed_gmt),
  }));
}

/** Returns the tracking items, the last one of an id. */
function trackingItemsOf({ meta_data }: WooOrder): Item[] {
  const value = meta_data?.find(({ key }) => key === TRACKING)?.value;
  const items = Array.isArray(value) ? value : Object.values(isItem(value) ? value : {});
  const found = items.filter(isItem).filter((item) => textOf(item.tracking_number) !== undefined);
  const byId = new Map(found.map((item, i) => [textOf(item.tracking_id) ?? i, item]));
  return [...byId.values()].slice(0, MAX_PARCELS);
}

/** Some plugins name the lines of a parcel: `products_list` of `item_id` and `qty`. */
function linesOf({ products_list: list }: Item, ordered: ReadonlyMap<string, number>): Sent[] {
  if (!Array.isArray(list)) return [];
  const sent = new Map<string, number>();
  for (const product of list.filter(isItem)) {
    const id = textOf(product.item_id) ?? "";
    const quantity = Number(product.qty);
    const most = ordered.get(id);
    if (most === undefined || !Number.isSafeInteger(quantity) || quantity <= 0) continue;
    sent.set(id, Math.min((sent.get(id) ?? 0) + quantity, most));
  }
  return [...sent].map(([id, quantity]) => ({ id, quantity }));
}

function carrierOf(item: Item): string | undefined {
  return textOf(item.custom_tracking_provider) ?? textOf(item.tracking_provider);
}

/** The plugins write a Unix time or a day. */
function shippedAt({ date_shipped: date }: Item): string | undefined {
  const text = textOf(date) ?? "";
  if (/^\d{9,11}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  return instantOf(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : undefined);
}

const MAX_TEXT_CHARACTERS = 255;

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return storableText(text.trim(), MAX_TEXT_CHARACTERS);
}

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
