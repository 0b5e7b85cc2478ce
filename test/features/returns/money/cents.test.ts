import { expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { minorOf } from "../../../support/money-model.ts";
import { moveTo, newOrder, postReturn, readReturn, returnIn } from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const units = (quantity: number, compensation = "refund") => ({
  items: [{ lineItemId: "1", quantity, reason: "Too small", compensation }],
});

test.each<[string, object, string[]]>([
  ["10.00 x 3 less 0.01", { quantity: 3, price: 10, discount: 0.01 }, ["10.00", "9.99", "10.00"]],
  ["10.00 x 3 less 10.00", { quantity: 3, price: 10, discount: 10 }, ["6.67", "6.66", "6.67"]],
  ["0.01 x 4 less 0.01", { quantity: 4, price: 0.01, discount: 0.01 }, ["0.01", "0.01", "0.00", "0.01"]],
  ["1.005 x 1", { quantity: 1, price: 1.005 }, ["1.01"]],
  ["1.115 x 2", { quantity: 2, price: 1.115 }, ["1.12", "1.11"]],
  ["0.1 x 3", { quantity: 3, price: 0.1 }, ["0.10", "0.10", "0.10"]],
  ["5.00 x 2 less 10.00", { quantity: 2, price: 5, discount: 10 }, ["0.00", "0.00"]],
  ["5.00 x 2 less 12.00", { quantity: 2, price: 5, discount: 12 }, ["0.00", "0.00"]],
  ["0.0000001 x 2", { quantity: 2, price: 1e-7 }, ["0.00", "0.00"]],
  ["no price x 2", { quantity: 2, discount: 1 }, ["0.00", "0.00"]],
])(
  "%s is refunded unit by unit: half a cent rounds up, and all units together are exact",
  async (_, line, amounts) => {
    const store = await service.newStore();
    const orderId = await newOrder(store, { lineItems: [{ id: "1", productId: "p", title: "P", ...line }] });
    const paid: string[] = [];
    for (const _ of amounts) {
      const { totals } = await returnIn(postReturn(store, orderId, units(1)));
      paid.push(totals.refund.amount.amount);
    }
    expect(paid).toEqual(amounts);
  },
);

test.each([
  ["JPY", 333.5, "334", "667"],
  ["USD", 333.335, "333.34", "666.67"],
  ["KWD", 333.3335, "333.334", "666.667"],
])("money in %s has the decimal places of its currency", async (currency, price, one, two) => {
  const store = await service.newStore({ currency });
  const line = { id: "1", productId: "p", title: "P", price, quantity: 3 };
  const orderId = await newOrder(store, { lineItems: [line], currencyCode: null });
  const { totals, items } = await returnIn(postReturn(store, orderId, units(1, "store_credit")));
  const zero = one.replace(/\d/g, "0").replace(/^0+/, "0");
  expect(totals).toEqual({
    charge: { amount: { amount: zero, currency } },
    exchange: { amount: { amount: zero, currency } },
    refund: { amount: { amount: zero, currency } },
    storeCredit: { amount: { amount: one, currency } },
  });
  expect(items[0]?.refund).toEqual({ amount: { amount: one, currency }, type: "store_credit" });
  const more = await returnIn(postReturn(store, orderId, units(1)));
  expect(minorOf(totals.storeCredit.amount) + minorOf(more.totals.refund.amount)).toBe(
    minorOf({ amount: two }),
  );
});

test("the largest line that an order may have is refunded exactly", async () => {
  const store = await service.newStore();
  const [quantity, price] = [1_000_000, Number.MAX_SAFE_INTEGER];
  const lineItems = [{ id: "1", productId: "p", title: "P", quantity, price, discount: 1 }];
  const orderId = await newOrder(store, { lineItems, currencyCode: "JPY" });
  const parts: Return[] = [];
  for (let i = 0; i < 10; i++) {
    parts.push(await returnIn(postReturn(store, orderId, units(i < 9 ? 100_000 : 99_999))));
  }
  const last = await returnIn(postReturn(store, orderId, units(1, "store_credit")));

  const total = BigInt(price) * BigInt(quantity);
  const paid = parts.reduce((sum, { totals }) => sum + minorOf(totals.refund.amount), 0n);
  expect(paid + minorOf(last.totals.storeCredit.amount)).toBe(total - 1n);
  const { order } = await readReturn(store, last.id);
  expect(order.lineItemsTotal).toEqual({ amount: String(total), currency: "JPY" });
});

test("the units of a deleted return have the same value when they are returned again", async () => {
  const store = await service.newStore();
  const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 3, price: 10, discount: 0.01 }];
  const orderId = await newOrder(store, { lineItems });
  const first = await returnIn(postReturn(store, orderId, units(1)));
  const second = await returnIn(postReturn(store, orderId, units(1)));
  await moveTo(store, first.id, "deleted");
  const rest = await returnIn(postReturn(store, orderId, units(2)));
  const paid = [first, second, rest].map(({ totals }) => totals.refund.amount.amount);
  expect(paid).toEqual(["10.00", "9.99", "20.00"]);
});
