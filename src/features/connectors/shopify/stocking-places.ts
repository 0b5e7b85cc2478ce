import { type Call, ShopFailure } from "../call.ts";
import type { ConnectorRestock } from "../effects.ts";
import { readParcels } from "./read-orders.ts";

/** GraphQL for a page of the locations that stock an item, after the cursor `$after`. */
export const STOCKING = `inventoryLevels(first: 50, after: $after) {
  nodes { location { id isActive } } pageInfo { hasNextPage endCursor }
}`;

type Levels = {
  nodes?: { location: { id: string; isActive?: boolean } }[];
  pageInfo?: { hasNextPage?: boolean; endCursor?: string | null };
};
export type StockedItem = { id: string; inventoryLevels?: Levels };

type Parcel = {
  status?: string | null;
  location_id?: string | number | null;
  line_items?: { id: string | number }[] | null;
};

/** A shop has at most a thousand locations. */
const MAX_PAGES = 20;

/** `next` returns the item with the page after a cursor; `first` is the shop's first location. */
type Stocking = {
  item: StockedItem;
  next(after: string): Promise<StockedItem | undefined>;
  first: string | undefined;
};

/** Returns the location that sent the line, else the shop's first one, else any: of those that stock the item. */
export async function placeOf(
  call: Call,
  change: ConnectorRestock,
  { item, next, first }: Stocking,
): Promise<string | undefined> {
  const sent = await sendersOf(call, change);
  const stocking = new Set<string>();
  let page: StockedItem | undefined = item;
  for (let i = 0; page && i < MAX_PAGES; i++) {
    const { nodes = [], pageInfo }: Levels = page.inventoryLevels ?? {};
    for (const { location } of nodes) if (location.isActive !== false) stocking.add(location.id);
    const sender = sent.find((id) => stocking.has(id));
    if (sender !== undefined) return sender;
    page = pageInfo?.hasNextPage && pageInfo.endCursor ? await next(pageInfo.endCursor) : undefined;
  }
  return [first, ...stocking].find((id) => id !== undefined && stocking.has(id));
}

/** Returns the locations that have sent the line, in the order of its parcels. */
async function sendersOf(call: Call, { orderId, lineItemId }: ConnectorRestock): Promise<string[]> {
  const parcels = (await readParcels(call, orderId)) as Parcel[] | undefined;
  if (!Array.isArray(parcels)) throw new ShopFailure("the shop's answer has no fulfillments", 200);
  return parcels.flatMap(({ status, location_id, line_items }) => {
    const isSent = status !== "cancelled" && line_items?.some(({ id }) => String(id) === lineItemId);
    return isSent && location_id ? `gid://shopify/Location/${location_id}` : [];
  });
}
