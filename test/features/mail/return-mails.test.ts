import { expect, test } from "bun:test";
import type { Mail } from "../../../src/features/mail/schema.ts";
import { leastOrder, postOrder } from "../../support/orders.ts";
import { answerOf, moveTo } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

/** Without a mail server: mails wait. */
const service = useService();

async function shop(mail: object = { enabled: true }): Promise<TestStore> {
  const store = await service.newStore({ name: "Green Shop" });
  await store.patch("/stores/:store", { mail });
  return store;
}

let orders = 0;

/** Creates a return of an order of its own, and returns the ids of both. */
async function newReturn(store: TestStore, options: object = {}, data: object = {}) {
  const orderId = `mailed-${++orders}`;
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 2, price: 10 }];
  const customer = { email: "ada@example.com", firstName: "Ada" };
  await postOrder(store, { ...leastOrder(orderId), lineItems, customer });
  const address = { line1: "1", city: "Paris", state: "", postalCode: "1", country: "FR" };
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "small" }];
  const body = {
    data: { externalOrderId: orderId, provider: "shopify", items, shippingAddress: address, ...data },
  };
  const { status, body: made } = await answerOf(store.post("/stores/:store/returns", { ...body, options }));
  expect([status, made]).toEqual([201, expect.anything()]);
  return { orderId, id: (made as { return: { id: string } }).return.id };
}

async function mailsOf(store: TestStore, returnId: string): Promise<Mail[]> {
  const { body } = await answerOf(store.get(`/stores/:store/mails?returnId=${returnId}`));
  return (body as { mails: Mail[] }).mails.toReversed();
}

const kindsOf = async (store: TestStore, returnId: string) =>
  (await mailsOf(store, returnId)).map(({ kind }) => kind);

test("each change of a return that its shopper should know of queues a mail, in order", async () => {
  const store = await shop();
  const { id, orderId } = await newReturn(store);
  const label = { shipments: [{ tracker: "T1", postageLabel: "https://labels.example/1.pdf" }] };
  await store.patch(`/returns/${id}`, label);
  await store.patch(`/returns/${id}`, { tags: [{ name: "seen" }] });
  for (const to of ["in_transit", "delivered", "in_review", "complete"] as const) await moveTo(store, id, to);
  const mails = await mailsOf(store, id);
  expect(mails.map(({ kind, status, to }) => [kind, status, to])).toEqual(
    ["return_received", "label_ready", "return_arrived", "return_refunded"].map((kind) => [
      ...[kind, "waiting", "ada@example.com"],
    ]),
  );
  expect(mails[0]?.text).toContain(`order ${orderId}.`);
  expect(mails[0]?.text).toContain("Items: 2 × Tee");
  expect(mails[1]?.text).toContain("Open the label:\nhttps://labels.example/1.pdf");
  expect(mails[3]?.text).toMatch(/Amount: \$20\.00/);
});

test("names of products in another direction leave quantities beside what they count", async () => {
  const store = await shop();
  const orderId = `mailed-${++orders}`;
  const own = "\u0642\u0645\u064a\u0635";
  const lineItems = [own, "Mug"].map((title, i) => ({
    id: `${i}`,
    productId: "p",
    title,
    quantity: 2,
    price: 10,
  }));
  await postOrder(store, { ...leastOrder(orderId), lineItems, customer: { email: "ada@example.com" } });
  const items = lineItems.map(({ id }) => ({ lineItemId: id, quantity: 2, reason: "small" }));
  const shippingAddress = { line1: "1", city: "Paris", state: "", postalCode: "1", country: "FR" };
  const data = { externalOrderId: orderId, provider: "shopify", items, shippingAddress };
  const { body } = await answerOf(store.post("/stores/:store/returns", { data }));
  const [mail] = await mailsOf(store, (body as { return: { id: string } }).return.id);
  expect(mail?.text).toContain(`Items: \u20682 × \u2068${own}\u2069, 2 × Mug\u2069\n`);
});

test("of a return that ended without a parcel no label is mailed", async () => {
  const store = await shop();
  const label = { shipments: [{ tracker: "T1", postageLabel: "https://labels.example/1.pdf" }] };
  for (const [to, kind] of [
    ["rejected", "return_refused"],
    ["deleted", "return_cancelled"],
  ] as const) {
    const { id } = await newReturn(store);
    await moveTo(store, id, to);
    expect((await store.patch(`/returns/${id}`, label)).status).toBe(200);
    expect(await kindsOf(store, id)).toEqual(["return_received", kind]);
  }
});

test("a rejected return is mailed with its reason, a deleted one as cancelled, a credited one as credit", async () => {
  const store = await shop();
  const rejected = await newReturn(store);
  const reason = "The item was worn.";
  expect((await store.put(`/returns/${rejected.id}/status`, { status: "rejected", reason })).status).toBe(
    204,
  );
  expect((await mailsOf(store, rejected.id))[1]?.text).toContain(`Reason: ${reason}`);
  const deleted = await newReturn(store);
  await moveTo(store, deleted.id, "deleted");
  expect(await kindsOf(store, deleted.id)).toEqual(["return_received", "return_cancelled"]);
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "", compensation: "store_credit" }];
  const credited = await newReturn(store, {}, { items });
  await moveTo(store, credited.id, "complete");
  expect(await kindsOf(store, credited.id)).toEqual(["return_received", "return_credited"]);
});

test("one that is completed without an action is not said to be refunded", async () => {
  const store = await shop();
  const { id } = await newReturn(store);
  await store.patch(`/returns/${id}`, { completeWithNoAction: true });
  await moveTo(store, id, "complete");
  expect(await kindsOf(store, id)).toEqual(["return_received"]);
});

test("in the shopper's language where the store has it, else in the store's first", async () => {
  const store = await shop({ enabled: true, languages: ["fr", "ar", "de"] });
  const languages = ["de-AT", "ar", "it", undefined].map(async (language) => {
    const { id } = await newReturn(store, { language });
    await moveTo(store, id, "deleted");
    return (await mailsOf(store, id)).map((mail) => mail.language);
  });
  expect(await Promise.all(languages)).toEqual([
    ["de", "de"],
    ["ar", "ar"],
    ["fr", "fr"],
    ["fr", "fr"],
  ]);
});

test("the store's own words, where it has set some", async () => {
  const texts = { return_received: { en: { subject: "Hello {order}", text: "Ours: {order}" } } };
  const store = await shop({ enabled: true, texts });
  const { id, orderId } = await newReturn(store);
  expect(await mailsOf(store, id)).toMatchObject([
    { subject: `Hello ${orderId}`, text: `Ours: ${orderId}\n\nItems: 2 × Tee\n\nGreen Shop\n` },
  ]);
});

test("not where the store sends no mails, nor what it has left out, nor without an address", async () => {
  const off = await service.newStore();
  expect(await kindsOf(off, (await newReturn(off)).id)).toEqual([]);
  const some = await shop({ enabled: true, kinds: ["return_cancelled", "withdrawal_receipt"] });
  const { id } = await newReturn(some);
  await moveTo(some, id, "deleted");
  expect(await kindsOf(some, id)).toEqual(["return_cancelled"]);
});

test("without a mail server nothing is tried: the mails wait, with no attempt", async () => {
  const store = await shop();
  const { id } = await newReturn(store);
  for (const _ of [1, 2, 3]) await service.drain({ sweeps: true });
  expect(await mailsOf(store, id)).toMatchObject([{ status: "waiting", attempts: 0, error: null }]);
});
