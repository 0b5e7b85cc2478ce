import { beforeAll, expect, test } from "bun:test";
import type { LineDecision } from "../../../../src/features/policy/decision-schema.ts";
import { freshId, type Json } from "../../../support/orders.ts";
import { type Answer, answerOf, invalidAnswer, newOrder, problemAnswer } from "../../../support/returns.ts";
import { withStatements } from "../../../support/round-trips.ts";
import { shopLine, shopOrder, upsertOrder } from "../../../support/shop-orders.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const POLICY = {
  timeZone: "Europe/Berlin",
  window: { days: 14, from: "delivered" },
  rules: [
    { when: { tags: ["final"] }, then: { eligible: false, texts: { en: "Final sale." } } },
    { when: { reasonCodes: ["damaged"] }, then: { label: "merchant", review: true } },
    { when: { segment: "loyal" }, then: { window: { days: 100, from: "delivered" } } },
    { when: { pricePaid: { op: ">=", value: "50" } }, then: { outcomes: ["store_credit"] } },
    { then: { label: "shopper", fee: { amount: "4.90", of: "return" } } },
  ],
  reasons: [
    { code: "size", texts: { en: "It doesn't fit" } },
    { code: "damaged", texts: { en: "It arrived damaged" }, needs: ["photo"] },
  ],
};

const LINES = [
  { id: "a", productId: "tee", title: "Tee", quantity: 2, price: 20 },
  { id: "b", productId: "mug", title: "Mug", quantity: 1, price: 8, tags: ["final"] },
  { id: "c", productId: "coat", title: "Coat", quantity: 1, price: 60 },
];

beforeAll(async () => {
  expect((await store.put("/stores/:store/policy", POLICY)).status).toBe(200);
});

const ask = (orderId: string, body: object = {}, through = store): Promise<Answer> =>
  answerOf(through.post(`/stores/:store/orders/${orderId}/eligibility`, body));

async function linesOf(orderId: string, body: object = {}): Promise<LineDecision[]> {
  const { status, body: answer } = await ask(orderId, body);
  expect(status).toBe(200);
  return (answer as { lines: LineDecision[] }).lines;
}

async function delivered(orderId: string, at: string, lines: [string, number][] = [["a", 2]]): Promise<void> {
  const path = `/stores/:store/orders/${orderId}/fulfillments`;
  const parcel = { fulfillmentId: `p-${at}`, lineItems: lines.map(([id, quantity]) => ({ id, quantity })) };
  expect((await store.post(path, parcel)).status).toBe(200);
  const scan = { message: "Delivered", status: "delivered", datetime: at };
  expect((await store.post(`${path}/p-${at}/tracking-events`, scan)).status).toBe(201);
}

test("each line is decided by the policy, with the reasons that a shopper may choose", async () => {
  const orderId = await newOrder(store, { lineItems: LINES });
  await delivered(orderId, "2026-03-05T23:30:00Z");
  const [a, b, c] = await linesOf(orderId, { at: "2026-03-20T10:00:00Z" });
  expect(a).toMatchObject({
    ...{ lineItemId: "a", returnable: 2, eligible: true, until: "2026-03-20T23:00:00.000Z" },
    ...{ label: "shopper", review: false, fee: { amount: "4.90", of: "return" } },
    reasons: [
      { code: "size", changes: {} },
      { code: "damaged", needs: ["photo"], changes: { label: "merchant", review: true } },
    ],
  });
  expect(b).toMatchObject({
    eligible: false,
    because: { rule: "/rules/0", version: 1, text: "Final sale." },
  });
  // Not sent yet.
  expect(c).toMatchObject({ eligible: true, atLeast: true, outcomes: ["store_credit"] });
  const [late] = await linesOf(orderId, { at: "2026-03-20T23:00:00Z" });
  expect(late).toMatchObject({ eligible: false, because: { fact: { name: "delivered" } } });
});

test("of several parcels of a line the last one counts, and units in returns are not returnable", async () => {
  const orderId = await newOrder(store, { lineItems: LINES });
  await delivered(orderId, "2026-03-01T10:00:00Z", [["a", 1]]);
  await delivered(orderId, "2026-03-11T10:00:00Z", [["a", 1]]);
  const items = [{ lineItemId: "a", quantity: 1, reason: "Too small" }];
  const data = { provider: "shopify", externalOrderId: orderId, items };
  const shippingAddress = { line1: "1 Road", city: "Town", state: "", postalCode: "1", country: "DE" };
  expect((await store.post("/stores/:store/returns", { data: { ...data, shippingAddress } })).status).toBe(
    201,
  );
  const [a] = await linesOf(orderId, { at: "2026-03-20T10:00:00Z" });
  expect(a).toMatchObject({ returnable: 1, eligible: true, until: "2026-03-25T23:00:00.000Z" });
});

test("a unit that the shop has taken off the order is not waited for", async () => {
  const orderId = freshId();
  const put = async (changes: Json, updatedAt: string) => {
    const body = shopOrder(orderId, { lineItems: [shopLine("a", 2, "20.00", changes)], updatedAt });
    expect((await upsertOrder(store, body)).status).toBe(200);
  };
  await put({}, "2026-03-01T10:00:00Z");
  await delivered(orderId, "2026-03-05T10:00:00Z", [["a", 1]]);
  const at = "2026-06-01T10:00:00Z";
  expect(await linesOf(orderId, { at })).toMatchObject([{ eligible: true, atLeast: true, returnable: 2 }]);
  await put({ returnableQuantity: 1 }, "2026-03-02T10:00:00Z");
  const [left] = await linesOf(orderId, { at });
  expect(left).toMatchObject({ returnable: 1, eligible: false, until: "2026-03-19T23:00:00.000Z" });
  expect(left).not.toHaveProperty("atLeast");
});

test("items are decided in their order, each by its reason", async () => {
  const orderId = await newOrder(store, { lineItems: LINES });
  const items = [
    { lineItemId: "c", quantity: 1, reasonCode: "damaged" },
    { lineItemId: "a", quantity: 1, reasonCode: "size" },
    { lineItemId: "a" },
  ];
  expect(await linesOf(orderId, { items })).toMatchObject([
    { lineItemId: "c", label: "merchant", review: true },
    { lineItemId: "a", label: "shopper" },
    { lineItemId: "a", label: "shopper" },
  ]);
  expect(await linesOf(orderId, { items: [] })).toEqual([]);
});

test("a segment counts for the customers who are in it now", async () => {
  const email = `loyal-${crypto.randomUUID()}@example.test`;
  const where = { customer: "email", is: email };
  expect((await store.put("/stores/:store/segments/loyal", { where })).status).toBe(201);
  const [inside, outside] = [
    await newOrder(store, { lineItems: LINES, customer: { email } }),
    await newOrder(store, { lineItems: LINES, customer: { email: `other-${email}` } }),
  ];
  const untils: (string | null | undefined)[] = [];
  for (const orderId of [inside, outside]) {
    await delivered(orderId, "2026-03-05T10:00:00Z");
    untils.push((await linesOf(orderId, { at: "2026-03-06T10:00:00Z" }))[0]?.until);
  }
  expect(untils).toEqual(["2026-06-13T22:00:00.000Z", "2026-03-19T23:00:00.000Z"]);
});

test("without a policy everything may be returned for ever", async () => {
  const plain = await service.newStore();
  const orderId = await newOrder(plain, { lineItems: LINES });
  const decided = { eligible: true, until: null, outcomes: ["refund", "store_credit", "exchange"] };
  const rest = { fee: null, bonus: null, label: "merchant", keepItem: false, review: false, reasons: [] };
  const because = { rule: null, version: null, fact: null, change: null, text: null };
  const { status, body } = await ask(orderId, {}, plain);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      version: null,
      lines: LINES.map(({ id, quantity }) => ({
        ...{ lineItemId: id, returnable: quantity, ...decided, ...rest, because },
      })),
    },
  });
});

test("a bad request says where it is bad, and an unknown order is 404", async () => {
  const orderId = await newOrder(store, { lineItems: LINES });
  expect(await ask("none")).toEqual(problemAnswer(404, "The store has no order none."));
  expect(
    await ask(orderId, {
      items: [{ lineItemId: "a" }, { lineItemId: "x" }, { lineItemId: "b", quantity: 2 }],
    }),
  ).toEqual(
    problemAnswer(400, expect.any(String), [
      { detail: "The order has no line item x.", pointer: "/items/1/lineItemId" },
      { detail: "The order has only 1 unit of line item b.", pointer: "/items/2/quantity" },
    ]),
  );
  for (const [body, pointer] of [
    [{ at: "tomorrow" }, "/at"],
    [{ items: [{ lineItemId: "a", quantity: 0 }] }, "/items/0/quantity"],
    [{ items: [{}] }, "/items/0/lineItemId"],
  ] as const) {
    expect(await ask(orderId, body)).toEqual(invalidAnswer({ pointer }));
  }
});

test("decisions that are too large are refused with a way out", async () => {
  const large = await service.newStore();
  const texts = { en: "x".repeat(1_000), de: "x".repeat(1_000) };
  const reasons = Array.from({ length: 100 }, (_, i) => ({ code: `r${i}`, texts }));
  expect((await large.put("/stores/:store/policy", { timeZone: "UTC", reasons })).status).toBe(200);
  const lineItems = Array.from({ length: 60 }, (_, i) => ({ ...LINES[0], id: `line ${i}` }));
  const orderId = await newOrder(large, { lineItems });
  const refused = await ask(orderId, {}, large);
  expect(refused).toMatchObject({ status: 400, body: { code: "decisions_too_large" } });
  const few = { items: [{ lineItemId: "line 59" }] };
  expect(await ask(orderId, few, large)).toMatchObject({ status: 200 });
});

test("the facts of an order are one statement", async () => {
  const quick = await service.newStore();
  const orderId = await newOrder(quick, { lineItems: LINES });
  expect((await quick.put("/stores/:store/policy", { timeZone: "UTC" })).status).toBe(200);
  await ask(orderId, {}, quick);
  await withStatements(async (statements) => {
    expect((await ask(orderId, {}, quick)).status).toBe(200);
    expect(statements.filter((text) => text.includes("fulfillments"))).toHaveLength(1);
    expect(statements.filter((text) => !/api_clients|insert into requests /.test(text))).toHaveLength(1);
  });
});
