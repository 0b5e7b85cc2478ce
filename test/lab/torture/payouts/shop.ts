import { createHmac } from "node:crypto";
import { type MedusaLedger, openLedger, type ShopMood } from "../../../support/shops/medusa-ledger.ts";
import { moodOf, serveOnLoopback, textOf } from "../loopback-server.ts";
import type { Random } from "../random.ts";
import { retry } from "../retry.ts";
import type { Entry } from "./payee.ts";

/** A shop whose orders come by a connector and that pays them, as shops do on their worst days. */
export type Shop = {
  host: string;
  url: string;
  credentials: { apiKey: string; webhookSecret: string };
  ledger: MedusaLedger;
  place(storeId: string, order: { id: string; cents: number; shippingCents: number }): Promise<void>;
  /** What was paid, as a payee's ledger has it: a refund is a key of its own. */
  entries(): Map<string, Entry>;
  close(): void;
};

const MOODS: Record<ShopMood, number> = {
  ...{ ok: 58, broken: 9, failed: 9, lost: 11, late: 3, slow: 3, refused: 7, less: 0 },
};
const LATE_MS = 700;
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
    // What is lost is found by the poll.
    for (let time = 0; time < times; time++) void send(id).catch(() => {});
  };
  const ledger = openLedger({ moodOf: () => moodOf<ShopMood>(random, MOODS), lateMs: LATE_MS, changed });
  const { host, close } = await serveOnLoopback(async (request, response) => {
    const { method = "", url = "" } = request;
    const { status, body } = await ledger.handle({ method, url, body: await textOf(request) });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    ...{ host, credentials, ledger, close, url: `http://${host}` },
    place: async (storeId, { id, ...line }) => {
      store = storeId;
      ledger.addOrder(id, { units: 1, ...line });
      await retry(() => send(id));
    },
    entries: () =>
      new Map(ledger.refunds.map(({ id, payoutId = "", cents }) => [id, entryOf(payoutId, cents)])),
  };
}

function entryOf(payoutId: string, cents: number): Entry {
  return { payoutId, asked: cents, paid: cents, times: 1, bodies: new Set() };
}
