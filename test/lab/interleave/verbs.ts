import { order, returnOf } from "../../support/fixtures.ts";
import { CUSTOMER_VERBS } from "./customer-verbs.ts";
import { ANN, BOB, levels, NAMES, post, shopOrder, textIn } from "./fill.ts";
import { HAND_OVER, LAPSE } from "./hand-over.ts";
import { IMPORT_VERBS } from "./import-verbs.ts";
import type { Lab } from "./lab.ts";
import { ORDER_VERBS } from "./order-verbs.ts";
import { PASSKEY_VERBS } from "./passkey-verbs.ts";
import { PASSWORD_VERBS } from "./password-verbs.ts";
import { PEOPLE_VERBS } from "./people-verbs.ts";
import { REPORT_VERBS } from "./report-verbs.ts";
import { SHOP_VERBS } from "./shop-verbs.ts";
import { SHOPPER_VERBS } from "./shopper-verbs.ts";
import type { Answer, Shop } from "./store.ts";
import { STORE_VERBS } from "./store-verbs.ts";
import { STOREFRONT_VERBS } from "./storefront-verbs.ts";
import { WEBHOOK_VERBS } from "./webhook-verbs.ts";
import { forgetJobs, work } from "./work.ts";

/** What a process does on rows that others share. `mark` differs between the actors of a schedule. */
export type Verb = {
  /** Runs before the schedule, alone. */
  prepare?(shop: Shop, lab: Lab): Promise<void>;
  /** `parts`: does the first so many of its parts. */
  run(shop: Shop, mark: string, parts?: number): Promise<Answer | undefined>;
  /** Of how many parts it is, each a transaction of its own: when its session is lost it may have done the first of them. */
  parts?: number;
  /** Whether it is a page that sends several requests, between which others may come. */
  isPage?: boolean;
  /** Whether it is work of the queue, which does it again when its session was lost. */
  isJob?: boolean;
  /** Whether a client sends it again when its session was lost, and it is done once. */
  isRepeated?: boolean;
  /** Whether it hashes passwords, which takes long between two statements. */
  hashes?: boolean;
  /** The unique ids of the events that it has stored where it is accepted. */
  stores?(mark: string): string[];
  /** The lines that say what has become of what it takes back: a job may have that on its way at the same time. */
  recalls?: RegExp;
  /** Whether it ends the store: its requests are answered 401 or 404 then, and what the others did leaves no rows. */
  endsStore?: boolean;
  /** Whether it erases customers whose events may have been stored before. */
  erases?: boolean;
};

/** Every verb by its name, in the order in which they are prepared. */
export const VERBS: Record<string, Verb> = {
  "event-by-id": event({ id: "ann", firstName: "Anna" }),
  "event-by-email": event({ email: ANN.email }),
  "event-by-email-named": event({ email: ANN.email, lastName: "Lee" }),
  "event-by-phone": event({ phoneNumber: ANN.phoneNumber, lastName: "Lee" }),
  "event-moves-email": event({ id: "ann", email: "new@example.test" }),
  "event-of-new": event({ id: "cleo", email: "cleo@example.test" }),
  "event-of-new-email": event({ email: "eve@example.test" }),
  "event-twice": {
    stores: () => ["same"],
    run: (shop) => post(shop, "/events", { ...visit({ id: "bob" }), uniqueId: "same" }),
  },
  "event-twice-of-two": {
    stores: () => ["same"],
    run: (shop, mark) => {
      const customer = { id: mark === "a" ? "ann" : "bob", lastName: `By ${mark}` };
      return post(shop, "/events", { ...visit(customer), uniqueId: "same" });
    },
  },
  "events-in-bulk": {
    stores: (mark) => [`bulk-${mark}`, `more-${mark}`],
    run: async (shop, mark) => {
      const events = [
        visit({ id: "ann" }, `bulk-${mark}`),
        visit({ email: "dora@example.test" }, `more-${mark}`),
      ];
      return post(shop, "/events/bulk", { events: [...events, { eventName: 7 }] });
    },
  },
  "bulk-recorder": {
    isJob: true,
    prepare: async (shop, lab) => {
      await post(shop, "/events/bulk", { events: [visit({ id: "ann" }, "batched"), visit({ id: "bob" })] });
      await forgetJobs(lab, "events.record");
    },
    run: (shop) => work(shop, "events.record"),
  },
  order: {
    run: (shop, mark) => post(shop, "/orders", order(`o-${mark}`, { customer: { ...ANN, ...NAMES } })),
  },
  "order-of-new-email": {
    run: (shop, mark) =>
      post(shop, "/orders", order(`o-${mark}`, { customer: { email: "eve@example.test" } })),
  },
  "order-same": { run: (shop) => post(shop, "/orders", order("o-same", { customer: BOB })) },
  upsert: { run: (shop, mark) => post(shop, "/custom/orders", shopOrder("s1", mark === "a" ? 2 : 3)) },
  "upsert-of-other-line": { run: (shop) => post(shop, "/custom/orders", shopOrder("s1", 2, "line-2")) },
  return: { run: (shop) => post(shop, "/returns", returnOf("o1")) },
  "return-of-shop": { run: (shop) => post(shop, "/returns", returnOf("s1")) },
  "return-once": { run: (shop) => post(shop, "/returns", returnOf("o2"), { "Idempotency-Key": "once" }) },
  complete: {
    run: (shop) => shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "complete" }),
  },
  "complete-other": {
    run: (shop) => shop.send("PUT", `/returns/${shop.known.other}/status`, { status: "complete" }),
  },
  reject: {
    run: (shop) => shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "rejected" }),
  },
  "status-of-many": {
    parts: 2,
    run: (shop, mark, parts = 2) => {
      const all = [shop.known.returnId, shop.known.other];
      const ids = mark === "a" ? all : all.toReversed();
      return post(shop, "/returns/status", { ids: ids.slice(0, parts), status: "in_transit" });
    },
  },
  comment: {
    run: (shop, mark) =>
      shop.send("POST", `/returns/${shop.known.returnId}/comments`, { comment: { message: `said ${mark}` } }),
  },
  patch: {
    run: (shop, mark) => {
      const fields = mark === "a" ? { tags: [{ name: mark }] } : { internalCreatedByName: mark };
      return shop.send("PATCH", `/returns/${shop.known.returnId}`, fields);
    },
  },
  refund: { run: (shop) => shop.send("POST", `/returns/${shop.known.returnId}/refund`, {}) },
  payout: {
    isJob: true,
    prepare: async (shop, lab) => {
      await shop.send("PUT", `/returns/${shop.known.returnId}/status`, { status: "complete" });
      await forgetJobs(lab, "payouts.send");
    },
    run: (shop) => work(shop, "payouts.send"),
  },
  restock: {
    run: (shop) =>
      shop.send("PATCH", `/returns/${shop.known.returnId}`, {
        items: [{ id: shop.known.itemId, outcome: "restock" }],
      }),
  },
  levels: {
    run: (shop, mark) =>
      shop.send("PUT", "/stores/:store/inventory-levels", levels(shop.known.place, mark === "a" ? 20 : 30)),
  },
  ...WEBHOOK_VERBS,
  ...CUSTOMER_VERBS,
  feed: { run: (shop) => shop.send("GET", "/stores/:store/changes") },
  policy: {
    run: (shop, mark) =>
      shop.send("PUT", "/stores/:store/policy", {
        timeZone: "UTC",
        window: { days: mark === "a" ? 10 : 20, from: "ordered" },
      }),
  },
  "policy-next": {
    run: (shop, mark) => {
      const policy = { timeZone: "UTC", window: { days: mark === "a" ? 30 : 40, from: "ordered" } };
      return shop.send("PUT", "/stores/:store/policy", policy, { "If-Match": '"0"' });
    },
  },
  "segment-delete": { run: (shop) => shop.send("DELETE", "/stores/:store/segments/buyers") },
  "segment-new": {
    run: (shop, mark) => post(shop, "/segments", { key: "new", where: { event: `by ${mark}` } }),
  },
  segment: {
    run: (shop, mark) =>
      shop.send("PUT", "/stores/:store/segments/buyers", { where: { event: `by ${mark}` } }),
  },
  withdrawal: {
    prepare: sendsMails,
    run: (shop) => withdraw(shop, { name: "Ann Lee", order: "o1", email: ANN.email }),
  },
  "withdrawal-other": { run: (shop) => withdraw(shop, { name: "Bob Roe", order: "o2", email: BOB.email }) },
  "mail-step": {
    isJob: true,
    prepare: async (shop, lab) => {
      await sendsMails(shop);
      await withdraw(shop, { name: "Bob Roe", order: "o2", email: BOB.email });
      await forgetJobs(lab, "mails.send");
    },
    run: (shop) => work(shop, "mails.send"),
  },
  "mail-again": {
    prepare: async (shop) => {
      await sendsMails(shop);
      await withdraw(shop, { name: "Bob Roe", order: "o2", email: BOB.email });
      shop.known.made.mail = textIn(await shop.send("GET", "/stores/:store/mails"), "id");
    },
    run: (shop) => post(shop, `/mails/${shop.known.made.mail}/send`),
  },
  "hand-over": HAND_OVER,
  "leases-lapse": LAPSE,
  ...PEOPLE_VERBS,
  ...PASSWORD_VERBS,
  ...ORDER_VERBS,
  ...REPORT_VERBS,
  ...SHOP_VERBS,
  ...IMPORT_VERBS,
  ...STOREFRONT_VERBS,
  ...PASSKEY_VERBS,
  ...SHOPPER_VERBS,
  ...STORE_VERBS,
};

function visit(customer: object, uniqueId?: string) {
  return { eventName: "later", customer, ...(uniqueId && { uniqueId }) };
}

function event(customer: object): Verb {
  return {
    stores: (mark) => [`later-${mark}`],
    run: (shop, mark) => post(shop, "/events", visit(customer, `later-${mark}`)),
  };
}

function withdraw(shop: Shop, statement: object): Promise<Answer> {
  return post(shop, "/withdrawals", { ...statement, confirmed: true });
}

async function sendsMails(shop: Shop): Promise<void> {
  await shop.send("PATCH", "/stores/:store", { mail: { enabled: true } });
}
