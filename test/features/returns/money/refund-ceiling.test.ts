import { expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { meetAtWrites } from "../../../support/lock-waits.ts";
import { answerOf, moveTo, newOrder, postReturn, readReturn, returnIn } from "../../../support/returns.ts";
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
