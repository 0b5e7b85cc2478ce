import type { Random } from "../random.ts";
import type { ConsoleSession } from "./console.ts";

/**
 * A request in parts that can be broken separately. Strings are sent as Latin-1: one character is one byte.
 */
export type RawRequest = {
  method: string;
  target: string;
  version: string;
  /** The header lines. */
  headers: string[];
  /** The line separator. */
  newline: string;
  body: Buffer;
  /** The id of the order that only this request would create. */
  orderId?: string;
};

export type Shop = { id: string; secret: string; returnId: string };

/** `session` is that of an owner of the store, who uses the console. */
export type Context = { random: Random; shop: Shop; session: ConsoleSession; nextId(): string };

const HOST = "Host: api.example.test";

/** Returns a random valid request; half of them create an order, so that effects can be checked. */
export function validRequest(context: Context): RawRequest {
  const { random, shop } = context;
  const kind = random.between(1, 10);
  if (kind <= 5) return orderRequest(context);
  const store = `/v2.2/stores/${shop.id}`;
  if (kind === 6) return request(context, "GET", `${store}/returns?status=open`);
  if (kind === 7) return request(context, "GET", `/v2.2/returns/${shop.returnId}`);
  if (kind === 8) return request(context, "GET", "/api/v1/warehouse/return/list?paginate=true&pageSize=1");
  if (kind === 9) return request(context, "GET", "/healthz");
  return request(context, "POST", `${store}/events`, { eventName: "raw", customer: { id: "raw" } });
}

export function orderRequest(context: Context): RawRequest {
  const orderId = context.nextId();
  const line = { id: "1", productId: "tee", title: "Tee", quantity: 1, price: 5 };
  const body = { orderId, createdAt: "2026-03-01T10:00:00Z", lineItems: [line] };
  return { ...request(context, "POST", `/v2.2/stores/${context.shop.id}/orders`, body), orderId };
}

function request({ shop }: Context, method: string, target: string, json?: unknown): RawRequest {
  const body = Buffer.from(json === undefined ? "" : JSON.stringify(json));
  const framing = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  return {
    ...{ method, target, body, version: "HTTP/1.1", newline: "\r\n" },
    headers: [HOST, `Authorization: Bearer ${shop.secret}`, ...(json === undefined ? [] : framing)],
  };
}

/** Returns the request with the header lines of that name replaced by `lines`, or added. */
export function withHeader(request: RawRequest, name: string, ...lines: string[]): RawRequest {
  const others = request.headers.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return { ...request, headers: [...lines, ...others] };
}

/**
 * Returns the request with `Transfer-Encoding: chunked` and these chunks as its body; they may be invalid.
 */
export function chunked(request: RawRequest, chunks: Buffer): RawRequest {
  const framed = withHeader(
    withHeader(request, "Content-Length"),
    "Transfer-Encoding",
    "Transfer-Encoding: chunked",
  );
  return { ...framed, body: chunks };
}

export function bytesOf({ method, target, version, headers, newline, body }: RawRequest): Buffer {
  const start = [method, target, version].join(" ");
  return Buffer.concat([Buffer.from([start, ...headers, "", ""].join(newline), "latin1"), body]);
}

export function pick<T>(random: Random, all: readonly T[]): T {
  return all[random.between(0, all.length - 1)] as T;
}
