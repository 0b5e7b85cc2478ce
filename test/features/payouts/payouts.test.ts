import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { payoutNote } from "../../../src/features/orders/refund-note.ts";
import { deleteStore } from "../../../src/features/stores/delete-store.ts";
import { csvOf } from "../../support/order-files.ts";
import { startOrderImport } from "../../support/order-imports.ts";
import { newPayee, payoutsOf, refund, wrongSum } from "../../support/payouts.ts";
import {
  answerOf,
  moveTo,
  newOrder,
  newReturn,
  postReturn,
  readReturn,
  returnIn,
} from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { moneySet, shopLine, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ payoutRetrySchedule: [0, 5, 5] });

const usd = (amount: string) => ({ amount, currency: "USD" });
const says = (answer: object, status = 200) => Response.json(answer, { status });
const paid = () => says({ status: "paid", reference: "re_1" });
/** One unit of an order's only line, of 10.00. */
const ORDER = {
  lineItems: [{ id: "1", productId: "p", title: "P", quantity: 3, price: 10 }],
  totalPrice: 30,
};
const one = (store: TestStore) =>
  newReturn(store, { items: [{ lineItemId: "1", quantity: 1, reason: "r" }] }, ORDER);
const complete = async (store: TestStore, id: string) =>
  expect((await moveTo(store, id, "complete")).status).toBe(204);
const shown = async (store: TestStore, id: string) => (await readReturn(store, id)).return;
const patchRefund = async (store: TestStore, id: string, amount: string, type = "refund") => {
  const [item] = (await shown(store, id)).items;
  const body = { items: [{ id: item?.id, refund: { amount: usd(amount), type } }] };
  expect((await store.patch(`/returns/${id}`, body)).status).toBe(200);
};

describe("a store without a payee", () => {
  test("has payouts that wait, and staff say that they were paid elsewhere", async () => {
    const store = await service.newStore();
    const { id, payouts } = await one(store);
    expect(payouts).toEqual([]);
    await complete(store, id);
    const [waiting] = await payoutsOf(store, id);
    expect(waiting).toMatchObject({
      type: "refund",
      status: "waiting",
      amount: usd("10.00"),
      held: true,
      attempts: 0,
      paidAt: null,
    });
    expect(await refund(store, id, { paidElsewhere: true, reference: "bank 7" })).toMatchObject({
      status: 202,
      body: { payouts: [{ id: waiting?.id, status: "paid", reference: "bank 7", amount: usd("10.00") }] },
    });
    expect(wrongSum(await shown(store, id))).toBeUndefined();
  });

  test("never pays by itself what fell due before it had one", async () => {
    const store = await service.newStore();
    const { id } = await one(store);
    await complete(store, id);
    const payee = await newPayee(service, store, paid);
    await service.drain({ sweeps: true });
    expect(payee.seen()).toEqual([]);
    expect(await refund(store, id)).toMatchObject({
      status: 202,
      body: { payouts: [{ status: "waiting" }] },
    });
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: "re_1" }]);
    expect(payee.seen()).toHaveLength(1);
  });
});

test("a return that becomes complete is paid, by a signed request with the bearer and a key", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, () =>
    says({ status: "paid", reference: "re_1", paidAt: "2026-03-01T10:00:00Z" }),
  );
  const { id } = await one(store);
  await complete(store, id);
  await service.drain();
  const [request] = payee.seen();
  const [payout] = await payoutsOf(store, id);
  expect(payout).toMatchObject({
    status: "paid",
    reference: "re_1",
    attempts: 1,
    paidAt: "2026-03-01T10:00:00.000Z",
  });
  const body = JSON.parse(request?.body ?? "");
  expect(Object.keys(body).sort()).toEqual(["amount", "customer", "order", "payoutId", "return", "type"]);
  expect(body).toMatchObject({ type: "refund", payoutId: payout?.id, amount: usd("10.00"), return: { id } });
  const {
    authorization,
    "idempotency-key": key,
    "webhook-id": signedId,
    "webhook-timestamp": time,
  } = request?.headers ?? {};
  expect(authorization).toBe("Bearer payee-token");
  expect(JSON.stringify(await shown(store, id))).not.toContain(String(key));
  const secret = Buffer.from(payee.signingSecret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", secret)
    .update(`${signedId}.${time}.${request?.body}`)
    .digest("base64");
  expect(request?.headers["webhook-signature"]).toBe(`v1,${signature}`);
});

test("completed again with more, it pays the difference with another key; with less, it says what is overpaid", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, paid);
  const { id } = await one(store);
  await complete(store, id);
  await service.drain();
  await moveTo(store, id, "open");
  await patchRefund(store, id, "12.50");
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  await complete(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { amount: usd("10.00") },
    { status: "paid", amount: usd("2.50") },
  ]);
  expect(new Set(payee.seen().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  await patchRefund(store, id, "4.00");
  const lowered = await shown(store, id);
  expect(lowered).toMatchObject({ overpaid: usd("8.50"), payouts: [{ status: "paid" }, { status: "paid" }] });
  await patchRefund(store, id, "5.00", "store_credit");
  await service.drain();
  expect(await shown(store, id)).toMatchObject({
    overpaid: usd("12.50"),
    payouts: [{}, {}, { type: "store_credit", status: "paid", amount: usd("5.00") }],
  });
  expect(wrongSum(await shown(store, id))).toBeUndefined();
});

test("completed with nothing due, it pays what falls due later", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, paid);
  const { id } = await one(store);
  await patchRefund(store, id, "0.00");
  await complete(store, id);
  expect(await payoutsOf(store, id)).toEqual([]);
  await patchRefund(store, id, "4.00");
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", amount: usd("4.00") }]);
  expect(payee.seen()).toHaveLength(1);
});

test("refused, withdrawn and due again, it is another payout with another key, however often", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, () => says({ status: "refused", reason: "no" }));
  const { id } = await one(store);
  await complete(store, id);
  const ids = new Set<string>();
  for (const amount of ["4.00", "5.00", "6.00"]) {
    await service.drain();
    for (const payout of await payoutsOf(store, id)) ids.add(payout.id);
    // Tried again, it has another key too, which the payee then knows.
    await refund(store, id, {});
    await service.drain();
    await patchRefund(store, id, "0.00");
    expect(await payoutsOf(store, id)).toEqual([]);
    await patchRefund(store, id, amount, amount === "5.00" ? "store_credit" : "refund");
  }
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "refused", amount: usd("6.00") }]);
  for (const payout of await payoutsOf(store, id)) ids.add(payout.id);
  const keys = payee.seen().map(({ headers }) => headers["idempotency-key"]);
  expect([ids.size, keys.length, new Set(keys).size]).toEqual([4, 7, 7]);
});

test("withdrawn after it was refused, one that a person asks for has another key too, beside one of another type", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, () => says({ status: "refused", reason: "no" }));
  const items = ["1", "2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const [line] = ORDER.lineItems;
  const lineItems = [line, { ...line, id: "2" }];
  const { id } = await newReturn(store, { items }, { ...ORDER, lineItems });
  const [refunded, credited] = (await shown(store, id)).items;
  const set = async (item: { id: string } | undefined, amount: string, type: string) =>
    expect(
      (
        await store.patch(`/returns/${id}`, {
          items: [{ id: item?.id, refund: { amount: usd(amount), type } }],
        })
      ).status,
    ).toBe(200);
  await set(credited, "7.00", "store_credit");
  await complete(store, id);
  await service.drain();
  await moveTo(store, id, "open");
  await set(refunded, "0.00", "refund");
  await set(refunded, "3.00", "refund");
  expect(await payoutsOf(store, id)).toMatchObject([{ type: "store_credit", status: "refused" }]);
  await refund(store, id, { type: "refund", amount: usd("2.00") });
  await service.drain();
  const keys = payee.seen().map(({ headers }) => headers["idempotency-key"]);
  expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
});

test("withdrawn before it was sent, the next has its id: a restored copy asks for it with the same key", async () => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, paid);
  const { id } = await one(store);
  await complete(store, id);
  const [first] = await payoutsOf(store, id);
  await patchRefund(store, id, "0.00");
  await patchRefund(store, id, "4.00");
  expect(await payoutsOf(store, id)).toMatchObject([{ id: first?.id, status: "waiting" }]);
  await service.drain();
  expect(payee.seen()).toHaveLength(1);
});

test("reopened, what wasn't sent is withdrawn, and what was is awaited", async () => {
  const store = await service.newStore();
  const sent = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<Response>();
  const payee = await newPayee(service, store, () => {
    sent.resolve();
    return answers.promise;
  });
  const [first, second] = [await one(store), await one(store)];
  await complete(store, first.id);
  const draining = service.drain();
  await sent.promise;
  await moveTo(store, first.id, "open");
  expect(await payoutsOf(store, first.id)).toMatchObject([{ status: "waiting" }]);
  answers.resolve(paid());
  await draining;
  expect(await payoutsOf(store, first.id)).toMatchObject([{ status: "paid" }]);
  await complete(store, second.id);
  await moveTo(store, second.id, "open");
  await service.drain();
  expect(await payoutsOf(store, second.id)).toEqual([]);
  expect(payee.seen()).toHaveLength(1);
});

test("completed before its store had a payee, more of it falls due and is held too", async () => {
  const store = await service.newStore();
  const [owing, nothing] = [await one(store), await one(store)];
  await patchRefund(store, nothing.id, "0.00");
  for (const { id } of [owing, nothing]) await complete(store, id);
  const payee = await newPayee(service, store, paid);
  await patchRefund(store, owing.id, "14.00");
  await patchRefund(store, nothing.id, "4.00");
  await service.drain({ sweeps: true });
  expect(payee.seen()).toEqual([]);
  const held = (amount: string) => ({ status: "waiting", held: true, amount: usd(amount) });
  expect(await payoutsOf(store, owing.id)).toMatchObject([held("10.00"), held("4.00")]);
  expect(await payoutsOf(store, nothing.id)).toMatchObject([held("4.00")]);
});

describe("a person asks", () => {
  test("before completion, and completing pays only the rest", async () => {
    const store = await service.newStore();
    await newPayee(service, store, paid);
    const { id } = await one(store);
    expect(await refund(store, id, { amount: usd("4.00") })).toMatchObject({
      status: 202,
      body: { payouts: [{ amount: usd("4.00") }] },
    });
    await service.drain();
    await complete(store, id);
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([
      { status: "paid", amount: usd("4.00") },
      { status: "paid", amount: usd("6.00") },
    ]);
  });

  test("once for a key", async () => {
    const store = await service.newStore();
    const { id } = await one(store);
    const key = { "Idempotency-Key": "once" };
    const first = await refund(store, id, { amount: usd("4.00") }, key);
    expect(await refund(store, id, { amount: usd("4.00") }, key)).toEqual(first);
    expect(await refund(store, id, { amount: usd("5.00") }, key)).toMatchObject({
      status: 409,
      body: { code: "idempotency_key_reused" },
    });
    expect(await payoutsOf(store, id)).toHaveLength(1);
  });

  test("for a 251st payout of a return: not at all, and nothing changes", async () => {
    const store = await service.newStore();
    const { id } = await one(store);
    await newPayee(service, store, paid);
    for (let asked = 0; asked < 250; asked++)
      expect(await refund(store, id, { amount: usd("0.01"), paidElsewhere: true })).toMatchObject({
        status: 202,
      });
    expect(await refund(store, id, { amount: usd("0.01") })).toMatchObject({
      status: 409,
      body: { code: "too_many_payouts" },
    });
    await complete(store, id);
    const before = await payoutsOf(store, id);
    expect(before.at(-1)).toMatchObject({ status: "waiting", held: true, amount: usd("7.50") });
    expect(await refund(store, id)).toMatchObject({ status: 409, body: { code: "too_many_payouts" } });
    expect(await payoutsOf(store, id)).toEqual(before);
    expect(wrongSum(await shown(store, id))).toBeUndefined();
  });

  test("for a part of what is held, and the rest stays held", async () => {
    const store = await service.newStore();
    const { id } = await one(store);
    await complete(store, id);
    const asked = await refund(store, id, { amount: usd("4.00"), paidElsewhere: true });
    expect(asked).toMatchObject({
      body: {
        payouts: [
          { status: "waiting", held: true, amount: usd("6.00") },
          { status: "paid", amount: usd("4.00") },
        ],
      },
    });
    expect(wrongSum(await shown(store, id))).toBeUndefined();
  });

  test("for a part of what no payee has paid yet, which was paid elsewhere, and the rest waits", async () => {
    const store = await service.newStore();
    const items = [{ lineItemId: "1", quantity: 3, reason: "r" }];
    const { id } = await newReturn(store, { items }, ORDER);
    await complete(store, id);
    expect(await refund(store, id)).toMatchObject({ status: 202 });
    expect(await refund(store, id, { amount: usd("4.00"), paidElsewhere: true })).toMatchObject({
      status: 202,
      body: {
        payouts: [
          { status: "waiting", amount: usd("26.00") },
          { status: "paid", amount: usd("4.00") },
        ],
      },
    });
    expect(wrongSum(await shown(store, id))).toBeUndefined();
  });

  test.each([
    ["more than is due", { amount: usd("10.01") }, 409, "more_than_due"],
    ["a type of which nothing is due", { amount: usd("1.00"), type: "store_credit" }, 409, "more_than_due"],
    ["another currency", { amount: { amount: "1.00", currency: "EUR" } }, 400, "invalid_request"],
    ["parts of a cent", { amount: usd("1.001") }, 400, "invalid_request"],
    ["nothing", { amount: usd("0.00") }, 400, "invalid_request"],
    ["less than nothing", { amount: usd("-1.00") }, 400, "invalid_request"],
    ["an unknown type", { type: "gift" }, 400, "invalid_request"],
  ] as const)("for %s: refused, and nothing is written", async (_, body, status, code) => {
    const store = await service.newStore();
    const { id } = await one(store);
    expect(await refund(store, id, body)).toMatchObject({ status, body: { code } });
    expect(await payoutsOf(store, id)).toEqual([]);
  });

  test("for what was paid for the order already: a deleted return that was paid counts", async () => {
    const store = await service.newStore();
    const order = (price: string, day: number) =>
      shopOrder("paid", {
        updatedAt: `2026-03-0${day}T10:00:00Z`,
        lineItems: [shopLine("line-1", 3, price)],
      });
    await upsertOrder(store, order("10.00", 1));
    const items = [{ lineItemId: "line-1", quantity: 3, reason: "r" }];
    const first = await returnIn(postReturn(store, "paid", { items }));
    const eur = (amount: string) => ({ amount, currency: "EUR" });
    expect(await refund(store, first.id, { amount: eur("25.00"), paidElsewhere: true })).toMatchObject({
      status: 202,
    });
    expect((await moveTo(store, first.id, "deleted")).status).toBe(204);
    expect(await shown(store, first.id)).toMatchObject({ overpaid: eur("25.00") });
    const second = await returnIn(postReturn(store, "paid", { items }));
    expect(second.totals.refund.amount).toEqual(eur("5.00"));
    await upsertOrder(store, order("9.00", 2));
    expect(await refund(store, second.id, { amount: eur("2.01") })).toMatchObject({
      status: 400,
      body: { code: "refund_exceeds_paid" },
    });
    await newPayee(service, store, paid);
    await complete(store, second.id);
    expect(await payoutsOf(store, second.id)).toMatchObject([
      { status: "waiting", held: true, reason: "refund_exceeds_paid" },
    ]);
    expect(await refund(store, second.id)).toMatchObject({
      status: 400,
      body: { code: "refund_exceeds_paid" },
    });
    expect(await refund(store, second.id, { amount: eur("2.00") })).toMatchObject({ status: 202 });
  });

  test("without the scope, or for another store's return: not at all", async () => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    const { id } = await one(store);
    const without = await store.withScopes("returns_write", "returns_read");
    expect(await refund(without, id)).toMatchObject({ status: 403 });
    expect(await refund(other, id)).toMatchObject({ status: 404, body: { code: "return_not_found" } });
  });
});

test("nothing is paid for a store that was deleted meanwhile", async () => {
  const store = await service.newStore({ name: "Gone" });
  const { id } = await one(store);
  const payee = await newPayee(service, store, paid);
  await complete(store, id);
  await deleteStore(store.ctx, store.id, "Gone");
  await service.drain({ sweeps: true });
  expect(payee.seen()).toEqual([]);
});

test.each([
  ["deleted", "5.00"],
  ["lowered", "5.00"],
] as const)("what was paid for a return that is %s since isn't promised once more", async (what, left) => {
  const store = await service.newStore();
  const payee = await newPayee(service, store, paid);
  const orderId = await newOrder(store, ORDER);
  const units = (quantity: number) => [{ lineItemId: "1", quantity, reason: "r" }];
  const first = await returnIn(postReturn(store, orderId, { items: units(2) }));
  await patchRefund(store, first.id, "25.00");
  await complete(store, first.id);
  await service.drain();
  if (what === "lowered") await patchRefund(store, first.id, "0.00");
  else
    for (const status of ["open", "deleted"])
      expect((await moveTo(store, first.id, status)).status).toBe(204);
  const items = units(what === "deleted" ? 3 : 1);
  const body = { data: { externalOrderId: orderId, items } };
  const preview = await answerOf(store.post("/stores/:store/returns/preview", body));
  expect(preview.body).toMatchObject({ totals: { refund: { amount: usd(left) } } });
  const { id, totals } = await returnIn(postReturn(store, orderId, { items }));
  expect(totals.refund.amount).toEqual(usd(left));
  await complete(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", amount: usd(left) }]);
  expect(payee.seen().map(({ body }) => JSON.parse(body).amount)).toEqual([usd("25.00"), usd(left)]);
});

describe("no payout goes out by itself that would exceed what was paid for the order:", () => {
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "r" }];
  const updated = { updatedAt: "2026-03-02T10:00:00Z" };
  const eur = (amount: string) => ({ amount, currency: "EUR" });

  test("one of a return of an order that costs less since", async () => {
    const store = await service.newStore();
    await upsertOrder(store, shopOrder("cheaper"));
    const { id } = await returnIn(postReturn(store, "cheaper", { items }));
    const payee = await newPayee(service, store, paid);
    const cheaper = shopOrder("cheaper", { ...updated, lineItems: [shopLine("line-1", 2, "6.00")] });
    expect((await upsertOrder(store, cheaper)).status).toBe(200);
    await complete(store, id);
    await service.drain();
    expect(payee.seen()).toEqual([]);
    expect(await payoutsOf(store, id)).toMatchObject([
      { status: "waiting", held: true, reason: "refund_exceeds_paid", amount: eur("20.00") },
    ]);
    expect((await refund(store, id)).status).toBe(400);
    expect((await refund(store, id, { amount: eur("12.00") })).status).toBe(202);
  });

  test("one of a return of an order that costs less since, whose total follows from its lines", async () => {
    const store = await service.newStore();
    const order = (price: number) => ({
      ...{ orderId: "untotalled", createdAt: "2026-03-01T10:00:00Z" },
      lineItems: [{ id: "line-1", productId: "p", title: "P", quantity: 2, price }],
    });
    expect((await store.post("/stores/:store/orders", order(10))).status).toBe(200);
    const { id } = await returnIn(postReturn(store, "untotalled", { items }));
    const payee = await newPayee(service, store, paid);
    await store.post("/stores/:store/order-imports", { file: `${JSON.stringify(order(6))}\n` });
    await service.drain();
    await complete(store, id);
    await service.drain();
    expect(payee.seen()).toEqual([]);
    expect(await payoutsOf(store, id)).toMatchObject([
      { status: "waiting", held: true, reason: "refund_exceeds_paid", amount: usd("20.00") },
    ]);
  });

  test("one beside a return that exchanges what was paid, of an order that costs less since", async () => {
    const store = await service.newStore();
    await upsertOrder(store, shopOrder("exchanged"));
    const [exchanged, id] = await Promise.all(
      ["exchange", "refund"].map(async (compensation) => {
        const one = [{ lineItemId: "line-1", quantity: 1, reason: "r", compensation }];
        return (await returnIn(postReturn(store, "exchanged", { items: one }))).id;
      }),
    );
    const payee = await newPayee(service, store, paid);
    await complete(store, exchanged ?? "");
    const cheaper = shopOrder("exchanged", { ...updated, lineItems: [shopLine("line-1", 2, "6.00")] });
    expect((await upsertOrder(store, cheaper)).status).toBe(200);
    await complete(store, id ?? "");
    await service.drain();
    expect(payee.seen()).toEqual([]);
    expect(await payoutsOf(store, id ?? "")).toMatchObject([
      { status: "waiting", held: true, reason: "refund_exceeds_paid", amount: eur("10.00") },
    ]);
    expect((await refund(store, id ?? "", { amount: eur("2.01") })).status).toBe(400);
    expect((await refund(store, id ?? "", { amount: eur("2.00") })).status).toBe(202);
  });

  test("one of another type than what was paid already", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store, { items: [{ lineItemId: "1", quantity: 3, reason: "r" }] }, ORDER);
    const payee = await newPayee(service, store, paid);
    await complete(store, id);
    await service.drain();
    await patchRefund(store, id, "30.00", "store_credit");
    await service.drain();
    expect(payee.seen()).toHaveLength(1);
    expect(await payoutsOf(store, id)).toMatchObject([
      { type: "refund", status: "paid", amount: usd("30.00") },
      { type: "store_credit", status: "waiting", held: true, reason: "refund_exceeds_paid" },
    ]);
    expect(wrongSum(await shown(store, id))).toBeUndefined();
  });
});

test("each change of a payout is a change of its return, for the feed and its webhooks", async () => {
  const store = await service.newStore();
  service.world.on("https://hooks.example/payouts", () => new Response());
  const webhook = { topic: "return", callback: { url: "https://hooks.example/payouts" } };
  expect((await store.post("/stores/:store/webhooks", { webhook })).status).toBe(201);
  await newPayee(service, store, paid);
  const { id } = await one(store);
  await complete(store, id);
  await service.drain();
  // The payee's answer came after the first events were sent.
  await service.drain();
  const received = service.world.seen
    .filter(({ url }) => url === "https://hooks.example/payouts")
    .map(({ body }) => JSON.parse(body));
  expect(
    received.map(({ type, return: { payouts } }) => [
      type,
      payouts.map(({ status }: { status: string }) => status),
    ]),
  ).toEqual([
    ["created", []],
    ["updated", ["waiting"]],
    ["updated", ["paid"]],
  ]);
  const { changes } = (await answerOf(store.get("/stores/:store/changes?after=0"))).body as {
    changes: { type: string; data: { return?: object } }[];
  };
  expect(changes.filter(({ type }) => type === "return.updated").at(-1)).toMatchObject({
    data: { return: { payouts: [{ status: "paid" }] } },
  });
});

test("a refund of the shop that a payout names counts once, and by itself if that payout was refused", async () => {
  const refundOf = (id: string) => [
    { id, createdAt: "2026-03-02T08:00:00Z", orderLevelRefunds: [{ amountSet: moneySet("15.00") }] },
  ];
  for (const { status, counted } of [
    { status: "paid", counted: 409 },
    { status: "refused", counted: 400 },
  ]) {
    const shop = await service.newStore();
    const orderId = `named-${status}`;
    await upsertOrder(shop, shopOrder(orderId));
    const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
    const { id } = await returnIn(postReturn(shop, orderId, { items }));
    await newPayee(service, shop, () => Response.json({ status, reference: "re_1" }));
    await moveTo(shop, id, "complete");
    await service.drain();
    expect((await payoutsOf(shop, id)).map(({ reference }) => reference)).toEqual(["re_1"]);
    expect((await upsertOrder(shop, shopOrder(orderId, { refunds: refundOf("re_1") }))).status).toBe(200);
    const amount = { amount: "10.00", currency: "EUR" };
    // What was paid isn't due again; what was refused would be more than the shop was paid, with its own refund.
    expect((await refund(shop, id, { amount })).status).toBe(counted);
    const another = await postReturn(shop, orderId, { items });
    const { totals } = await returnIn(another);
    // The shop has refunded 5.00 more than the payout.
    expect(totals.refund.amount.amount).toBe(status === "paid" ? "5.00" : "0.00");
  }
});

test("a refund of the shop whose note names a payout is that payout, until its reference is known, and one is", async () => {
  const named = (id: string, payoutId: string) => ({
    ...{ id, createdAt: "2026-03-02T08:00:00Z", note: `${payoutNote(payoutId)}, by card` },
    orderLevelRefunds: [{ amountSet: moneySet("4.00") }],
  });
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const cases: [answer: object, refunds: string[], left: string][] = [
    [{ status: "unknown" }, ["r1"], "10.00"],
    [{ status: "unknown" }, ["r1", "r2"], "6.00"],
    [{ status: "unknown", reference: "r2" }, ["r1", "r2"], "6.00"],
    [{ status: "paid" }, ["r1"], "10.00"],
    [{ status: "paid", reference: "r1" }, ["r1"], "10.00"],
    [{ status: "paid", reference: "r1" }, ["r2"], "6.00"],
    [{ status: "paid", reference: "r1" }, ["r1", "r2"], "6.00"],
    [{ status: "refused" }, ["r1"], "6.00"],
  ];
  for (const [i, [answer, refunds, left]] of cases.entries()) {
    const shop = await service.newStore();
    const orderId = `noted-${i}`;
    await upsertOrder(shop, shopOrder(orderId));
    const { id } = await returnIn(postReturn(shop, orderId, { items }));
    await newPayee(service, shop, () => says(answer));
    await moveTo(shop, id, "complete");
    await service.drain();
    const [payout] = await payoutsOf(shop, id);
    const shown = refunds.map((refundId) => named(refundId, payout?.id ?? ""));
    expect((await upsertOrder(shop, shopOrder(orderId, { refunds: shown }))).status).toBe(200);
    const { totals } = await returnIn(postReturn(shop, orderId, { items }));
    expect([answer, refunds, totals.refund.amount.amount]).toEqual([answer, refunds, left]);
  }
});

test("a refund of the shop that is a payout by its note alone counts once after an erasure, and after a later update", async () => {
  const shop = await service.newStore();
  const customer = { id: "ann", email: "ann@example.test", firstName: "Ann", lastName: "Lee" };
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  await upsertOrder(shop, shopOrder("erased", { customer }));
  const { id } = await returnIn(postReturn(shop, "erased", { items }));
  await newPayee(service, shop, () => says({ status: "unknown" }));
  await moveTo(shop, id, "complete");
  await service.drain();
  const [payout] = await payoutsOf(shop, id);
  const note = `${payoutNote(payout?.id ?? "")} to Ann Lee`;
  const refunds = [
    {
      ...{ id: "re_7", createdAt: "2026-03-02T08:00:00Z", note },
      orderLevelRefunds: [{ amountSet: moneySet("10.00") }],
    },
  ];
  const left = async () => {
    const data = { externalOrderId: "erased", items: [{ lineItemId: "line-1", quantity: 1 }] };
    const { body } = await answerOf(shop.post("/stores/:store/returns/preview", { data }));
    return (body as { totals: { refund: { amount: { amount: string } } } }).totals.refund.amount.amount;
  };
  await upsertOrder(shop, shopOrder("erased", { customer, refunds }));
  expect(await left()).toBe("10.00");
  expect((await shop.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  await service.drain();
  expect(await left()).toBe("10.00");
  const updatedAt = "2026-03-05T10:00:00.000Z";
  expect((await upsertOrder(shop, shopOrder("erased", { customer, refunds, updatedAt }))).status).toBe(200);
  expect(await left()).toBe("10.00");
  const { body } = await answerOf(shop.get("/stores/:store/orders/erased"));
  expect(JSON.stringify(body)).not.toMatch(/Ann|Lee/);
});

test("a refund by hand that people said to be paid elsewhere before it was known counts once, alone or with others", async () => {
  const refundsOf = (amounts: string[]) =>
    amounts.map((amount, i) => ({
      ...{ id: `by-hand-${i}`, createdAt: "2026-03-02T08:00:00Z" },
      orderLevelRefunds: [{ amountSet: moneySet(amount) }],
    }));
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const cases: [refunds: string[], left: string][] = [
    [[], "10.00"],
    [["10.00"], "10.00"],
    [["10.00", "10.00"], "10.00"],
    [["20.00"], "10.00"],
    [["10.00", "3.00", "10.00"], "7.00"],
    [["3.00"], "7.00"],
    [["10.00", "10.00", "10.00"], "0.00"],
    [["4.00", "6.00"], "10.00"],
    [["4.00", "6.00", "10.00"], "10.00"],
    [["13.00", "7.00"], "10.00"],
    [["4.00", "3.00"], "3.00"],
  ];
  for (const [i, [amounts, left]] of cases.entries()) {
    const shop = await service.newStore();
    const orderId = `said-${i}`;
    const upsert = (refunds: object[]) =>
      upsertOrder(shop, shopOrder(orderId, { lineItems: [shopLine("line-1", 3, "10.00")], refunds }));
    await upsert([]);
    for (let made = 0; made < 2; made++) {
      const { id } = await returnIn(postReturn(shop, orderId, { items }));
      await complete(shop, id);
      expect((await refund(shop, id, { paidElsewhere: true })).status).toBe(202);
    }
    expect((await upsert(refundsOf(amounts))).status).toBe(200);
    const { totals } = await returnIn(postReturn(shop, orderId, { items }));
    expect([amounts, totals.refund.amount.amount]).toEqual([amounts, left]);
  }
});

test("several refunds by hand that are all of a payout are it also where they were known before", async () => {
  const store = await service.newStore();
  const refunds = ["4.00", "6.00"].map((amount, i) => ({
    ...{ id: `by-hand-${i}`, createdAt: "2026-03-02T08:00:00Z" },
    orderLevelRefunds: [{ amountSet: moneySet(amount) }],
  }));
  const order = shopOrder("whole", { lineItems: [shopLine("line-1", 1, "10.00")] });
  await upsertOrder(store, order);
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const { id } = await returnIn(postReturn(store, "whole", { items }));
  await complete(store, id);
  expect((await upsertOrder(store, { ...order, refunds })).status).toBe(200);
  expect(await refund(store, id, { paidElsewhere: true })).toMatchObject({ status: 202 });
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", amount: { amount: "10.00" } }]);
});

test("what a file says was refunded in all is what people said to be paid elsewhere, before and after it", async () => {
  const store = await service.newStore();
  const imported = async (refunded: string) => {
    const order = {
      ...{ Name: "#1", Id: "77", "Created at": "2026-03-01 10:00:00 -0500", Currency: "USD" },
      ...{ Subtotal: "30.00", Shipping: "0.00", Taxes: "0.00", Total: "30.00", "Refunded Amount": refunded },
      ...{ "Lineitem quantity": 3, "Lineitem name": "P", "Lineitem price": "10.00", "Lineitem sku": "S" },
    };
    await startOrderImport(store, csvOf([order]));
    await service.drain();
  };
  const items = [{ lineItemId: "S", quantity: 1, reason: "r" }];
  await imported("0.00");
  for (const refunded of ["10.00", "20.00", "30.00"]) {
    const { id, totals } = await returnIn(postReturn(store, "77", { items }));
    expect([refunded, totals.refund.amount.amount]).toEqual([refunded, "10.00"]);
    await complete(store, id);
    if (refunded === "10.00") await refund(store, id, { paidElsewhere: true });
    await imported(refunded);
    if (refunded !== "10.00")
      expect(await refund(store, id, { paidElsewhere: true })).toMatchObject({ status: 202 });
  }
});

test("a refund that a file had first and the shop sends by its own id later is the payout that was said to be it", async () => {
  const store = await service.newStore();
  const order = {
    ...{ Name: "#1", Id: "79", "Created at": "2026-03-01 10:00:00 -0500", Currency: "EUR", Total: "30.00" },
    ...{ Subtotal: "30.00", Shipping: "0.00", Taxes: "0.00", "Refunded Amount": "10.00" },
    ...{ "Lineitem quantity": 3, "Lineitem name": "P", "Lineitem price": "10.00", "Lineitem sku": "S" },
  };
  await startOrderImport(store, csvOf([order]));
  await service.drain();
  const itemsOf = (quantity: number) => [{ lineItemId: "S", quantity, reason: "r" }];
  const { id } = await returnIn(postReturn(store, "79", { items: itemsOf(1) }));
  await complete(store, id);
  expect((await refund(store, id, { paidElsewhere: true })).status).toBe(202);
  const refunds = [
    { id: "555", createdAt: "2026-03-02T08:00:00Z", orderLevelRefunds: [{ amountSet: moneySet("10.00") }] },
  ];
  const lineItems = [shopLine("S", 3, "10.00")];
  expect((await upsertOrder(store, shopOrder("79", { lineItems, refunds }))).status).toBe(200);
  const { totals } = await returnIn(postReturn(store, "79", { items: itemsOf(2) }));
  expect(totals.refund.amount.amount).toBe("20.00");
});

test("a file from between is what people said to be paid elsewhere until then", async () => {
  const store = await service.newStore();
  const prices = ["2.00", "3.00", "10.00", "4.00", "1.00"];
  const imported = async (refunded: string) => {
    const order = {
      ...{ Id: "78", "Created at": "2026-03-01 10:00:00 -0500", Currency: "USD", Total: "20.00" },
      ...{ Subtotal: "20.00", Shipping: "0.00", Taxes: "0.00", "Refunded Amount": refunded },
    };
    const lines = prices.map((price, i) => ({
      ...{ Name: "#1", ...(i === 0 && order), "Lineitem sku": `S${i}` },
      ...{ "Lineitem quantity": 1, "Lineitem name": "P", "Lineitem price": price },
    }));
    await startOrderImport(store, csvOf(lines));
    await service.drain();
  };
  const itemsOf = (i: number) => [{ lineItemId: `S${i}`, quantity: 1, reason: "r" }];
  await imported("0.00");
  for (let i = 0; i < 4; i++) {
    const { id } = await returnIn(postReturn(store, "78", { items: itemsOf(i) }));
    await complete(store, id);
    expect((await refund(store, id, { paidElsewhere: true })).status).toBe(202);
  }
  for (const refunded of ["15.00", "5.00", "2.00", "19.00", "20.00"]) {
    await imported(refunded);
    const data = { externalOrderId: "78", items: itemsOf(4) };
    const { body } = await answerOf(store.post("/stores/:store/returns/preview", { data }));
    const left = refunded === "20.00" ? "0.00" : "1.00";
    expect([refunded, body]).toMatchObject([refunded, { totals: { refund: { amount: { amount: left } } } }]);
  }
});

test.each([
  ["JPY", { price: 334, discount: 2, totalPrice: 1_000 }, ["333", "334", "333"]],
  ["KWD", { price: 0.334, discount: 0.002, totalPrice: 1 }, ["0.333", "0.334", "0.333"]],
  ["EUR", { price: 6.67, discount: 0.03, totalPrice: 19.98 }, ["6.66", "6.66", "6.66"]],
  ["EUR", { price: 3.34, discount: 0.02, totalPrice: 10 }, ["3.33", "3.34", "3.33"]],
] as const)(
  "in %s units that come back one by one are paid to the last digit: %p",
  async (currency, of, amounts) => {
    const store = await service.newStore();
    const { price, discount, totalPrice } = of;
    const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 3, price, discount }];
    const orderId = await newOrder(store, { currencyCode: currency, lineItems, totalPrice });
    // As a number, as programs like to.
    const payee = await newPayee(service, store, ({ body }) =>
      says({ status: "paid", amount: Number(JSON.parse(body).amount.amount) }),
    );
    for (const amount of amounts) {
      const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
      const { id } = await returnIn(postReturn(store, orderId, { items }));
      await complete(store, id);
      await service.drain();
      expect(await payoutsOf(store, id)).toMatchObject([
        { status: "paid", amount: { amount, currency }, reason: null },
      ]);
    }
    expect(payee.seen().map(({ body }) => JSON.parse(body).amount)).toEqual(
      amounts.map((amount) => ({ amount, currency })),
    );
  },
);
