import { serveOnLoopback, textOf } from "../../lab/torture/loopback-server.ts";
import type { Json } from "../orders.ts";
import { answerGraphql, createBooks, type ShopifyBooks } from "./shopify-graphql.ts";

/** What becomes of a request: it is done and its answer lost, or nothing is done. */
export type Fault = "lost" | "slow" | 401 | 403 | 429 | 500;

export type ShopifyShop = {
  /** What the shop knows, and what has become of requests. */
  books: ShopifyBooks;
  accessToken: string;
  /** Puts an order there, as it is now, with its time of change. */
  put(order: Json): void;
  remove(id: unknown): void;
  /** What becomes of the next requests of which the path or the body contains the text, in order. */
  fail(text: string, ...faults: Fault[]): void;
  /** Answers as the Admin API does. Rejects where an answer is lost. */
  answer(request: Request): Promise<Response>;
};

const VERSION = "/admin/api/2026-04";

/** Returns a shop at Shopify that answers what the service asks for, with faults that a test scripts. */
export function createShopifyShop({ accessToken = "shpat_test", now = () => new Date() } = {}): ShopifyShop {
  const books = createBooks();
  const faults: { text: string; fault: Fault }[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = await request.text();
    books.requests.push(`${request.method} ${url.pathname.slice(VERSION.length)}`);
    const at = faults.findIndex(({ text }) => url.pathname.includes(text) || body.includes(text));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 429) return new Response("{}", { status: 429, headers: { "Retry-After": "2.0" } });
    if (typeof fault === "number") return Response.json({ errors: "no" }, { status: fault });
    const response = respond(request, url, body);
    response.headers.set("Date", now().toUTCString());
    if (fault === "slow") await Bun.sleep(300);
    if (fault === "lost") throw new TypeError("the connection was closed");
    return response;
  };

  function respond(request: Request, url: URL, body: string): Response {
    if (request.headers.get("X-Shopify-Access-Token") !== accessToken) {
      return Response.json({ errors: "[API] Invalid API key or access token" }, { status: 401 });
    }
    if (!url.pathname.startsWith(`${VERSION}/`))
      return Response.json({ errors: "Not Found" }, { status: 404 });
    const path = url.pathname.slice(VERSION.length);
    if (path === "/graphql.json") return answerGraphql(books, JSON.parse(body));
    if (path === "/orders.json") return listOrders(books, url);
    const [, id = "", what] = /^\/orders\/(\d+)(?:\/(refunds|transactions))?\.json$/.exec(path) ?? [];
    const order = books.orders.get(id);
    if (!order) return Response.json({ errors: "Not Found" }, { status: 404 });
    if (what === "refunds") return listRefunds(books, id, url);
    if (what === "transactions") return Response.json({ transactions: books.transactions.get(id) ?? [] });
    return rawJson({ order });
  }

  return {
    ...{ books, accessToken, answer },
    put: (order) => void books.orders.set(String(order.id), order),
    remove: (id) => void books.orders.delete(String(id)),
    fail: (text, ...given) => void faults.push(...given.map((fault) => ({ text, fault }))),
  };
}

/** Shopify writes ids as numbers, also such as a double doesn't hold. */
function rawJson(value: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(value).replace(/"id":"(\d+)"/g, '"id":$1');
  return new Response(text, { headers: { "Content-Type": "application/json", ...headers } });
}

type Page = { after: number; query: Record<string, string> };

/** Pages by a cursor that only the limit and the fields may stand beside, as Shopify does. */
function pageOf(url: URL): Page | undefined {
  const page = url.searchParams.get("page_info");
  if (page === null) return { after: 0, query: Object.fromEntries(url.searchParams) };
  const others = [...url.searchParams.keys()].filter((key) => !BESIDE_A_CURSOR.has(key));
  if (others.length > 0 || !page.startsWith("p")) return undefined;
  return JSON.parse(atob(page.slice(1))) as Page;
}

const BESIDE_A_CURSOR = new Set(["page_info", "limit", "fields"]);

/** Returns the fields of an order that are asked for. */
function shownOf(order: Json, url: URL): Json {
  const fields = url.searchParams.get("fields")?.split(",");
  return fields ? Object.fromEntries(Object.entries(order).filter(([name]) => fields.includes(name))) : order;
}

function paged(url: URL, name: string, entries: (query: Record<string, string>) => Json[]): Response {
  const page = pageOf(url);
  if (!page) return Response.json({ errors: { page_info: "Invalid value." } }, { status: 400 });
  const limit = Number(url.searchParams.get("limit") ?? 50);
  const all = entries(page.query);
  const shown = all.slice(page.after, page.after + limit).map((entry) => shownOf(entry, url));
  const isLast = page.after + limit >= all.length;
  const next = `p${btoa(JSON.stringify({ ...page, after: page.after + limit }))}`;
  const link = `<https://${url.host}${url.pathname}?limit=${limit}&page_info=${encodeURIComponent(next)}>; rel="next"`;
  return rawJson({ [name]: shown }, isLast ? {} : { Link: link });
}

function listOrders(books: ShopifyBooks, url: URL): Response {
  const timeOf = (order: Json) => Date.parse(String(order.updated_at));
  return paged(url, "orders", ({ status, order, updated_at_min: since }) => {
    if (status !== "any" || order !== "updated_at asc")
      throw new Error("the orders are not asked for by their changes");
    return [...books.orders.values()]
      .filter((each) => since === undefined || timeOf(each) >= Date.parse(since))
      .sort((a, b) => timeOf(a) - timeOf(b));
  });
}

function listRefunds(books: ShopifyBooks, id: string, url: URL): Response {
  return paged(url, "refunds", () => books.refunds.get(id) ?? []);
}

/** Answers at an address of this machine, until it is closed. A lost answer ends with the connection. */
export async function serveShopify(
  shop: ShopifyShop,
): Promise<{ origin: string; host: string; close(): void }> {
  const { host, close } = await serveOnLoopback(async ({ url, method = "GET", headers }, response) => {
    const body = method === "GET" ? undefined : await textOf(response.req);
    const given = new Headers(headers as Record<string, string>);
    const request = new Request(`http://${host}${url}`, { method, headers: given, ...(body && { body }) });
    const answer = await shop.answer(request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  return { origin: `http://${host}`, host, close };
}
