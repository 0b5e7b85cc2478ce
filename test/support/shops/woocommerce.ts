import { serveOnLoopback, textOf } from "../../lab/torture/loopback-server.ts";
import type { Json } from "../orders.ts";

/**
 * What happens to one request. `lost`: it takes effect, and the answer doesn't arrive. `interrupted`: a refund is stored, and the
 * program ends before the gateway has answered. A number: it is answered with this status, without an effect.
 */
export type WooFault = "lost" | "interrupted" | 404 | 429 | 500 | 502;

type Meta = { id: number; key: string; value: unknown };
type Product = { manage_stock: boolean | "parent"; stock_quantity: number | null; meta_data: Meta[] };
type Refund = Json & { id: number; amount: string; refunded_payment: boolean };

/** What the connector is authenticated by. */
export const WOO_CREDENTIALS = {
  consumerKey: "ck_test",
  consumerSecret: "cs_test",
  webhookSecret: "a webhook's secret",
};

/** A shop with WooCommerce, as far as the connector asks it: what is there, what was asked, and what took effect. */
export class WooShop {
  readonly orders = new Map<string, Json>();
  readonly refunds = new Map<string, Refund[]>();
  readonly products = new Map<string, Product>();
  /** Paths with their methods, in the order of the requests. */
  readonly requests: string[] = [];
  /** What the gateway has paid, in the order of the refunds. */
  readonly paid: string[] = [];
  /** Why the gateway refuses refunds; undefined where it pays. */
  declined: string | undefined;
  /** By `POST refunds` and the like: what happens to the next of these requests. */
  readonly faults: { of: string; fault: WooFault }[] = [];
  /** The shop's clock. */
  now = new Date();
  #ids = 5_000;

  /** Stores an order, and returns it. */
  put(order: Json): Json {
    this.orders.set(String(order.id), order);
    return order;
  }

  /** Answers a request. Undefined is an answer that doesn't arrive. */
  async handle(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^.*\/wp-json\/wc\/v3/, "");
    const what = `${request.method} ${path.split("/").filter(isWord).join("/")}`;
    this.requests.push(`${request.method} ${path}${url.search}`);
    const at = this.faults.findIndex(({ of }) => of === what);
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0]?.fault;
    if (typeof fault === "number") {
      const headers = fault === 429 ? { "Retry-After": "1" } : undefined;
      return new Response("<html>busy</html>", { status: fault, ...(headers && { headers }) });
    }
    if (!this.#isAuthenticated(request)) return error(401, "woocommerce_rest_cannot_view", "Sorry, no.");
    const body = request.method === "GET" ? undefined : ((await request.json()) as Json);
    const answer = this.#answer(what, path.split("/").slice(1), { query: url.searchParams, body, fault });
    return fault === undefined ? answer : undefined;
  }

  #isAuthenticated(request: Request): boolean {
    const { consumerKey, consumerSecret } = WOO_CREDENTIALS;
    return request.headers.get("authorization") === `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`;
  }

  #answer(
    what: string,
    [, id = "", , variation]: string[],
    { query, body, fault }: { query: URLSearchParams; body: Json | undefined; fault: WooFault | undefined },
  ): Response {
    switch (what) {
      case "GET orders":
        return id === "" ? this.#list(query) : this.#order(id);
      case "GET orders/refunds":
        return this.#page(this.refunds.get(id) ?? [], query);
      case "POST orders/refunds":
        return this.#refund(id, body ?? {}, fault);
      case "GET products":
      case "GET products/variations":
        return this.#product(variation ?? id);
      case "PUT products":
      case "PUT products/variations":
        return this.#restock(variation ?? id, body ?? {});
      default:
        return error(404, "rest_no_route", "No route was found matching the URL and request method.");
    }
  }

  #order(id: string): Response {
    const order = this.orders.get(id);
    return order
      ? this.#json(this.#shown(order))
      : error(404, "woocommerce_rest_shop_order_invalid_id", "Invalid ID.");
  }

  /** Status `any` has no orders in the trash, and `modified_after` none of that very second. */
  #list(query: URLSearchParams): Response {
    const after = query.get("modified_after") ?? "";
    const found = [...this.orders.values()]
      .filter(({ status, date_modified_gmt: at }) => status !== "trash" && String(at) > after)
      .toSorted((a, b) => compare(a, b))
      .map((order) => this.#shown(order));
    const fields = query.get("_fields")?.split(",");
    const namedOf = (order: Json) =>
      Object.fromEntries(Object.entries(order).filter(([name]) => fields?.includes(name)));
    return this.#page(fields ? found.map(namedOf) : found, query);
  }

  #page(all: Json[], query: URLSearchParams): Response {
    const size = Number(query.get("per_page") ?? 10);
    const start = Number(query.get("offset") ?? (Number(query.get("page") ?? 1) - 1) * size);
    const pages = String(Math.ceil(all.length / size));
    return this.#json(all.slice(start, start + size), {
      "X-WP-Total": `${all.length}`,
      "X-WP-TotalPages": pages,
    });
  }

  #shown(order: Json): Json {
    const refunds = (this.refunds.get(String(order.id)) ?? []).map(({ id, reason, amount }) => ({
      ...{ id, reason, total: `-${amount}` },
    }));
    return { ...order, refunds };
  }

  #refund(orderId: string, body: Json, fault: WooFault | undefined): Response {
    const order = this.orders.get(orderId);
    // WooCommerce gives these errors no status of their own.
    if (!order) return error(500, "woocommerce_rest_invalid_order_id", "Invalid order ID.");
    const refunds = this.refunds.get(orderId) ?? [];
    const left = refunds.reduce((sum, { amount }) => sum - Number(amount), Number(order.total));
    const refuse = (reason: string) => error(500, "woocommerce_rest_cannot_create_order_refund", reason);
    if (Number(body.amount) > left + 1e-9) return refuse("Invalid refund amount.");
    if (this.declined !== undefined) return refuse(this.declined);
    const isPaid = fault !== "interrupted";
    const refund: Refund = {
      ...{
        id: ++this.#ids,
        amount: String(body.amount),
        reason: body.reason ?? "",
        refunded_payment: isPaid,
      },
      ...{
        date_created_gmt: this.#seconds(),
        line_items: [],
        shipping_lines: [],
        fee_lines: [],
        tax_lines: [],
      },
      meta_data: isPaid ? body.meta_data : [],
    };
    this.refunds.set(orderId, [...refunds, refund]);
    if (isPaid) this.paid.push(refund.amount);
    order.date_modified_gmt = this.#seconds();
    const { refunded_payment: _, ...shown } = refund;
    return this.#json(shown, {}, 201);
  }

  #product(id: string): Response {
    const product = this.products.get(id);
    return product
      ? this.#json({ id: Number(id), ...product })
      : error(404, "woocommerce_rest_product_invalid_id", "Invalid ID.");
  }

  #restock(id: string, { inventory_delta: delta, meta_data: changes = [] }: Json): Response {
    const product = this.products.get(id);
    if (!product) return error(400, "woocommerce_rest_product_invalid_id", "Invalid ID.");
    if (product.manage_stock === true) product.stock_quantity = (product.stock_quantity ?? 0) + Number(delta);
    for (const change of changes as Partial<Meta>[]) {
      if (change.value === null)
        product.meta_data = product.meta_data.filter((meta) => meta.id !== change.id);
      else product.meta_data.push({ id: ++this.#ids, key: String(change.key), value: change.value });
    }
    return this.#product(id);
  }

  #json(value: unknown, headers: Record<string, string> = {}, status = 200): Response {
    return Response.json(value, { status, headers: { Date: this.now.toUTCString(), ...headers } });
  }

  #seconds(): string {
    return this.now.toISOString().slice(0, 19);
  }
}

function isWord(segment: string): boolean {
  return /^[a-z]+$/.test(segment);
}

function compare(a: Json, b: Json): number {
  const [left, right] = [String(a.date_modified_gmt), String(b.date_modified_gmt)];
  if (left !== right) return left < right ? -1 : 1;
  return Number(a.id) - Number(b.id);
}

function error(status: number, code: string, message: string): Response {
  return Response.json({ code, message, data: { status } }, { status });
}

/** Returns the signature of a webhook's body. */
export async function wooSignature(body: string, secret = WOO_CREDENTIALS.webhookSecret): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(body))).toBase64();
}

/** Serves shops, each under a path of its own. What doesn't arrive is a connection that ends. */
export async function serveWooShops(): Promise<{ host: string; shops: Map<string, WooShop>; close(): void }> {
  const shops = new Map<string, WooShop>();
  const { host, close } = await serveOnLoopback(async (request, response) => {
    const [, name = ""] = /^\/([^/]+)/.exec(request.url ?? "") ?? [];
    const body = await textOf(request);
    const { method = "GET", headers } = request;
    const asked = new Request(`http://${host}${request.url}`, {
      ...{ method, headers: { authorization: headers.authorization ?? "" } },
      ...(body !== "" && { body }),
    });
    const answer = await shops.get(name)?.handle(asked);
    if (!answer) throw new Error("The answer is lost.");
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  return { host, shops, close };
}
