import { type Static, Type } from "@sinclair/typebox";
import { invalid } from "../../../lib/problem.ts";
import { field, Text } from "../../../lib/schema-types.ts";
import type { Connector, Hook, HookOrder, SignedHook } from "../connector.ts";
import { isSignedWith } from "../signature.ts";
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
  verify,
  read,
  order: readOrder,
  changed: readChanged,
  orderId: idOf,
  mapOrder,
  pay: payRefund,
  restock,
};

/** Permalinks must be set in WordPress to something else than plain. */
function origin(_: WooCredentials, url: string | undefined): string {
  if (!url) throw invalid({ detail: "url is required: the address of the shop.", pointer: "/url" });
  return `${url.replace(/\/+$/, "").replace(/\/wp-json(?:\/wc\/v3)?$/, "")}/wp-json/wc/v3`;
}

/** When a webhook is saved for the first time the shop sends its id alone, unsigned, and wants a 200. */
const PING = /^webhook_id=\d{1,20}$/;
const MAX_PING_BYTES = 32;

async function verify({ headers, body }: SignedHook, { webhookSecret }: WooCredentials): Promise<boolean> {
  const isPing = !headers.has("x-wc-webhook-topic") && body.length <= MAX_PING_BYTES;
  if (isPing && PING.test(new TextDecoder().decode(body))) return true;
  return isSignedWith(webhookSecret, body, { base64: headers.get("x-wc-webhook-signature") });
}

const WITH_ORDER = new Set(["order.created", "order.updated", "order.restored"]);

/** An order with refunds is read from the shop, because the webhook has their sums alone. */
function read({ headers, json }: Hook): HookOrder | undefined {
  const topic = headers.get("x-wc-webhook-topic");
  const orderId = idOf(json);
  if (topic === "order.deleted") return orderId === undefined ? undefined : { orderId };
  if (topic === null || !WITH_ORDER.has(topic)) return undefined;
  if (orderId !== undefined && !comesIn(json)) return undefined;
  return orderId !== undefined && hasRefunds(json) ? { orderId } : { order: json };
}
