import type { Random } from "../random.ts";
import type { Act, Call } from "./call.ts";
import type { Shop } from "./shop.ts";

export type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the origin. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** What came back; `call` is its record, to be completed by who sent the request. */
export type Answer = { call: Call; body: unknown; text: string; headers: Headers };

/** What a client acts with. */
export type Actor = {
  client: string;
  random: Random;
  shop: Shop;
  /** Another store, whose objects this client must not reach. */
  other: Shop;
  /** Where webhooks are received. */
  receiver: string;
  /** A text that no other request has, with the store's sign in it. */
  mark(): string;
  send(act: Omit<Act, "store">, request: Request): Promise<Answer>;
};

/** Below {base_url}. */
export const V2 = "/v2.2";
export const WAREHOUSE = "/api/v1/warehouse";

/** A member of an answer, wherever it is; undefined when it isn't there. */
export function at(body: unknown, ...path: (string | number)[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

export function textAt(body: unknown, ...path: (string | number)[]): string | undefined {
  const value = at(body, ...path);
  return typeof value === "string" ? value : undefined;
}

export function listAt(body: unknown, ...path: (string | number)[]): unknown[] {
  const value = at(body, ...path);
  return Array.isArray(value) ? value : [];
}
