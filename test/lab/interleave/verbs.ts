import { order, returnOf } from "../../support/fixtures.ts";
import { type Lab, runJob } from "./lab.ts";
import type { Answer, Shop } from "./store.ts";

/** What a process does on rows that others share. `mark` differs between the actors of a schedule. */
export type Verb = {
  /** Runs before the schedule, alone. */
  prepare?(shop: Shop, lab: Lab): Promise<void>;
  run(shop: Shop, mark: string): Promise<Answer | undefined>;
};

const ANN = { id: "ann", email: "ann@example.test", phoneNumber: "+12015550123" };
const NAMES = { firstName: "Ann", lastName: "Doe" };
const BOB = { id: "bob", email: "bob@example.test", firstName: "Bob", lastName: "Roe" };
const PAYEE = "https://payee.example/pay";
const RECEIVER = "https://hooks.example.com/returns";
const GERMANY = { address1: "Weg 1", city: "Berlin", province: "Berlin", country: "DE" };

/** Ids that the verbs use, of the template's rows. */
type Known = { returnId: string; itemId: string; webhookId: string; place: string; other: string };

const known: Known = { returnId: "", itemId: "", webhookId: "", place: "", other: "" };

/** Fills the template: two customers with an order each, a return, a webhook, a payee, stock and a segment. */
export async function fill(lab: Lab, shop: Shop): Promise<void> {
  lab.world.names.set("payee.example", ["93.184.215.14"]);
  lab.world.on(PAYEE, () => Response.json({ status: "paid" }));
  lab.world.on(RECEIVER, () => new Response("thanks"));
  const post = async (path: string, body?: unknown) =>
    accepted(await shop.send("POST", `/stores/:store${path}`, body));
  const place = await post("/locations", { name: "Main", isDefault: true });
  known.place = textIn(place, "id");
  await post("/integrations", { kind: "refunds", provider: "bank", url: PAYEE, token: "payee-token" });
  await post("/events", { eventName: "before", customer: { ...ANN, ...NAMES }, uniqueId: "before" });
  await post("/events", { eventName: "before", customer: { id: "bob", email: "bob@example.test" } });
  await post("/orders", order("o1", { customer: { ...ANN, ...NAMES }, shipping: { address: GERMANY } }));
  await post("/orders", order("o2", { customer: BOB }));
  await post("/custom/orders", shopOrder("s1", 1));
  const webhook = { topic: "return", callback: { url: RECEIVER, auth: { bearer: { token: "token" } } } };
  known.webhookId = textIn(await post("/webhooks", { webhook }), "id");
  const first = await post("/returns", returnOf("o1"));
  known.returnId = textIn(first, "id");
  known.itemId = /"items":\[\{"id":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? "";
  known.other = textIn(await post("/returns", returnOf("o2")), "id");
  await accepted(await shop.send("PUT", "/stores/:store/inventory-levels", levels(10)));
  await accepted(await shop.send("PUT", "/stores/:store/segments/buyers", { where: { event: "ordered" } }));
}

/** Every verb by its name. */
export const VERBS: Record<string, Verb> = {
  "event-by-id": event({ id: "ann", firstName: "Anna" }),
  "event-by-email": event({ email: ANN.email }),
  "event-by-phone": event({ phoneNumber: ANN.phoneNumber, lastName: "Lee" }),
  "event-moves-email": event({ id: "ann", email: "new@example.test" }),
  "event-of-new": event({ id: "cleo", email: "cleo@example.test" }),
  "event-of-new-email": event({ email: "eve@example.test" }),
  "event-twice": { run: (shop) => post(shop, "/events", { ...visit({ id: "bob" }), uniqueId: "same" }) },
  "events-in-bulk": {
    run: async (shop, mark) => {
      const events = [
        visit({ id: "ann" }, `bulk-${mark}`),
        visit({ email: "dora@example.test" }, `more-${mark}`),
      ];
      return post(shop, "/events/bulk", { events: [...events, { eventName: 7 }] });
    },
  },
  "bulk-recorder": {
    prepare: async (shop, lab) => {
      await post(shop, "/events/bulk", { events: [visit({ id: "ann" }, "batched"), visit({ id: "bob" })] });
      await forgetJobs(lab);
    },
    run: (shop) => work(shop, "events.record"),
  },
  order: {
    run: (shop, mark) => post(shop, "/orders", order(`o-${mark}`, { customer: { ...ANN, ...NAMES } })),
  },
  "order-same": { run: (shop) => post(shop, "/orders", order("o-same", { customer: BOB })) },
  upsert: { run: (shop, mark) => post(shop, "/custom/orders", shopOrder("s1", mark === "a" ? 2 : 3)) },
  return: { run: (shop) => post(shop, "/returns", returnOf("o1")) },
  "return-of-shop": { run: (shop) => post(shop, "/returns", returnOf("s1")) },
  "return-once": { run: (shop) => post(shop, "/returns", returnOf("o2"), { "Idempotency-Key": "once" }) },
  complete: { run: (shop) => shop.send("PUT", `/returns/${known.returnId}/status`, { status: "complete" }) },
  "complete-other": {
    run: (shop) => shop.send("PUT", `/returns/${known.other}/status`, { status: "complete" }),
  },
  reject: { run: (shop) => shop.send("PUT", `/returns/${known.returnId}/status`, { status: "rejected" }) },
  "status-of-many": {
    run: (shop, mark) => {
      const ids = [known.returnId, known.other];
      return post(shop, "/returns/status", {
        ids: mark === "a" ? ids : ids.toReversed(),
        status: "in_transit",
      });
    },
  },
  comment: {
    run: (shop, mark) =>
      shop.send("POST", `/returns/${known.returnId}/comments`, { comment: { message: `said ${mark}` } }),
  },
  patch: {
    run: (shop, mark) => {
      const fields = mark === "a" ? { tags: [{ name: mark }] } : { internalCreatedByName: mark };
      return shop.send("PATCH", `/returns/${known.returnId}`, fields);
    },
  },
  refund: { run: (shop) => shop.send("POST", `/returns/${known.returnId}/refund`, {}) },
  payout: {
    prepare: async (shop, lab) => {
      await shop.send("PUT", `/returns/${known.returnId}/status`, { status: "complete" });
      await forgetJobs(lab);
    },
    run: (shop) => work(shop, "payouts.send"),
  },
  restock: {
    run: (shop) =>
      shop.send("PATCH", `/returns/${known.returnId}`, { items: [{ id: known.itemId, outcome: "restock" }] }),
  },
  levels: {
    run: (shop, mark) => shop.send("PUT", "/stores/:store/inventory-levels", levels(mark === "a" ? 20 : 30)),
  },
  "webhook-disable": { run: (shop) => shop.send("POST", `/webhooks/${known.webhookId}/disable`) },
  "webhook-enable": {
    prepare: async (shop) => void (await shop.send("POST", `/webhooks/${known.webhookId}/disable`)),
    run: (shop) => shop.send("POST", `/webhooks/${known.webhookId}/enable`),
  },
  "webhook-replay": {
    run: (shop) =>
      shop.send("POST", `/webhooks/${known.webhookId}/replay`, { start: "2026-01-01T00:00:00Z" }),
  },
  "replay-job": {
    run: (shop) => {
      const replay = {
        webhookId: known.webhookId,
        replayId: "replay",
        requestId: "lab",
        start: "2026-01-01T00:00:00Z",
      };
      return work(shop, "webhooks.replay", replay);
    },
  },
  retention: {
    run: async (shop) => {
      const { process, id } = shop;
      const { config } = process.ctx;
      const ctx = {
        ...process.ctx,
        config: { ...config, retention: { ...config.retention, webhookDeliveries: 0, changes: 0 } },
      };
      const left = ["webhookDeliveries", "changes"].map((kind) => ({ storeId: id, kind }));
      await runJob({ ...process, ctx }, "retention.remove", [{ left }]);
    },
  },
  "webhook-delete": { run: (shop) => shop.send("DELETE", `/webhooks/${known.webhookId}`) },
  delivery: {
    prepare: async (shop, lab) => {
      await shop.send("POST", `/returns/${known.returnId}/comments`, { comment: { message: "to deliver" } });
      await forgetJobs(lab);
    },
    run: (shop) => work(shop, "webhooks.deliver", { webhookId: known.webhookId, returnId: known.returnId }),
  },
  erase: { run: (shop) => post(shop, "/customers/ann/erase") },
  "erasure-job": {
    prepare: async (shop, lab) => {
      await post(shop, "/customers/ann/erase");
      await forgetJobs(lab);
    },
    run: (shop) => work(shop, "customers.erase"),
  },
  merge: { run: (shop) => post(shop, "/customers/ann/merge", { into: "bob" }) },
  "merge-job": {
    prepare: async (shop, lab) => {
      await post(shop, "/customers/ann/merge", { into: "bob" });
      await forgetJobs(lab);
    },
    run: (shop) => work(shop, "customers.merge"),
  },
  feed: { run: (shop) => shop.send("GET", "/stores/:store/changes") },
  policy: {
    run: (shop, mark) =>
      shop.send("PUT", "/stores/:store/policy", {
        timeZone: "UTC",
        window: { days: mark === "a" ? 10 : 20, from: "ordered" },
      }),
  },
  "segment-new": {
    run: (shop, mark) => post(shop, "/segments", { key: "new", where: { event: `by ${mark}` } }),
  },
  segment: {
    run: (shop, mark) =>
      shop.send("PUT", "/stores/:store/segments/buyers", { where: { event: `by ${mark}` } }),
  },
  withdrawal: {
    run: (shop) => {
      const statement = { name: "Ann Lee", order: "o1", email: ANN.email, confirmed: true };
      return post(shop, "/withdrawals", statement);
    },
  },
};

const visit = (customer: object, uniqueId?: string) => ({
  eventName: "later",
  customer,
  ...(uniqueId && { uniqueId }),
});

function event(customer: object): Verb {
  return { run: (shop, mark) => post(shop, "/events", visit(customer, `later-${mark}`)) };
}

function post(shop: Shop, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  return shop.send("POST", `/stores/:store${path}`, body, headers);
}

async function work({ process, id }: Shop, job: string, data: object = {}): Promise<undefined> {
  await runJob(process, job, [{ storeId: id, ...data }]);
}

/** The verb does the work that these would do. */
async function forgetJobs({ monitor }: Lab): Promise<void> {
  await monitor.query("delete from pgboss.job");
}

function levels(quantity: number) {
  const product = { id: "tee", title: `Tee ${quantity}` };
  return { inventory_levels: [{ product, location_id: known.place, quantity }] };
}

/** A shop's order; `version` is its update's number. */
function shopOrder(id: string, version: number) {
  const money = {
    presentmentMoney: { amount: "10.00", currencyCode: "USD" },
    shopMoney: { amount: "10.00", currencyCode: "USD" },
  };
  return {
    ...{
      id,
      type: "order",
      createdAt: "2026-03-01T10:00:00.000Z",
      updatedAt: `2026-03-0${version}T10:00:00.000Z`,
    },
    ...{
      presentmentCurrency: "USD",
      shopCurrency: "USD",
      customer: { id: "ann", email: ANN.email, firstName: "Ann", lastName: `Of ${version}` },
    },
    lineItems: [
      { id: "line-1", quantity: version, priceSet: money, title: "Tee", productId: "tee", sku: "T" },
    ],
    ...{ orderDiscounts: [], shippingLines: [], fulfillments: [] },
    shippingAddress: {
      address1: `${version} Road`,
      city: "Town",
      provinceCode: "OH",
      zip: "43004",
      countryCode: "US",
    },
  };
}

function accepted(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`the template was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Returns the first text of this name in a response. */
function textIn({ body }: Answer, name: string): string {
  const found = new RegExp(`"${name}":"([^"]+)"`).exec(JSON.stringify(body))?.[1];
  if (found === undefined) throw new Error(`the response has no ${name}: ${JSON.stringify(body)}`);
  return found;
}
