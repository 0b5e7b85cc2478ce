import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { inHeldTransaction, meetAtWrites, untilLockWaits } from "../../../support/lock-waits.ts";
import { newPayee, payoutsOf, refund } from "../../../support/payouts.ts";
import {
  type Answer,
  answerOf,
  moveTo,
  newOrder,
  postReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { moneySet, shopLine, shopOrder, upsertOrder } from "../../../support/shop-orders.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });
const store = useStore(service);

const usd = (amount: string) => ({ amount, currency: "USD" });
const refundOf = (made: Return, amount: string | null, type = "refund") => ({
  items: [{ id: made.items[0]?.id, refund: amount === null ? null : { amount: usd(amount), type } }],
});
const patch = (made: Return, body: object, at = store) => answerOf(at.patch(`/returns/${made.id}`, body));
const refunded = async ({ id }: Return) =>
  (await readReturn(store, id)).return.items[0]?.refund.amount.amount;

/** An order of two units of 10.00, with shipping of 4.00, and a return of each unit. */
async function twoReturns(): Promise<[Return, Return]> {
  const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 2, price: 10 }];
  const orderId = await newOrder(store, { lineItems, shipping: { cost: 4 }, totalPrice: 24 });
  const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
  const make = () => returnIn(postReturn(store, orderId, { items }));
  return [await make(), await make()];
}

function exceeds(paid: string, left: string, wanted: string) {
  const detail = `The order's refunds may be ${paid} USD together, what was paid for it: ${left} USD are left for this return, which would refund ${wanted} USD.`;
  const errors = [{ detail, pointer: "/items/0/refund/amount/amount" }];
  return { status: 400, body: { code: "refund_exceeds_paid", detail, errors } };
}

test("all refunds of an order may be what was paid for it, and not a cent more", async () => {
  const [first, second] = await twoReturns();
  expect(await patch(first, refundOf(first, "14.01"))).toMatchObject(exceeds("24.00", "14.00", "14.01"));
  expect(await refunded(first)).toBe("10.00");
  expect(await patch(first, refundOf(first, "14.00"))).toMatchObject({ status: 200 });
  expect(await patch(second, refundOf(second, "10.01"))).toMatchObject(exceeds("24.00", "10.00", "10.01"));
  expect(await patch(second, refundOf(second, "1000000"))).toMatchObject({ status: 400 });
});

test.each(["store_credit", "gift_card", "exchange", "partial"])(
  "refunds of type %s count too",
  async (type) => {
    const [first, second] = await twoReturns();
    expect(await patch(first, refundOf(first, "14.00", type))).toMatchObject({ status: 200 });
    expect(await patch(second, refundOf(second, "10.01"))).toMatchObject({ status: 400 });
  },
);

test("a lowered refund leaves more for the others, and can't be withdrawn when that is used", async () => {
  const [first, second] = await twoReturns();
  expect(await patch(first, refundOf(first, "1.00"))).toMatchObject({ status: 200 });
  expect(await patch(second, refundOf(second, "23.00"))).toMatchObject({ status: 200 });
  expect(await patch(first, refundOf(first, null))).toMatchObject(exceeds("24.00", "1.00", "10.00"));
  expect(await patch(second, refundOf(second, null))).toMatchObject({ status: 200 });
  expect(await patch(first, refundOf(first, null))).toMatchObject({ status: 200 });
  expect([await refunded(first), await refunded(second)]).toEqual(["10.00", "10.00"]);
});

test("a deleted return leaves its refund to the others, a rejected one keeps it, since it can be opened again", async () => {
  const [first, second] = await twoReturns();
  await moveTo(store, first.id, "rejected");
  expect(await patch(second, refundOf(second, "14.01"))).toMatchObject({ status: 400 });
  await moveTo(store, first.id, "open");
  await moveTo(store, first.id, "deleted");
  expect(await patch(second, refundOf(second, "24.00"))).toMatchObject({ status: 200 });
});

test("what a return exchanges counts beside what was paid for it, though its refund was lowered since", async () => {
  const shop = await service.newStore();
  await newPayee(service, shop, () => Response.json({ status: "paid" }));
  const lineItems = ["1", "2", "3"].map((id) => ({ id, productId: "p", title: "P", quantity: 1, price: 10 }));
  const orderId = await newOrder(shop, { lineItems, totalPrice: 30 });
  const item = (lineItemId: string, compensation = "refund") => ({
    ...{ lineItemId, quantity: 1, reason: "r", compensation },
  });
  const make = (...items: object[]) => returnIn(postReturn(shop, orderId, { items }));
  const first = await make(item("2"), item("1", "exchange"));
  await moveTo(shop, first.id, "complete");
  await service.drain();
  expect(await payoutsOf(shop, first.id)).toMatchObject([{ status: "paid", amount: usd("10.00") }]);
  expect(await patch(first, refundOf(first, "0.00"), shop)).toMatchObject({ status: 200 });
  const second = await make(item("3"));
  expect(await patch(second, refundOf(second, "10.01"), shop)).toMatchObject(
    exceeds("30.00", "10.00", "10.01"),
  );
});

test("a return that is created after others got more refunds what is left", async () => {
  const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 3, price: 10 }];
  const orderId = await newOrder(store, { lineItems, totalPrice: 30 });
  const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
  const first = await returnIn(postReturn(store, orderId, { items }));
  expect(await patch(first, refundOf(first, "25.00"))).toMatchObject({ status: 200 });
  const made = [await returnIn(postReturn(store, orderId, { items }))];
  made.push(await returnIn(postReturn(store, orderId, { items })));
  expect(made.map(({ totals }) => totals.refund.amount.amount)).toEqual(["5.00", "0.00"]);
  expect(made.map((one) => one.items[0]?.productValueNoTaxNoAdjustment.amount.amount)).toEqual([
    "10.00",
    "10.00",
  ]);
});

test("two patches at once never refund more together", async () => {
  for (let round = 0; round < 3; round++) {
    const [first, second] = await twoReturns();
    const answers = await meetAtWrites(store, "return_items", [
      () => patch(first, refundOf(first, "14.00")),
      () => patch(second, refundOf(second, "14.00"), twin.as(store)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await refunded(first), await refunded(second)].sort()).toEqual(["10.00", "14.00"]);
  }
});

function createdIn(answer: Awaited<ReturnType<typeof answerOf>> | undefined): Return {
  if (answer?.status !== 201) throw new Error(`the return was answered ${JSON.stringify(answer)}`);
  return (answer.body as { return: Return }).return;
}

test("a patch beside a new return of the order never refunds more with it", async () => {
  for (let round = 0; round < 3; round++) {
    const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 2, price: 10 }];
    const orderId = await newOrder(store, { lineItems, totalPrice: 20 });
    const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
    const first = await returnIn(postReturn(store, orderId, { items }));
    const [patched, posted] = await meetAtWrites(store, "return_items", [
      () => patch(first, refundOf(first, "18.00")),
      () => answerOf(postReturn(twin.as(store), orderId, { items })),
    ]);
    const sums = [await refunded(first), await refunded(createdIn(posted))];
    expect(sums).toEqual(patched?.status === 200 ? ["18.00", "2.00"] : ["10.00", "10.00"]);
  }
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const cheaper = (changes = {}) =>
  shopOrder("cheaper", { lineItems: [shopLine("line-1", 2, "6.00")], ...changes });

/** A store with a payee, and returns of both units of an order of 20.00 that costs 12.00 since: each owes 10.00. */
async function ofCheaperOrder(): Promise<{ shop: TestStore; made: [Return, Return] }> {
  const shop = await service.newStore();
  await newPayee(service, shop, () => Response.json({ status: "paid" }));
  await upsertOrder(shop, shopOrder("cheaper"));
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const make = () => returnIn(postReturn(shop, "cheaper", { items }));
  const made: [Return, Return] = [await make(), await make()];
  expect((await upsertOrder(shop, cheaper({ updatedAt: "2026-03-02T10:00:00Z" }))).status).toBe(200);
  return { shop, made };
}

type Step = (at: TestStore, made: Return) => Promise<Answer>;

const complete: Step = (at, { id }) => answerOf(moveTo(at, id, "complete"));
const asType =
  (type: string): Step =>
  (at, made) =>
    patch(made, { items: [{ id: made.items[0]?.id, refund: { amount: eur("10.00"), type } }] }, at);

test.each([
  ["refund", "refund"],
  ["store_credit", "store_credit"],
  ["refund", "store_credit"],
])(
  "returns of an order that are completed in one moment are paid no more than it: %s and %s",
  async (first, second) => {
    const { shop, made } = await ofCheaperOrder();
    expect((await asType(first)(shop, made[0])).status).toBe(200);
    expect((await asType(second)(shop, made[1])).status).toBe(200);
    await meetAtWrites(shop, "payouts", [
      () => complete(shop, made[0]),
      () => complete(twin.as(shop), made[1]),
    ]);
    const payouts = [...(await payoutsOf(shop, made[0].id)), ...(await payoutsOf(shop, made[1].id))];
    expect(payouts.filter(({ held }) => !held)).toMatchObject([{ amount: eur("10.00") }]);
  },
);

test("a completion beside the shop's own refund waits for it, and counts it", async () => {
  const { shop, made } = await ofCheaperOrder();
  const refunds = [
    {
      id: "by-hand",
      createdAt: "2026-03-02T08:00:00Z",
      orderLevelRefunds: [{ amountSet: moneySet("5.00") }],
    },
  ];
  let ended: Promise<Answer>[] = [];
  await inHeldTransaction(shop.ctx.db, async (tx) => {
    // The shop's refund has locked the order, and waits to write it.
    await tx.execute(sql`lock table orders in share mode`);
    const upserted = upsertOrder(shop, cheaper({ updatedAt: "2026-03-03T10:00:00Z", refunds }));
    await untilLockWaits(shop, 1);
    const completed = complete(twin.as(shop), made[0]);
    ended = [upserted, completed];
    await Promise.race([untilLockWaits(shop, 2), completed]);
  });
  expect((await Promise.all(ended)).map(({ status }) => status)).toEqual([200, 204]);
  expect(await payoutsOf(shop, made[0].id)).toMatchObject([{ held: true, reason: "refund_exceeds_paid" }]);
});

test.each<[string, Step]>([
  ["a completion", complete],
  ["a refund that is set", asType("store_credit")],
  [
    "an action after all",
    (at, { id }) => answerOf(at.patch(`/returns/${id}`, { completeWithNoAction: false })),
  ],
  ["a person who asks", (at, { id }) => refund(at, id, { amount: eur("2.00") })],
  ["what was paid elsewhere", (at, { id }) => refund(at, id, { amount: eur("2.00"), paidElsewhere: true })],
])("what may pay for a return locks its order first, as an edit of the order does: %s", async (_, step) => {
  const { shop, made } = await ofCheaperOrder();
  let [answer, isAnswered] = [Promise.resolve<Answer | undefined>(undefined), false];
  await inHeldTransaction(shop.ctx.db, async (tx) => {
    await tx.execute(sql`select from orders where store_id = ${shop.id} for no key update`);
    answer = step(twin.as(shop), made[0]).finally(() => (isAnswered = true));
    await Promise.race([untilLockWaits(shop, 1), answer]);
    // An edit that gives the order another customer changes its returns next.
    await tx.execute(sql`select from returns where store_id = ${shop.id} for no key update nowait`);
    expect(isAnswered).toBe(false);
  });
  expect((await answer)?.status).toBeLessThan(300);
});
