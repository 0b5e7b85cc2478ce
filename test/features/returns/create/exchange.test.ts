import { expect, test } from "bun:test";
import type { ReturnPreview } from "../../../../src/features/returns/create/preview-schema.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { answerOf, newOrder, returnIn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { warehouse } from "../../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

const LINE = { id: "a", productId: "tee", variantId: "tee-m", title: "Tee", sku: "TEE-M" };
const LINES = [
  { ...LINE, quantity: 3, price: 10, discount: 0.01 },
  { id: "b", productId: null, title: "Engraving", quantity: 1, price: 5 },
];
const usd = (amount: string) => ({ amount, currency: "USD" });
const wrapped = (amount: string) => ({ amount: usd(amount) });

type Item = { lineItemId: string; quantity: number; compensation?: string; exchangeItem?: object };

const post = (orderId: string, items: Item[], options = {}) =>
  store.post("/stores/:store/returns", {
    ...returnOf(orderId, { items: items.map((item) => ({ ...item, reason: "Too small" })) }),
    options,
  });
const preview = async (externalOrderId: string, items: Item[], options = {}) => {
  const { body } = await answerOf(
    store.post("/stores/:store/returns/preview", { data: { externalOrderId, items }, options }),
  );
  return body as ReturnPreview;
};
const exchange = (lineItemId: string, quantity: number, exchangeItem?: object) => ({
  ...{ lineItemId, quantity, compensation: "exchange" },
  ...(exchangeItem && { exchangeItem }),
});

test("an item that is exchanged is replaced by the same again at what was paid, and nothing is refunded", async () => {
  const order = await newOrder(store, { lineItems: LINES });
  const items = [exchange("a", 2), exchange("b", 1)];
  const before = await preview(order, items);
  const made = await returnIn(post(order, items));
  const product = { externalId: "tee", name: "Tee" };
  const variant = { externalId: "tee-m" };
  expect(made).toMatchObject({
    compensationMethods: ["exchange"],
    items: [
      { refund: { amount: usd("19.99"), type: "exchange" }, exchangeItem: { product, variant, quantity: 2 } },
      {
        refund: { amount: usd("5.00"), type: "exchange" },
        exchangeItem: { product: { name: "Engraving" }, quantity: 1 },
      },
    ],
    exchange: { provision: "deferred", itemCount: 3, totalTax: usd("0.00") },
    totals: {
      ...{ refund: wrapped("0.00"), storeCredit: wrapped("0.00") },
      ...{ exchange: wrapped("24.99"), charge: wrapped("0.00") },
    },
  });
  // The units of a line may differ by a cent: each price is an item.
  expect(made.exchange?.items).toMatchObject([
    { product, variant: { ...variant, sku: "TEE-M" }, quantity: 1, price: { ...usd("10.00"), tax: "0.00" } },
    { product, variant: { ...variant, sku: "TEE-M" }, quantity: 1, price: { ...usd("9.99"), tax: "0.00" } },
    { product: { name: "Engraving" }, quantity: 1, price: { ...usd("5.00"), tax: "0.00" } },
  ]);
  expect(before.totals).toEqual(made.totals);
  const shown = await warehouse(service, store, `GET /return/details?service_return_id=${made.id}`);
  expect(shown.body).toMatchObject({ exchange: "24.99", refund: "0.00", outcome: "exchange" });
});

test("another variant is kept as it was asked for, at the same price, without the SKU of the first one", async () => {
  const order = await newOrder(store, { lineItems: LINES });
  const made = await returnIn(post(order, [exchange("a", 1, { variant: { name: "L, blue" } })]));
  const product = { externalId: "tee", name: "Tee" };
  expect(made.items[0]?.exchangeItem).toEqual({ product, variant: { name: "L, blue" }, quantity: 1 });
  expect(made.exchange?.items).toMatchObject([
    { product, variant: { name: "L, blue" }, price: usd("10.00") },
  ]);
  expect(made.exchange?.items?.[0]?.variant?.sku).toBeUndefined();
});

test("what is refunded beside an exchange doesn't pay for it: its fee is charged", async () => {
  const fee = { amount: "1.50", of: "line" };
  const rules = [{ when: { skus: ["TEE-M"] }, then: { fee } }];
  await store.put("/stores/:store/policy", { timeZone: "UTC", rules });
  const items = [exchange("a", 1), { lineItemId: "b", quantity: 1 }];
  const order = await newOrder(store, { lineItems: LINES });
  const before = await preview(order, items, { enforcePolicy: true });
  const { totals } = await returnIn(post(order, items, { enforcePolicy: true }));
  expect(totals).toEqual({
    ...{ refund: wrapped("5.00"), storeCredit: wrapped("0.00") },
    ...{ exchange: wrapped("10.00"), charge: wrapped("1.50") },
  });
  expect(before.totals).toEqual(totals);
});

test("a policy without the outcome exchange refuses one where it is enforced, and names the item", async () => {
  const own = await service.newStore();
  const order = await newOrder(own, { lineItems: LINES });
  await own.put("/stores/:store/policy", {
    ...{ timeZone: "UTC", rules: [{ then: { outcomes: ["refund"] } }] },
  });
  const body = returnOf(order, { items: [{ ...exchange("a", 1), reason: "Too small" }] });
  const refused = await answerOf(
    own.post("/stores/:store/returns", { ...body, options: { enforcePolicy: true } }),
  );
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "not_eligible", errors: [{ pointer: "/data/items/0/compensation" }] },
  });
  expect((await own.post("/stores/:store/returns", body)).status).toBe(201);
});

test("another item without the compensation exchange, and more items than an exchange has, are 400 with a pointer", async () => {
  const lineItems = Array.from({ length: 251 }, (_, i) => ({ ...LINE, id: `l${i}`, quantity: 1, price: 1 }));
  const order = await newOrder(store, { lineItems });
  const refused = async (items: Item[]) => answerOf(post(order, items));
  expect(
    await refused([{ lineItemId: "l0", quantity: 1, exchangeItem: { variant: { name: "L" } } }]),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/data/items/0/exchangeItem" }] },
  });
  expect(await refused(lineItems.map(({ id }) => exchange(id, 1)))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/data/items/250/compensation" }] },
  });
});

test("for any prices, discounts, taxes and fees an exchange is worth what was paid, and its fee is what is charged", async () => {
  const fee = { percent: 12.5, of: "unit" };
  await store.put("/stores/:store/policy", { timeZone: "UTC", rules: [{ then: { fee } }] });
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const cents = (text: string | undefined) => Math.round(Number(text) * 100);
  for (let i = 0; i < 25; i++) {
    const quantity = 1 + random(7);
    const price = (100 + random(5_000)) / 100;
    const line = { ...LINE, quantity, price, discount: random(99) / 100 };
    const worth = Math.round(quantity * price * 100) - Math.round(line.discount * 100);
    const tax = random(3) === 0 ? random(400) : 0;
    const sums = { subtotalPrice: worth / 100, totalTax: tax / 100, totalPrice: (worth + tax) / 100 };
    const order = await newOrder(store, { lineItems: [line], ...sums });
    const items = [exchange("a", 1 + random(quantity))];
    const before = await preview(order, items, { enforcePolicy: true });
    const made = await returnIn(post(order, items, { enforcePolicy: true }));
    expect([i, before.totals]).toEqual([i, made.totals]);
    const sum = (made.exchange?.items ?? []).reduce(
      (all, { quantity: units = 0, price: each }) => all + units * (cents(each?.amount) + cents(each?.tax)),
      0,
    );
    const [value, charge] = [
      cents(made.totals.exchange.amount.amount),
      cents(made.totals.charge.amount.amount),
    ];
    expect([i, sum, charge]).toEqual([i, value, value - cents(made.items[0]?.refund.amount.amount)]);
    expect(charge).toBe(-cents(made.items[0]?.productAdjustment ?? "0"));
    expect(made.exchange?.items?.reduce((all, item) => all + (item.quantity ?? 0), 0)).toBe(
      items[0]?.quantity ?? 0,
    );
  }
});
