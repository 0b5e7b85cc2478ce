import { order, returnOf } from "../../../support/fixtures.ts";
import { shopOrder } from "../../../support/shop-orders.ts";
import { type Random, seeded } from "../random.ts";
import { createConflicts, type Wish } from "./conflicts.ts";
import type { Shop } from "./shop.ts";
import type { Tally } from "./tally.ts";

export type Writing = {
  shop: Shop;
  origins(): string[];
  tally: Tally;
  seed: number;
  /** How many writers; 8 by default. */
  count?: number;
  /** Gets the status of each response; nothing for a request without one. */
  onStatus?(status?: number): void;
};

export type Writers = {
  writes(): number;
  /** How many requests were refused with 409, by operation and code. */
  conflicts(): Record<string, number>;
  /** Ends the writers, and adds the conflicts that no other request explains to the tally's faults. */
  stop(): Promise<void>;
};

/** What a request asks for that another one can take from it. */
type Wanted = Omit<Wish, "operation">;

type Answer = { outcome: "answered" | "unknown" | "refused"; body: Record<string, unknown>; code?: string };

type Call = Wanted & { method: string; path: string; body: object };

const WRITERS = 8;
/** The ids in a path. */
const IDS = /\/(orders|returns|fulfillments)\/[^/]+/g;
const CUSTOMERS = 40;
const PRODUCTS = 12;
const LONGEST_PAUSE_MS = 40;
const GIVE_UP_MS = 20_000;
/** The number of latest orders, and of latest returns, that writers change; older ones stay unchanged. */
const SHARED = 40;

/** Starts writers that change all listed objects at random through random processes. */
export function startWriters(writing: Writing): Writers {
  const { shop, origins, tally, seed } = writing;
  let running = true;
  let written = 0;
  const conflicts = createConflicts();
  const orders: { id: string; name: string; parcels: string[] }[] = [];
  const returns: string[] = [];

  async function call(random: Random, { method, path, body, ...wanted }: Call): Promise<Answer> {
    const operation = `${method} ${path.replace(IDS, "/$1/:id")}`;
    const end = conflicts.begin({ ...wanted, operation });
    const answer = await send(random, method, path, body);
    end(answer.outcome, answer.code);
    return answer;
  }

  async function send(random: Random, method: string, path: string, body: object): Promise<Answer> {
    const all = origins();
    const origin = all[random.between(0, all.length - 1)];
    if (!origin) return Bun.sleep(LONGEST_PAUSE_MS).then(() => ({ outcome: "refused", body: {} }));
    try {
      const response = await fetch(`${origin}/v2.2${path.replace(":store", `stores/${shop.storeId}`)}`, {
        method,
        headers: { Authorization: `Bearer ${shop.secret}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await response.text();
      writing.onStatus?.(response.status);
      if (response.ok) written++;
      if (response.ok) return { outcome: "answered", body: text ? JSON.parse(text) : {} };
      if (response.status === 503) {
        if (!response.headers.get("Retry-After"))
          tally.faults.push(`${method} ${path}: 503 without Retry-After`);
        return { outcome: "unknown", body: {} };
      }
      if (response.status !== 409)
        tally.faults.push(`${method} ${path} was answered ${response.status} ${text}`);
      return { outcome: "refused", body: {}, code: codeIn(text) };
    } catch {
      writing.onStatus?.();
      return { outcome: "unknown", body: {} };
    }
  }

  function count(key: string, { outcome }: Answer) {
    if (outcome !== "refused") tally.add(key, outcome);
  }

  async function newOrder(random: Random, name: string) {
    const wanted = { object: name, method: "POST", path: "/:store/orders", body: order(name) };
    const answer = await call(random, wanted);
    const id = String(answer.body.orderId ?? "");
    if (answer.outcome !== "answered") return;
    count(`order ${id}`, answer);
    count(`customer customer-of-${name}`, answer);
    orders.push({ id, name, parcels: [] });
    if (orders.length > SHARED) orders.shift();
  }

  /** Sends an order as a shop has it: a new one, or one that the writer has sent before, which is newer each time. */
  async function syncOrder(random: Random, name: string, sent: { id: string; shopId: string }[]) {
    const known = random.chance(0.6) ? sent[random.between(0, sent.length - 1)] : undefined;
    const shopId = known?.shopId ?? `of-a-shop-${name}`;
    const body = shopOrder(shopId, { updatedAt: new Date().toISOString(), tags: [name] });
    const wanted = { object: shopId, method: "POST", path: "/:store/custom/orders", body };
    const answer = await call(random, wanted);
    const id = known?.id ?? answer.body.redoId;
    if (id === undefined) return;
    count(`order ${id}`, answer);
    if (!known) sent.push({ id: String(id), shopId });
  }

  async function changeOrder(random: Random, name: string) {
    const one = orders[random.between(0, orders.length - 1)];
    if (!one) return;
    const path = `/:store/orders/${one.name}/fulfillments`;
    const parcel = one.parcels[0];
    if (!parcel) {
      const body = { fulfillmentId: name, lineItems: [{ id: "line-1", quantity: 1 }] };
      const answer = await call(random, { object: one.name, method: "POST", path, body });
      count(`order ${one.id}`, answer);
      if (answer.outcome === "answered") one.parcels.push(name);
      return;
    }
    const event = { message: name, status: "in_transit", datetime: new Date().toISOString() };
    const tracked = {
      object: parcel,
      method: "POST",
      path: `${path}/${parcel}/tracking-events`,
      body: event,
    };
    count(`order ${one.id}`, await call(random, tracked));
  }

  async function newReturn(random: Random) {
    const one = orders[random.between(0, orders.length - 1)];
    if (!one) return;
    const body = returnOf(one.name);
    const answer = await call(random, { object: one.name, method: "POST", path: "/:store/returns", body });
    if (answer.outcome !== "answered") return;
    const { id } = answer.body.return as { id: string };
    count(`return ${id}`, answer);
    if (random.chance(0.3)) {
      const amount = { amount: "0.01", currency: "USD" };
      const paid = { method: "POST", path: `/returns/${id}/refund`, body: { amount, paidElsewhere: true } };
      count(`return ${id}`, await call(random, { object: id, ...paid }));
    }
    returns.push(id);
    if (returns.length > SHARED) returns.shift();
  }

  async function changeReturn(random: Random, name: string) {
    const id = returns[random.between(0, returns.length - 1)];
    if (!id) return;
    const status = random.chance(0.5) ? "flagged" : "open";
    const path = `/returns/${id}`;
    const kinds: Omit<Call, "object">[] = [
      { method: "PATCH", path, body: { tags: [{ name }] } },
      { method: "POST", path: `${path}/comments`, body: { comment: { message: name } } },
      { method: "PUT", path: `${path}/status`, body: { status }, status },
    ];
    const kind = kinds[random.between(0, kinds.length - 1)];
    if (kind) count(`return ${id}`, await call(random, { object: id, ...kind }));
  }

  async function event(random: Random, name: string) {
    const ids = Array.from({ length: random.between(1, 4) }, () => `shared-${random.between(1, CUSTOMERS)}`);
    const events = [...new Set(ids)].map((id) => ({
      eventName: "Changed",
      customer: { id, customFields: { step: name }, ...(random.chance(0.3) && { firstName: name }) },
    }));
    const isOne = events.length === 1;
    const body = isOne ? (events[0] as object) : { events };
    const path = `/:store/events${isOne ? "" : "/bulk"}`;
    const answer = await call(random, { object: name, method: "POST", path, body });
    for (const { customer } of events) count(`customer ${customer.id}`, answer);
  }

  async function stock(random: Random, name: string) {
    const first = random.between(0, PRODUCTS - 1);
    const levels = Array.from({ length: random.between(1, 4) }, (_, i) => ({
      product: {
        id: `p${(first + i) % PRODUCTS}`,
        title: random.chance(0.05) ? `Product ${name}` : "Product",
      },
      location_id: shop.locationIds[random.between(0, shop.locationIds.length - 1)],
      quantity: random.between(0, 5),
      external_ids: { step: name },
    }));
    const body = { inventory_levels: levels };
    const path = "/:store/inventory-levels";
    const answer = await call(random, { object: name, method: "PUT", path, body });
    if (answer.outcome !== "answered") return;
    const stored = answer.body.inventory_levels as { id: string }[];
    for (const { id } of stored) count(`level ${id}`, answer);
  }

  async function writer(number: number) {
    const random = seeded(seed * 1_000 + number);
    const sent: { id: string; shopId: string }[] = [];
    const sync = (random: Random, name: string) => syncOrder(random, name, sent);
    const kinds = [newOrder, sync, changeOrder, newReturn, changeReturn, changeReturn, event, event, stock];
    for (let step = 0; running; step++) {
      await kinds[random.between(0, kinds.length - 1)]?.(random, `w${number}-${step}`);
      await Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
    }
  }

  const all = Array.from({ length: writing.count ?? WRITERS }, (_, number) => writer(number));
  return {
    writes: () => written,
    conflicts: conflicts.counts,
    stop: async () => {
      if (!running) return;
      running = false;
      await Promise.all(all);
      tally.faults.push(...conflicts.unexplained());
    },
  };
}

function codeIn(text: string): string {
  return (JSON.parse(text) as { code: string }).code;
}
