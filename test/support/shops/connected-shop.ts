import { createHmac } from "node:crypto";
import type { TestService, TestStore } from "../service.ts";

const CLIENT_SECRET = "shpss_for_tests_only";
const API = /^\/([^/]+)\/admin\/api\/[\d-]+\/orders(?:\/(\d+))?\.json$/;

/** One shop of the server: its orders by id, as JSON texts, in the order of their changes. */
export type StubShop = {
  orders: Map<string, string>;
  /** What was asked of it. */
  seen: string[];
  /** Answers instead of the shop. */
  instead: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined;
};

/** Returns an order as the shop sends it; `id` may have more digits than a double holds. */
export function shopFile(
  id: string,
  { quantity = 2, updatedAt = "2026-03-02T10:00:00Z", more = {} }: FileOptions = {},
): string {
  const set = (amount: string) => ({
    shop_money: { amount, currency_code: "EUR" },
    presentment_money: { amount, currency_code: "EUR" },
  });
  const order = {
    ...{ id: 0, name: `#${id}`, created_at: "2026-03-01T10:00:00Z", updated_at: updatedAt },
    ...{ currency: "EUR", presentment_currency: "EUR", taxes_included: false, email: "ada@example.com" },
    customer: { id: 7_001, email: "ada@example.com", first_name: "Ada", last_name: "Byron" },
    line_items: [
      {
        ...{ id: 5_001, title: "Tee", product_id: 6_001, sku: "TEE", quantity, current_quantity: quantity },
        ...{ price: "10.00", price_set: set("10.00"), tax_lines: [], discount_allocations: [] },
      },
    ],
    ...{ shipping_lines: [], fulfillments: [], refunds: [], total_tax: "0.00", total_tax_set: set("0.00") },
    ...{ total_price: `${quantity * 10}.00`, total_price_set: set(`${quantity * 10}.00`) },
    ...more,
  };
  return JSON.stringify(order).replace('"id":0', `"id":${id}`);
}

type FileOptions = { quantity?: number; updatedAt?: string; more?: object };

/** Serves the APIs of shops on this machine, each below a path of its own. It ends with the test run. */
export function serveShops() {
  const shops = new Map<string, StubShop>();
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request): Promise<Response> => {
      const url = new URL(request.url);
      const [, name = "", orderId] = API.exec(url.pathname) ?? [];
      const shop = shops.get(name);
      if (!shop) return new Response("no such shop", { status: 404 });
      shop.seen.push(url.pathname.slice(name.length + 1) + url.search);
      const instead = await shop.instead?.(request);
      if (instead) return instead;
      if (orderId !== undefined) return one(shop, orderId);
      return page(shop, url, `http://127.0.0.1:${server.port}/${name}/admin/api/x/orders.json`);
    },
  });
  server.unref();
  return {
    host: `127.0.0.1:${server.port}`,
    /** Gives a store a shop, and returns it. */
    connect: async (store: TestStore, name = store.id): Promise<StubShop> => {
      const shop: StubShop = { orders: new Map(), seen: [], instead: undefined };
      shops.set(name, shop);
      const response = await store.put("/stores/:store/connectors/shopify", connectorBody(server.port, name));
      if (response.status !== 200) throw new Error(`the connector was answered ${await response.text()}`);
      return shop;
    },
  };
}

export function connectorBody(port: number | undefined, name: string) {
  return {
    url: `http://127.0.0.1:${port}/${name}`,
    credentials: { shop: "linen", accessToken: "shpat_5f0c8a", clientSecret: CLIENT_SECRET },
  };
}

const PAGE = 2;

/** Pages are short, whatever is asked for. */
function page({ orders }: StubShop, url: URL, self: string): Response {
  const since = url.searchParams.get("updated_at_min") ?? "";
  const after = Number(url.searchParams.get("page_info") ?? 0);
  const changed = [...orders.values()].filter(
    (text) => (/"updated_at":"([^"]+)"/.exec(text)?.[1] ?? "") >= since,
  );
  const isLast = changed.length <= after + PAGE;
  const headers = { "Content-Type": "application/json" };
  const link = `<${self}?page_info=${after + PAGE}>; rel="next"`;
  return new Response(`{"orders":[${changed.slice(after, after + PAGE).join()}]}`, {
    headers: isLast ? headers : { ...headers, Link: link },
  });
}

function one({ orders }: StubShop, id: string): Response {
  const text = orders.get(id);
  return text
    ? new Response(`{"order":${text}}`, { headers: { "Content-Type": "application/json" } })
    : Response.json({ errors: "Not Found" }, { status: 404 });
}

export type HookOptions = { topic?: string; signature?: string | null; kind?: string; storeId?: string };

/** Posts a webhook of the shop, signed unless another signature is given. */
export function postHook(
  service: Pick<TestService, "fetch">,
  store: Pick<TestStore, "id">,
  body: string,
  { topic = "orders/updated", kind = "shopify", storeId = store.id, ...options }: HookOptions = {},
): Promise<Response> {
  const { signature = createHmac("sha256", CLIENT_SECRET).update(body).digest("base64") } = options;
  return service.fetch(`/hooks/${kind}/${storeId}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Shopify-Topic": topic,
      ...(signature !== null && { "X-Shopify-Hmac-Sha256": signature }),
    },
    body,
  });
}
