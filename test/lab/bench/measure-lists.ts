import { type BenchStore, CODE_FOLDER } from "./environment.ts";
import { measure } from "./measure.ts";
import type { Ratio } from "./report.ts";

const SEARCH_MS = 50;
const PAGE_MS = 20;

/** Reads a path, and returns whether the service knows what it asks for. */
type Get = (path: string) => Promise<boolean>;
/** Paths below the store, by round. `n` is an order of the store. */
type Case = (n: number, round: number) => string;

const SEARCHES: Record<string, Case> = {
  "search: an order": (n) => `order-${n}`,
  "search: an e-mail address": (n) => `person-${n % 300}@example.test`,
  "search: a customer with half of the orders": () => "person-0@example.test",
  "search: names": (n) => `last${n % 300} f`,
  "search: a return": (n) => `ret_${n}`,
  "search: numbers": (n) => `${n}`,
  "search: a tracking number": (n) => `1z${String(n - (n % 10)).padStart(9, "0")}`,
  "search: a SKU of half of the orders": () => "common",
  "search: SKUs": (n) => `sku-${n % 10}`,
  "search: broad": (_, round) => ["1", "a", "o", "r", "s", "p", "f", "l", "#", "1z"][round % 10] ?? "",
};

const at = (n: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + n * 1000).toISOString();
const CREATED = {
  from: (n: number) => `created_at_min=${at(n)}`,
  until: (n: number) => `created_at_max=${at(n)}`,
};

const RETURNS: Record<string, Case> = {
  "returns: all": () => "",
  "returns: a status": (_, round) => `status=${["open", "complete", "delivered"][round % 3]}`,
  "returns: a rare status": () => "status=flagged",
  "returns: statuses": () => "status=open&status=flagged&status=rejected",
  "returns: an order": (n) => `order=order-${n}`,
  "returns: a customer": (n) => `email=person-${n % 300}@example.test`,
  "returns: half of the returns": () => "email=person-0@example.test",
  "returns: a tracking number": (n) => `tracking_number=1z${String(n - (n % 10)).padStart(9, "0")}`,
  "returns: a SKU": (n) => `sku=sku-${n % 1000}`,
  "returns: a reason": () => "reason=r",
  "returns: a reason that none has": () => "reason=none",
  "returns: a period": (n) => `${CREATED.until(n)}&${CREATED.from(n - 500)}`,
  "returns: changes of a period": (n) => `updated_at_max=${at(n)}&updated_at_min=${at(n - 500)}`,
  "returns: changes up to a time": (n) => `updated_at_max=${at(n)}`,
  "returns: status and SKU": () => "status=open&sku=common",
  "returns: status and a SKU that it never has": () => "status=delivered&sku=sku-7",
  "returns: rare status and SKU": () => "status=flagged&sku=common",
  "returns: SKU and customer without a common return": () => "sku=common&email=person-1@example.test",
  "returns: status and customer without a common return": () =>
    "status=in_transit&email=person-0@example.test",
  "returns: two large filters, few in common": () => "sku=common&status=flagged&email=person-0@example.test",
  "returns: status up to a time": (n) => `status=open&${CREATED.until(n)}`,
  "returns: status and changes since": (n) => `status=complete&updated_at_min=${at(n)}`,
  "returns: customer and changes up to a time": (n) => `email=person-0@example.test&updated_at_max=${at(n)}`,
  "returns: a status, what waits longest first": () => "status=open&sort=updated_at",
  "returns: a SKU, the latest change first": (n) => `sku=sku-${n % 1000}&sort=-updated_at`,
  "returns: a status, counted": () => "status=open&include=count",
  "returns: status and SKU, counted": () => "status=open&sku=common&include=count",
  "returns: Shopify order name": (n) => `shopify_order_name=order-${n}`,
};

const ORDERS: Record<string, Case> = {
  "orders: all": () => "",
  "orders: an id": (n) => `order=order-${n}`,
  "orders: a customer": (n) => `email=person-${n % 300}@example.test`,
  "orders: half of the orders": () => "email=person-0@example.test",
  "orders: a SKU": (n) => `sku=sku-${n % 1000}`,
  "orders: a SKU of half of the orders": () => "sku=common",
  "orders: a period": (n) => `${CREATED.until(n)}&${CREATED.from(n - 500)}`,
  "orders: SKU and customer": () => "sku=common&email=person-0@example.test",
  "orders: SKU and customer without a common order": () => "sku=common&email=person-1@example.test",
  "orders: SKU up to a time": (n) => `sku=common&${CREATED.until(n)}`,
};

const CASES: Record<string, { limitMs: number; path: Case }> = Object.fromEntries([
  ...Object.entries(SEARCHES).map(([name, q]) => {
    const path: Case = (n, round) => `search?${new URLSearchParams({ q: q(n, round) })}`;
    return [name, { limitMs: SEARCH_MS, path }];
  }),
  ...Object.entries(RETURNS).map(([name, query]) => {
    const path: Case = (n, round) => `returns?${query(n, round)}`;
    return [name, { limitMs: PAGE_MS, path }];
  }),
  ...Object.entries(ORDERS).map(([name, query]) => {
    const path: Case = (n, round) => `orders?${query(n, round)}`;
    return [name, { limitMs: PAGE_MS, path }];
  }),
]);

export function getFrom(origin: string, { id, secret }: BenchStore): Get {
  return async (path) => {
    const answer = await fetch(`${origin}/v2.2/stores/${id}/${path}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const text = await answer.text();
    if (answer.status === 400 && process.env[CODE_FOLDER]) return false;
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return true;
  };
}

/**
 * Measures each case, one request at a time, with different orders of the `count` in the store. Of an earlier commit the
 * cases are left out that it doesn't know.
 */
export async function measureLists(get: Get, store: string, count: number): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const [name, { limitMs, path }] of Object.entries(CASES)) {
    const work = (round: number) => get(path(1 + ((round * 7_919 + 500) % count), round));
    if (await work(0)) ratios.push(await measure(`${name} (${store})`, limitMs, work));
  }
  return ratios;
}
