import { order, returnOf } from "../../../support/fixtures.ts";
import { type Random, seeded } from "../random.ts";
import type { OpenedReturns } from "./open-returns.ts";
import { ask, inParallel, type Sent, type StoreAccess, V2, WAREHOUSE } from "./store.ts";

/**
 * The measured times: of requests, from a change to its delivery, and from a bulk request to its stored
 * customer.
 */
export const MEASURED = ["requests", "deliveries", "bulk events"] as const;
export type Measured = (typeof MEASURED)[number];

export type Samples = {
  /** In milliseconds. */
  times: Record<Measured, number[]>;
  /** Requests that got a 5xx or no response. */
  failures: string[];
};

export type QuietStore = StoreAccess &
  OpenedReturns & {
    locationId: string;
    /** By a comment's message, when the receiver got it, in `performance.now()`. */
    received: Map<string, number>;
  };

const WORKERS = 3;
const LONGEST_PAUSE_MS = 20;
const PROBE_EVERY_MS = 20;
const POLL_MS = 10;
const WITHIN_MS = 20_000;

type Request = [path: string, sent: Sent];

let made = 0;

/** Measures requests to a store for `ms`, as its merchant, warehouse and storefront would send them. */
export async function measure(store: QuietStore, ms: number, seed: number): Promise<Samples> {
  const samples: Samples = { times: { requests: [], deliveries: [], "bulk events": [] }, failures: [] };
  const end = performance.now() + ms;
  await Promise.all([
    inParallel(WORKERS, async (worker) => {
      const random = seeded(seed * 100 + worker);
      while (performance.now() < end) {
        await timed(store, samples, requestOf(store, random));
        await Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
      }
    }),
    probe(end, () => probeDelivery(store, samples)),
    probe(end, () => probeBulk(store, samples)),
  ]);
  return samples;
}

/** Returns a random request of the mix. */
function requestOf(store: QuietStore, random: Random): Request {
  const one = <T>(list: T[]) => list[random.between(0, list.length - 1)];
  const base = `${V2}/stores/:store`;
  const id = `quiet-${++made}`;
  const returnPath = `${V2}/returns/${one(store.returns)}`;
  const customer = { id: `customer-${random.between(1, 50)}`, firstName: id };
  const level = { product: { id: "tee", title: "Tee" }, location_id: store.locationId, quantity: made };
  const events = Array.from({ length: 5 }, () => ({ eventName: "seen", customer }));
  const status = random.chance(0.5) ? "flagged" : "open";
  const mix: [number, Request][] = [
    [20, [`${base}/events`, { method: "POST", body: { eventName: "seen", customer } }]],
    [5, [`${base}/events/bulk`, { method: "POST", body: { events } }]],
    [10, [`${base}/orders`, { method: "POST", body: order(id) }]],
    [12, [`${base}/orders/${one(store.orders)}`, {}]],
    [6, [`${base}/returns`, { method: "POST", body: returnOf(one(store.orders) ?? "") }]],
    [15, [returnPath, {}]],
    [5, [`${returnPath}/status`, { method: "PUT", body: { status } }]],
    [8, [`${base}/returns`, {}]],
    [4, [`${base}/inventory-items`, {}]],
    [3, [`${base}/inventory-levels`, { method: "PUT", body: { inventory_levels: [level] } }]],
    [6, [`${WAREHOUSE}/return/list?paginate=true&pageSize=20`, {}]],
    [6, [`${WAREHOUSE}/return/details?order_name=${one(store.orders)}`, {}]],
  ];
  let left = random.between(1, 100);
  for (const [weight, request] of mix) {
    left -= weight;
    if (left <= 0) return request;
  }
  return [returnPath, {}];
}

async function timed(store: StoreAccess, samples: Samples, [path, sent]: Request): Promise<boolean> {
  const began = performance.now();
  const name = `${sent.method ?? "GET"} ${path.split("?")[0]}`;
  try {
    const response = await ask(store, path, { ...sent, signal: AbortSignal.timeout(WITHIN_MS) });
    const text = await response.text();
    samples.times.requests.push(performance.now() - began);
    if (response.status >= 500) samples.failures.push(`${name} was answered ${response.status} ${text}`);
    return response.ok;
  } catch (error) {
    samples.times.requests.push(performance.now() - began);
    samples.failures.push(`${name} was not answered: ${(error as Error).message}`);
    return false;
  }
}

async function probe(end: number, once: () => Promise<void>): Promise<void> {
  for (; performance.now() < end; await Bun.sleep(PROBE_EVERY_MS)) await once();
}

async function probeDelivery(store: QuietStore, samples: Samples): Promise<void> {
  const message = `quiet-${++made}`;
  const returnId = store.returns[made % store.returns.length];
  const sent = { method: "POST", body: { comment: { message } } };
  if (!(await timed(store, samples, [`${V2}/returns/${returnId}/comments`, sent]))) return;
  const began = performance.now();
  const late = began + WITHIN_MS;
  while (!store.received.has(message) && performance.now() < late) await Bun.sleep(POLL_MS);
  samples.times.deliveries.push(Math.max(0, (store.received.get(message) ?? late) - began));
}

async function probeBulk(store: QuietStore, samples: Samples): Promise<void> {
  const email = `quiet-${++made}@example.test`;
  const sent = { method: "POST", body: { events: [{ eventName: "seen", customer: { email } }] } };
  if (!(await timed(store, samples, [`${V2}/stores/:store/events/bulk`, sent]))) return;
  const began = performance.now();
  const isThere = async () => {
    const response = await ask(store, `${V2}/stores/:store/customers?email=${email}`).catch(() => undefined);
    await response?.text();
    return response?.status === 200;
  };
  while (!(await isThere()) && performance.now() < began + WITHIN_MS) await Bun.sleep(POLL_MS);
  samples.times["bulk events"].push(performance.now() - began);
}
