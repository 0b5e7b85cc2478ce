import { type Static, Type } from "@sinclair/typebox";
import { invalid } from "../../../lib/problem.ts";
import { field, Text } from "../../../lib/schema-types.ts";
import type { Connector, Hook, HookOrder } from "../connector.ts";
import { isSignedWith } from "../signature.ts";
import { textField } from "../text-field.ts";
import { mapOrder } from "./map-order.ts";
import { readChanged, readOrder } from "./orders.ts";
import { comesIn, hasRefunds, idOf } from "./reading.ts";
import { payRefund } from "./refund.ts";
import { restock } from "./restock.ts";

const Secret = () => Text({ minLength: 1, maxLength: 1_000 });

type WooCredentials = Static<typeof WooCredentials>;
const WooCredentials = Type.Object({
  consumerKey: field(
    Secret(),
    "The consumer key of *WooCommerce > Settings > Advanced > REST API*, with read and write access.",
    "ck_4b1f",
  ),
  consumerSecret: field(Secret(), "The consumer secret of the same key.", "cs_9d2e"),
  webhookSecret: field(
    Secret(),
    "The secret of the webhooks in WooCommerce > Settings > Advanced > Webhooks.",
    "a-long-random-secret",
  ),
});

/** WooCommerce by its REST API v3 and its webhooks of orders. */
export const woocommerce: Connector<WooCredentials> = {
  kind: "woocommerce",
  title: "WooCommerce",
  credentials: WooCredentials,
  origin,
  headers: ({ consumerKey, consumerSecret }) => ({
    Authorization: `Basic ${new TextEncoder().encode(`${consumerKey}:${consumerSecret}`).toBase64()}`,
  }),
  // The shop tries a new webhook by its id alone, unsigned, which is rejected as anyone's is.
  verify: ({ headers, body }, { webhookSecret }) =>
    isSignedWith(webhookSecret, body, { base64: headers.get("x-wc-webhook-signature") }),
  read,
  order: readOrder,
  changed: readChanged,
  comesIn,
  orderId: idOf,
  orderName: (order) => textField(order, "number"),
  mapOrder,
  pay: payRefund,
  restock,
};

/** Permalinks must be set in WordPress to something else than plain. */
function origin(_: WooCredentials, url: string | undefined): string {
  if (!url) throw invalid({ detail: "url is required: the address of the shop.", pointer: "/url" });
  return `${url.replace(/\/+$/, "").replace(/\/wp-json(?:\/wc\/v3)?$/, "")}/wp-json/wc/v3`;
}

const WITH_ORDER = new Set(["order.created", "order.updated", "order.restored"]);

/** An order with refunds is read from the shop, because the webhook has their sums alone. */
function read({ headers, json }: Hook): HookOrder | undefined {
  const topic = headers.get("x-wc-webhook-topic");
  const orderId = idOf(json);
  if (topic === "order.deleted") return orderId === undefined ? undefined : { orderId, mayBeDeleted: true };
  if (topic === null || !WITH_ORDER.has(topic)) return undefined;
  return orderId !== undefined && hasRefunds(json) ? { orderId } : { order: json };
}
