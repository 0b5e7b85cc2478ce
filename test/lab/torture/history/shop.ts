import type { Random } from "../random.ts";
import type { Actor } from "./actor.ts";
import type { Value } from "./call.ts";

/** The latest acknowledged objects, on which clients act concurrently. */
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
 * A customer with three identifiers. One request creates a `linked` person with all three before other
 * requests use them. An `emergent` person results from requests with different identifiers. The e-mail
 * address of a `mover` changes.
 */
export type Person = {
  id: string;
  email: string;
  phone: string;
  kind: "linked" | "emergent" | "mover";
  /** Whether a GET by the e-mail address must find the customer. */
  isFound: boolean;
  /** The fields that were sent last, so that requests can repeat them. */
  said: Record<string, Value>;
  uses: number;
};

export type KnownWebhook = { id: string; token: string; externalId: string };

/** What the clients know about a store. */
export type Shop = {
  index: number;
  storeId: string;
  name: string;
  /** A string that is in every text written for this store and in none for another. */
  sign: string;
  locations: string[];
  /** By client name. */
  secrets: Map<string, string>;
  orders: Pool<KnownOrder>;
  returns: Pool<KnownReturn>;
  people: Person[];
  /** A webhook that exists from the beginning to the end and that no request changes. */
  untouched: KnownWebhook;
  /** Webhooks that clients create, change and delete. */
  webhooks: KnownWebhook[];
  /** Requests that were acknowledged and have no effect when they are sent again, at any time. */
  repeats: ((actor: Actor) => Promise<unknown>)[];
  /** A counter for the quantities of levels, so that a quantity identifies its request. */
  quantity: number;
};

const POOL_SIZE = 25;

/** Returns a pool of the latest objects; `pick` prefers the newest ones, so that clients collide. */
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
