import { createHmac } from "node:crypto";
import type { Json } from "../../../support/orders.ts";
import {
  type MedusaLedger,
  openLedger,
  type ShopAnswer,
  type ShopMood,
} from "../../../support/shops/medusa-ledger.ts";
import { moodOf, serveOnLoopback, textOf } from "../loopback-server.ts";
import type { Random } from "../random.ts";
import { retry } from "../retry.ts";
import type { Entry } from "./payee.ts";
import { createStock } from "./shop-stock.ts";

/** A shop whose orders come by a connector and that pays them, as shops do on their worst days. */
export type Shop = {
  host: string;
  url: string;
  credentials: { apiKey: string; webhookSecret: string };
  ledger: MedusaLedger;
  place(storeId: string, order: { id: string; cents: number; shippingCents: number }): Promise<void>;
  /** How many units more there are than at first of what was in an order. */
  stockOf(orderId: string): number;
  /** What was paid, as a payee's ledger has it: a refund is a key of its own. */
  entries(): Map<string, Entry>;
  close(): void;
};

const MOODS: Record<ShopMood, number> = {
  ...{ ok: 58, broken: 9, failed: 9, lost: 11, late: 3, slow: 3, refused: 7, less: 0 },
};
/** Longer than the service waits, and over before it asks again. */
const LATE_MS = 500;
const credentials = { apiKey: "sk_torture", webhookSecret: "a secret that signs webhooks" };

/** Starts a shop. Of the webhooks of changed orders some are lost, and some are sent twice. */
export async function openShop(random: Random, origins: () => string[]): Promise<Shop> {
  let store = "";
  const send = async (id: string) => {
    const all = origins();
    const origin = all[random.between(0, all.length - 1)];
    if (!origin) throw new Error("no process is running");
    const body = JSON.stringify({ event: "order.updated", id });
    const signature = createHmac("sha256", credentials.webhookSecret).update(body).digest("hex");
    const headers = { "Content-Type": "application/json", "x-aftersale-signature": signature };
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(`${origin}/hooks/medusa/${store}`, {
      method: "POST",
      body,
      headers,
      signal,
    });
    if (!response.ok) throw new Error(`the webhook was answered ${response.status}`);
  };
  const changed = (id: string) => {
    const times = random.chance(0.3) ? 0 : random.chance(0.2) ? 2 : 1;
    // The order whose webhook is lost comes with the answer to its payout.
    for (let time = 0; time < times; time++) void send(id).catch(() => {});
  };
  const ledger = openLedger({ moodOf: () => moodOf<ShopMood>(random, MOODS), lateMs: LATE_MS, changed });
  const stock = createStock();
  const answerTo = async (method: string, url: string, text: string): Promise<ShopAnswer> => {
    const body = JSON.parse(text || "{}");
    const act = stock.actOf({ method, url: new URL(url, "http://shop.example"), body });
    if (!act) return ledger.handle({ method, url, body: text });
    const stocked = () => {
      const { status, json } = act();
      return { status, body: json as Json };
    };
    return method === "GET" ? stocked() : ledger.change(stocked);
  };
  const { host, close } = await serveOnLoopback(async (request, response) => {
    const { method = "", url = "" } = request;
    const { status, body } = await answerTo(method, url, await textOf(request));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(shown(body, stock.shown)));
  });
  return {
    ...{ host, credentials, ledger, close, url: `http://${host}`, stockOf: stock.unitsOf },
    place: async (storeId, { id, ...line }) => {
      store = storeId;
      ledger.addOrder(id, { units: 1, ...line });
      stock.addOrder(id);
      await retry(() => send(id));
    },
    entries: () =>
      new Map(ledger.refunds.map(({ id, payoutId = "", cents }) => [id, entryOf(payoutId, cents)])),
  };
}

/** Returns a response in which its orders are shown so. */
function shown(body: Json & { order?: Json; orders?: Json[] }, as: (order: Json) => Json): Json {
  const { order, orders } = body;
  return { ...body, ...(order && { order: as(order) }), ...(orders && { orders: orders.map(as) }) };
}

function entryOf(payoutId: string, cents: number): Entry {
  return { payoutId, asked: cents, paid: cents, times: 1, bodies: new Set() };
}
