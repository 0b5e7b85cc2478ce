import type { Random } from "../random.ts";
import type { Value } from "./call.ts";

/** The latest of what was acknowledged, for clients to act on at once. */
export type Pool<T> = { add(one: T): void; pick(random: Random): T | undefined; all(): readonly T[] };

export type Line = { id: string; quantity: number; price: number; discount: number };
export type KnownOrder = { externalId: string; id: string; lines: Line[]; fulfillments: string[] };
export type KnownReturn = {
  id: string;
  itemIds: string[];
  orderName: string;
  /** Comments and notes that were acknowledged, in that order. */
  notes: string[];
};

/**
 * Someone with three identifiers of their own. A `linked` person was made with all three at once before anyone else acts on them;
 * others emerge from requests that come together. A mover's e-mail address changes.
 */
export type Person = {
  id: string;
  email: string;
  phone: string;
  kind: "linked" | "emergent" | "mover";
  /** Whether a GET by their address must find them. */
  isFound: boolean;
  /** What was said last, so that requests may say it again. */
  said: Record<string, Value>;
  uses: number;
};

export type KnownWebhook = { id: string; token: string; externalId: string };

/** What the clients of a store know. */
export type Shop = {
  index: number;
  storeId: string;
  name: string;
  /** In every text that is written for this store, and in no other's. */
  sign: string;
  locations: string[];
  /** By client name. */
  secrets: Map<string, string>;
  orders: Pool<KnownOrder>;
  returns: Pool<KnownReturn>;
  people: Person[];
  /** Lives from the beginning to the end, and no request is about it. */
  untouched: KnownWebhook;
  /** Those that come and go. */
  webhooks: KnownWebhook[];
  /** Counted up for each level that is put, so that a quantity names its request. */
  quantity: number;
};

const POOL_SIZE = 25;

/** Keeps the latest; `pick` prefers the latest of them, so that clients meet. */
export function createPool<T>(): Pool<T> {
  const all: T[] = [];
  return {
    add: (one) => {
      all.push(one);
      if (all.length > POOL_SIZE) all.shift();
    },
    pick: (random) => {
      const share = random.chance(0.5) ? 4 : POOL_SIZE;
      return all[all.length - 1 - random.between(0, Math.min(share, all.length) - 1)];
    },
    all: () => all,
  };
}
