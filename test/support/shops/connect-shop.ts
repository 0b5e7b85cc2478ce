import { createHmac } from "node:crypto";
import { serveOnLoopback, textOf } from "../../lab/torture/loopback-server.ts";
import { answerOf } from "../returns.ts";
import type { TestService, TestStore } from "../service.ts";
import { type MedusaLedger, openLedger, type ShopMood } from "./medusa-ledger.ts";

/** A server of shops, each under a path of its own. */
export type ShopServer = { host: string; ledgers: Map<string, MedusaLedger>; close(): void };

export async function openShopServer(): Promise<ShopServer> {
  const ledgers = new Map<string, MedusaLedger>();
  const { host, close } = await serveOnLoopback(async (request, response) => {
    const [, shop = "", path = ""] = /^\/([^/]+)(.*)$/.exec(request.url ?? "") ?? [];
    const asked = { method: request.method ?? "", url: path, body: await textOf(request) };
    const answer = await ledgers.get(shop)?.handle(asked);
    response.writeHead(answer?.status ?? 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer?.body ?? {}));
  });
  return { host, ledgers, close };
}

export type ConnectedShop = {
  ledger: MedusaLedger;
  /** Adds an order to the shop, whose webhook brings it. */
  order(id: string, line: { units: number; cents: number }): Promise<void>;
  /** Sends the webhook of an order, by another service once the store has moved. */
  hook(orderId: string, to?: Pick<TestService, "fetch">): Promise<void>;
  /** Changes the connector. */
  put(changes: object): Promise<void>;
  remove(): Promise<void>;
};

const SECRET = "a secret that signs webhooks";

/** Connects a store to a shop of the server, which has these moods in turn, and is well afterwards. */
export async function connectShop(
  service: TestService,
  { host, ledgers }: ShopServer,
  store: TestStore,
  { moods, lateMs, createdAt }: { moods: ShopMood[]; lateMs: number; createdAt?: string },
): Promise<ConnectedShop> {
  const left = [...moods];
  const ledger = openLedger({ moodOf: () => left.shift() ?? "ok", lateMs, createdAt });
  ledgers.set(store.id, ledger);
  const url = `http://${host}/${store.id}`;
  const credentials = { apiKey: "sk_test", webhookSecret: SECRET };
  const path = "/stores/:store/connectors/medusa";

  async function put(changes: object): Promise<void> {
    const { status, body } = await answerOf(store.put(path, { url, credentials, ...changes }));
    if (status !== 200) throw new Error(`the connector was answered ${status} ${JSON.stringify(body)}`);
  }
  async function hook(orderId: string, to: Pick<TestService, "fetch"> = service): Promise<void> {
    const body = JSON.stringify({ event: "order.updated", id: orderId });
    const signature = createHmac("sha256", SECRET).update(body).digest("hex");
    const headers = { "Content-Type": "application/json", "x-aftersale-signature": signature };
    const response = await to.fetch(`/hooks/medusa/${store.id}`, { method: "POST", body, headers });
    if (!response.ok) throw new Error(`the webhook was answered ${response.status} ${await response.text()}`);
  }
  await put({});
  return {
    ...{ ledger, hook, put },
    order: async (id, line) => {
      ledger.addOrder(id, line);
      await hook(id);
    },
    remove: async () => void (await store.delete(path)),
  };
}
