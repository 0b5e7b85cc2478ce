import { describe, expect, test } from "bun:test";
import type { Summary } from "../../../../src/features/activity/summary/schema.ts";
import type { Return } from "../../../../src/features/returns/schema.ts";
import {
  answerOf,
  newOrder,
  newReturn,
  ok,
  postReturn,
  problemAnswer,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { warehouse } from "../../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

const patch = (made: Return, body: object) => answerOf(store.patch(`/returns/${made.id}`, body));

/** Where a PATCH takes money, with the amount at that place. */
const PLACES: Record<string, (amount: object, itemId: string) => object> = {
  "/items/0/refund/amount": (amount, id) => ({ items: [{ id, refund: { amount, type: "refund" } }] }),
  "/giftCards/0/amount": (amount) => ({ giftCards: [{ amount }] }),
  "/exchange/totalTax": (amount) => ({ exchange: { totalTax: amount } }),
  "/exchange/items/0/originalPrice": (amount) => ({ exchange: { items: [{ originalPrice: amount }] } }),
  "/exchange/items/0/price": (amount) => ({ exchange: { items: [{ price: amount }] } }),
};

describe.each(Object.entries(PLACES))("an amount at %s", (place, bodyWith) => {
  test.each([
    ["USD", { amount: "1.00", currency: "EUR" }, "currency"],
    ["USD", { amount: "-1.00", currency: "USD" }, "amount"],
    ["USD", { amount: "1.001", currency: "USD" }, "amount"],
    ["JPY", { amount: "1.0", currency: "JPY" }, "amount"],
    ["KWD", { amount: "1.0001", currency: "KWD" }, "amount"],
    ["USD", { amount: "123456789012345678901", currency: "USD" }, "amount"],
  ])("of an order in %s that is %j is 400 with its pointer", async (currencyCode, amount, member) => {
    const made = await newReturn(store, {}, { currencyCode });
    const body = bodyWith(amount, made.items[0]?.id ?? "");
    const pointer = `${place}/${member}`;
    const errors = [{ detail: expect.any(String), pointer }];
    expect(await patch(made, body)).toEqual(problemAnswer(400, undefined, errors));
    expect((await readReturn(store, made.id)).return).toEqual(made);
  });

  test.each([
    ["USD", "1", "1.00"],
    ["USD", "1.5", "1.50"],
    ["JPY", "1", "1"],
    ["KWD", "1.5", "1.500"],
  ])("of an order in %s that is %s is shown as %s", async (currency, amount, shown) => {
    const made = await newReturn(store, {}, { currencyCode: currency });
    const id = made.items[0]?.id ?? "";
    const { status, body } = await patch(made, bodyWith({ amount, currency }, id));
    expect(status).toBe(200);
    expect((body as { return: Return }).return).toMatchObject(bodyWith({ amount: shown, currency }, id));
  });
});

test("every wrong amount of a patch is named", async () => {
  const made = await newReturn(store);
  const euros = { amount: "1.00", currency: "EUR" };
  const answer = await patch(made, {
    giftCards: [{ amount: euros }],
    exchange: { items: [{ price: { amount: "1.00", currency: "USD", tax: "-1" } }], totalTax: euros },
    items: [
      { id: made.items[0]?.id, refund: { amount: { amount: "1.001", currency: "USD" }, type: "refund" } },
    ],
  });
  const pointers = (answer.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
  expect(pointers.sort()).toEqual([
    "/exchange/items/0/price/tax",
    "/exchange/totalTax/currency",
    "/giftCards/0/amount/currency",
    "/items/0/refund/amount/amount",
  ]);
});

test.each(["", "1.001", "-0.50", "some", "1,5"])(
  "a tax of %p in an exchange item's price is 400",
  async (tax) => {
    const made = await newReturn(store);
    const price = { amount: "1.00", currency: "USD", tax };
    const pointer = "/exchange/items/0/price/tax";
    const errors = [{ detail: expect.any(String), pointer }];
    expect(await patch(made, { exchange: { items: [{ price }] } })).toEqual(
      problemAnswer(400, undefined, errors),
    );
  },
);

test.each([0, -1, 1.5, 1_000_001])("a quantity of %p of an exchange item is 400", async (quantity) => {
  const made = await newReturn(store);
  const errors = [{ detail: expect.any(String), pointer: "/exchange/items/0/quantity" }];
  expect(await patch(made, { exchange: { items: [{ quantity }] } })).toEqual(
    problemAnswer(400, undefined, errors),
  );
});

test("null withdraws grade, outcome, refund and exchange, and the return is as before", async () => {
  const made = await newReturn(store);
  const id = made.items[0]?.id;
  const refund = { amount: { amount: "1.00", currency: "USD" }, type: "store_credit" };
  const exchange = { items: [{ quantity: 1, price: { amount: "5.00", currency: "USD" } }] };
  expect(
    await patch(made, { exchange, items: [{ id, grade: "A", outcome: "restock", refund }] }),
  ).toMatchObject({
    status: 200,
  });
  const withdrawn = { exchange: null, items: [{ id, grade: null, outcome: null, refund: null }] };
  const after = await patch(made, withdrawn);
  const { updatedAt } = (after.body as { return: Return }).return;
  expect(after).toEqual(ok({ return: { ...made, updatedAt } }));
  expect(await patch(made, withdrawn)).toEqual(ok({ return: { ...made, updatedAt } }));
});

const usd = (amount: string) => ({ amount: { amount, currency: "USD" } });

/** Returns a return of two items that are worth 10.00 and 6.00, with the type of the first one's refund. */
async function ofType(type: string, own = store): Promise<Return> {
  const lineItems = [10, 6].map((price, i) => ({
    id: String(i),
    productId: "p",
    title: "P",
    quantity: 1,
    price,
  }));
  const orderId = await newOrder(own, { lineItems });
  const items = lineItems.map(({ id }) => ({ lineItemId: id, quantity: 1, reason: "r" }));
  const made = await returnIn(postReturn(own, orderId, { items }));
  const refund = { ...usd("10.00"), type };
  return returnIn(own.patch(`/returns/${made.id}`, { items: [{ id: made.items[0]?.id, refund }] }));
}

test.each([
  ["refund", { refund: "16.00", storeCredit: "0.00", exchange: "0.00" }, ["refund"]],
  ["original_payment", { refund: "16.00", storeCredit: "0.00", exchange: "0.00" }, ["refund"]],
  ["partial", { refund: "16.00", storeCredit: "0.00", exchange: "0.00" }, ["refund"]],
  ["store_credit", { refund: "6.00", storeCredit: "10.00", exchange: "0.00" }, ["store_credit", "refund"]],
  ["gift_card", { refund: "6.00", storeCredit: "10.00", exchange: "0.00" }, ["store_credit", "refund"]],
  ["exchange", { refund: "6.00", storeCredit: "0.00", exchange: "10.00" }, ["exchange", "refund"]],
])("a refund of type %s is counted in totals, csv, summary and both APIs", async (type, sums, methods) => {
  const own = await service.newStore();
  const made = await ofType(type, own);
  expect(made.totals).toMatchObject({
    refund: usd(sums.refund),
    storeCredit: usd(sums.storeCredit),
    exchange: usd(sums.exchange),
    charge: usd("0.00"),
  });
  expect(made.compensationMethods).toEqual(methods as Return["compensationMethods"]);
  const csv = await (await own.get("/stores/:store/returns.csv")).text();
  const [head = "", ...rows] = csv.split("\r\n");
  const row = rows.find((line) => line.startsWith(made.id))?.split(",") ?? [];
  const cell = (name: string) => row[head.split(",").indexOf(name)];
  expect([cell("refund"), cell("store_credit"), cell("exchange"), cell("charge")]).toEqual([
    sums.refund,
    sums.storeCredit,
    sums.exchange,
    "0.00",
  ]);
  const { summary } = (await (await own.get("/stores/:store/summary")).json()) as { summary: Summary };
  const sumsOf = (amount: string) => (amount === "0.00" ? [] : [usd(amount).amount]);
  expect(summary.returns).toMatchObject({
    refunds: sumsOf(sums.refund),
    storeCredits: sumsOf(sums.storeCredit),
    exchanges: sumsOf(sums.exchange),
  });
  const details = await warehouse(service, own, `GET /return/details?service_return_id=${made.id}`);
  expect(details.body).toMatchObject({
    refund: sums.refund,
    gift_card: sums.storeCredit,
    exchange: sums.exchange,
    return_total: "16.00",
  });
});

test("an exchange costs its items' price and tax times quantity, and is charged beyond what was paid", async () => {
  const made = await ofType("exchange");
  const exchanged = async (quantity: number) => {
    const price = { amount: "8.00", currency: "USD", tax: "1.50" };
    const { totals } = await returnIn(
      store.patch(`/returns/${made.id}`, { exchange: { items: [{ quantity, price }] } }),
    );
    return [totals.exchange.amount.amount, totals.charge.amount.amount, totals.refund.amount.amount];
  };
  expect(await exchanged(1)).toEqual(["9.50", "0.00", "6.00"]);
  expect(await exchanged(2)).toEqual(["19.00", "3.00", "6.00"]);
});
