import { HOUR_MS } from "../../../lib/duration.ts";
import type { Call } from "../call.ts";
import type { ConnectorRestock, RestockAnswer } from "../effects.ts";
import { mutate, query, userErrorOf, uuidOf } from "./graphql.ts";
import { placeOf, STOCKING, type StockedItem } from "./stocking-places.ts";

const PLACES = `query Stock($variant: ID!, $order: ID!, $mark: String!, $after: String) {
  productVariant(id: $variant) {
    inventoryItem { id tracked ${STOCKING} }
  }
  order(id: $order) {
    mark: metafield(namespace: "aftersale", key: $mark) { createdAt }
  }
  location { id }
}`;

const MARK = `mutation Mark($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    userErrors { code field message }
  }
}`;

const ADJUST = `mutation Restock($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code field message }
  }
}`;

type Read = {
  productVariant?: { inventoryItem?: (StockedItem & { tracked?: boolean }) | null } | null;
  order?: { mark?: { createdAt: string } | null } | null;
  location?: { id: string } | null;
};

/** Shopify keeps an idempotency key for a day. An hour is left for the request, and for clocks that differ. */
const KEPT_MS = 23 * HOUR_MS;

/**
 * Changes how many units of a variant Shopify has, once. The change's id is the idempotency key, with which Shopify repeats
 * its first answer for a day. Inventory can't be read by the document that a change names, so a metafield of the order says
 * when the change was asked for first: once the key is forgotten, a change whose answer was lost is left to a person.
 */
export async function restock(call: Call, change: ConnectorRestock): Promise<RestockAnswer> {
  const { id, units, variantId, orderId } = change;
  if (!variantId) return refused("The line has no variant in Shopify, so it has no stock.");
  const [order, mark] = [`gid://shopify/Order/${orderId}`, await markOf(id)];
  const variables = { variant: `gid://shopify/ProductVariant/${variantId}`, order, mark };
  const read = (await query(call, PLACES, variables)) as Read;
  const item = read.productVariant?.inventoryItem;
  if (!read.order) return refused(`Shopify has no order ${orderId} any more.`);
  if (!item) return refused(`Shopify has no variant ${variantId} any more.`);
  if (item.tracked === false) return refused("Shopify doesn't track the variant's inventory.");
  const next = async (after: string) => {
    const page = (await query(call, PLACES, { ...variables, after })) as Read;
    return page.productVariant?.inventoryItem ?? undefined;
  };
  const locationId = await placeOf(call, change, { item, next, first: read.location?.id });
  if (!locationId) return refused("No active location in Shopify stocks the variant.");
  const document = `gid://aftersale/Restock/${encodeURIComponent(id)}`;
  if (Date.parse(read.order.mark?.createdAt ?? "") < Date.now() - KEPT_MS) {
    return refused(`Shopify may have changed the stock: look for ${document} in the inventory's history.`);
  }
  if (!read.order.mark) {
    const metafield = {
      ownerId: order,
      namespace: "aftersale",
      key: mark,
      type: "single_line_text_field",
      value: id,
    };
    const marked = await done(call, "metafieldsSet", MARK, { metafields: [metafield] });
    if (marked.status !== "done") return marked;
  }
  const input = {
    ...{ name: "available", reason: units > 0 ? "restock" : "correction", referenceDocumentUri: document },
    changes: [{ inventoryItemId: item.id, locationId, delta: units, changeFromQuantity: null }],
  };
  return done(call, "inventoryAdjustQuantities", ADJUST, { input, key: await uuidOf(id) });
}

function refused(reason: string): RestockAnswer {
  return { status: "refused", reason };
}

async function done(call: Call, name: string, text: string, variables: object): Promise<RestockAnswer> {
  const mutated = await mutate(call, name, text, variables);
  if ("refused" in mutated) return refused(mutated.refused);
  const error = userErrorOf(mutated.payload);
  return error
    ? { status: error.isUnsettled ? "unknown" : "refused", reason: error.reason }
    : { status: "done" };
}

const MARK_BYTES = 20;

/** A metafield's key has at most 64 letters, digits, hyphens and underscores. */
async function markOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
  return `restock_${new Uint8Array(digest).subarray(0, MARK_BYTES).toHex()}`;
}
