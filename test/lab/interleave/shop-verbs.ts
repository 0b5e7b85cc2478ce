import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { cancelDeleted } from "../../../src/features/connectors/hooks/cancel-deleted.ts";
import { connectors } from "../../../src/platform/db/tables/connectors.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import type { MedusaLedger } from "../../support/shops/medusa-ledger.ts";
import { ANN, post, textIn } from "./fill.ts";
import type { Lab } from "./lab.ts";
import { answered } from "./people-verbs.ts";
import { ledgerOf, SHOP_HOST } from "./shop.ts";
import type { Answer, Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

const SECRET = "a secret that signs webhooks";
const PATH = "/stores/:store/connectors/medusa";

/** What a store and the shop that it is connected to do together. */
export const SHOP_VERBS: Record<string, Verb> = {
  poll: {
    isJob: true,
    prepare: async (shop, lab) => {
      await changeShop(shop, lab);
      await shop.send("POST", `${PATH}/poll`);
      await forgetJobs(lab, "connectors.poll");
    },
    run: (shop) => work(shop, "connectors.poll"),
  },
  "poll-now": { prepare: changeShop, run: (shop) => shop.send("POST", `${PATH}/poll`) },
  "shop-hook": {
    prepare: changeShop,
    run: (shop) => hook(shop, "ann"),
  },
  "shop-hook-rejected": {
    prepare: async (shop, lab) => {
      (await connected(shop, lab)).addOrder("odd", { units: 1.5, cents: 1_000 });
    },
    run: (shop) => hook(shop, "odd"),
  },
  "shop-order-retried": {
    isJob: true,
    prepare: async (shop, lab) => {
      (await connected(shop, lab)).addOrder("odd", { units: 1.5, cents: 1_000 });
      await hook(shop, "odd");
      await lab.monitor.query("update connector_rejections set retry_at = now() where store_id = $1", [
        shop.id,
      ]);
      (await connected(shop, lab)).addOrder("odd", { units: 1, cents: 1_000 });
      await shop.send("POST", `${PATH}/poll`);
      await forgetJobs(lab, "connectors.poll");
    },
    run: (shop) => work(shop, "connectors.poll"),
  },
  "shop-order-imported": {
    isJob: true,
    prepare: async (shop, lab) => {
      await changeShop(shop, lab);
      const file = `${JSON.stringify(order("ann", { customer: ANN, updatedAt: "2026-03-02T10:00:00.000Z" }))}\n`;
      shop.known.made.file = textIn(await post(shop, "/order-imports", { file }), "id");
      await forgetJobs(lab, "orders.import");
    },
    run: (shop) => work(shop, "orders.import", { importId: shop.known.made.file }),
  },
  "shop-order-deleted": {
    prepare: boughtInShop,
    run: (shop) =>
      answered(async () => {
        const { ctx } = shop.process;
        const [connector] = await ctx.db.select().from(connectors).where(eq(connectors.storeId, shop.id));
        const { id: connectorId = "", kind = "shopify" } = connector ?? {};
        await cancelDeleted(ctx, { storeId: shop.id, connectorId, kind }, "fred");
      }),
  },
  "shop-order-returned": {
    prepare: boughtInShop,
    run: (shop) => post(shop, "/returns", returnOf("fred")),
  },
  "shop-connects": { run: (shop) => shop.send("PUT", PATH, { url: ADDRESS, credentials: CREDENTIALS }) },
  "restock-delivery": { isJob: true, prepare: returnToShop, run: (shop) => work(shop, "restocks.send") },
  "restock-back": { prepare: returnToShop, run: (shop) => setOutcome(shop, "dispose") },
  "shop-payout": {
    isJob: true,
    prepare: async (shop, lab) => {
      await returnToShop(shop, lab);
      await shop.send("PUT", `/returns/${shop.known.made.shopReturn}/status`, { status: "complete" });
      await forgetJobs(lab, "payouts.send");
    },
    run: (shop) => work(shop, "payouts.send"),
  },
  // A poll that has stored orders by then says no more how far it has come.
  "shop-off": {
    recalls: /^connectors /,
    prepare: connect,
    run: (shop) => shop.send("PUT", PATH, { url: ADDRESS, enabled: false }),
  },
  "shop-moves": {
    prepare: connect,
    run: (shop) => shop.send("PUT", PATH, { url: OTHER_ADDRESS, credentials: CREDENTIALS }),
  },
  "shop-leaves": { prepare: connect, run: (shop) => shop.send("DELETE", PATH) },
};

const ADDRESS = `https://${SHOP_HOST}`;
const OTHER_ADDRESS = `${ADDRESS}/moved`;
const CREDENTIALS = { apiKey: "sk_test", webhookSecret: SECRET };

async function connect(shop: Shop, lab: Lab): Promise<void> {
  await connected(shop, lab);
}

async function connected(shop: Shop, lab: Lab): Promise<MedusaLedger> {
  const isNew = !lab.shops.ledgers.has(shop.id);
  const ledger = ledgerOf(lab, shop.id);
  if (isNew) {
    await shop.send("PUT", PATH, { url: ADDRESS, credentials: CREDENTIALS });
    await work(shop, "connectors.poll");
  }
  await forgetJobs(lab, "connectors.poll");
  return ledger;
}

/** A customer of the store buys in the shop, where an order that the store has from elsewhere is refunded. */
async function changeShop(shop: Shop, lab: Lab): Promise<void> {
  const ledger = await connected(shop, lab);
  if (!ledger.orderOf("ann")) {
    ledger.addOrder("ann", { units: 2, cents: 1_000 });
    ledger.addOrder("s1", { units: 1, cents: 1_000 });
    ledger.refundByHand("s1", 100);
  }
}

async function boughtInShop(shop: Shop, lab: Lab): Promise<void> {
  const ledger = await connected(shop, lab);
  if (ledger.orderOf("fred")) return;
  ledger.addOrder("fred", { units: 1, cents: 1_000 });
  await hook(shop, "fred");
}

/** What was bought in the shop has come back, and goes into its stock again. */
async function returnToShop(shop: Shop, lab: Lab): Promise<void> {
  const ledger = await connected(shop, lab);
  if (shop.known.made.shopReturn !== undefined) return;
  ledger.addOrder("bob", { units: 2, cents: 1_000 });
  await hook(shop, "bob");
  const made = await post(shop, "/returns", returnOf("bob"));
  shop.known.made.shopReturn = textIn(made, "id");
  shop.known.made.shopItem = /"items":\[\{"id":"([^"]+)"/.exec(JSON.stringify(made))?.[1] ?? "";
  await setOutcome(shop, "restock");
  await forgetJobs(lab, "restocks.send");
}

function setOutcome(shop: Shop, outcome: string): Promise<Answer> {
  const items = [{ id: shop.known.made.shopItem, outcome }];
  return shop.send("PATCH", `/returns/${shop.known.made.shopReturn}`, { items });
}

async function hook(shop: Shop, orderId: string): Promise<Answer> {
  const body = JSON.stringify({ event: "order.updated", id: orderId });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = { "Content-Type": "application/json", "x-aftersale-signature": signature };
  const address = `http://localhost/hooks/medusa/${shop.id}`;
  const response = await shop.process.fetch(new Request(address, { method: "POST", body, headers }));
  return { status: response.status, body: await response.text() };
}
