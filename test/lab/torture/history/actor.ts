import type { Random } from "../random.ts";
import type { Act, Call } from "./call.ts";
import type { Shop } from "./shop.ts";

export type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path relative to the origin. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A response; the sender of the request completes its record `call`. */
export type Answer = { call: Call; body: unknown; text: string; headers: Headers };

/** The tools and data with which a client acts. */
export type Actor = {
  client: string;
  random: Random;
  shop: Shop;
  /** Another store, whose objects this client must not reach. */
  other: Shop;
  /** The URL at which webhooks are received. */
  receiver: string;
  /** Returns a string that is unique to a request and contains the store's sign. */
  mark(): string;
  send(act: Omit<Act, "store">, request: Request): Promise<Answer>;
};

/** The path of {base_url}. */
export const V2 = "/v2.2";
export const WAREHOUSE = "/api/v1/warehouse";

/** Returns the field at a path of a response; undefined if it is missing. */
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
