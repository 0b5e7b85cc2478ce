import type { Connector } from "../connector.ts";
import { isSignedWith } from "../signature.ts";
import { textField } from "../text-field.ts";
import { ShopifyCredentials } from "./credentials.ts";
import { orderOfHook, SIGNATURE_HEADER } from "./hooks.ts";
import { mapOrder } from "./map-order.ts";
import { pay } from "./pay.ts";
import { readChanged, readOne, SETTLES_IN_MS } from "./read-orders.ts";
import { restock } from "./restock.ts";

/** Shopify, by a custom app of the merchant's. */
export const shopify: Connector<ShopifyCredentials> = {
  kind: "shopify",
  title: "Shopify",
  credentials: ShopifyCredentials,
  origin: ({ shop }, url) =>
    url?.replace(/\/+$/, "") ??
    `https://${shop.toLowerCase().replace(/\.myshopify\.com$/, "")}.myshopify.com`,
  headers: ({ accessToken }) => ({ "X-Shopify-Access-Token": accessToken }),
  verify: ({ headers, body }, { clientSecret }) =>
    isSignedWith(clientSecret, body, { base64: headers.get(SIGNATURE_HEADER) }),
  settlesInMs: SETTLES_IN_MS,
  saysDeliveryLate: true,
  read: orderOfHook,
  order: readOne,
  changed: readChanged,
  orderId: (order) => textField(order, "id"),
  orderName: (order) => textField(order, "name"),
  mapOrder,
  pay,
  restock,
};
