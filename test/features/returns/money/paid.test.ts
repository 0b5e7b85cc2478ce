import { expect, test } from "bun:test";
import { newOrder, postReturn, readReturn, returnIn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

type Line = { quantity?: number; price?: number | null; discount?: number };
type Given = { lines: Line[]; order?: Record<string, unknown> };

async function orderOf({ lines, order = {} }: Given): Promise<string> {
  const lineItems = lines.map((line, i) => ({
    ...{ id: String(i), productId: "p", title: "P", quantity: 1, ...line },
  }));
  return newOrder(store, { shipping: null, ...order, lineItems });
}

/** Returns each unit of an order by itself, and lists value and refund of each. */
async function unitByUnit(given: Given): Promise<[value: string, refund: string][]> {
  const orderId = await orderOf(given);
  const worth: [string, string][] = [];
  for (const [i, { quantity = 1 }] of given.lines.entries()) {
    for (let unit = 0; unit < quantity; unit++) {
      const items = [{ lineItemId: String(i), quantity: 1, reason: "r" }];
      const made = await returnIn(postReturn(store, orderId, { items }));
      const [item] = made.items;
      expect(made.totals.refund.amount.amount).toBe(item?.refund.amount.amount ?? "");
      worth.push([item?.productValueNoTaxNoAdjustment.amount.amount ?? "", item?.refund.amount.amount ?? ""]);
    }
  }
  return worth;
}

const ten = { price: 10 };
const shipping = { cost: 5 };

test.each<[string, Given, [string, string][]]>([
  [
    "a discount of the order is spread over the lines in proportion to what they are worth",
    { lines: [ten, { price: 20 }], order: { totalDiscount: 3 } },
    [
      ["9.00", "9.00"],
      ["18.00", "18.00"],
    ],
  ],
  [
    "one cent over three equal lines is taken from the one at which half of it is reached",
    { lines: [ten, ten, ten], order: { totalDiscount: 0.01 } },
    [
      ["10.00", "10.00"],
      ["9.99", "9.99"],
      ["10.00", "10.00"],
    ],
  ],
  [
    "only what the order's discount has beyond those of the lines is spread",
    { lines: [{ price: 10, discount: 1 }, ten], order: { totalDiscount: 2.9 } },
    [
      ["8.10", "8.10"],
      ["9.00", "9.00"],
    ],
  ],
  [
    "an order's discount below those of the lines takes nothing back",
    { lines: [{ price: 10, discount: 3 }], order: { totalDiscount: 1 } },
    [["7.00", "7.00"]],
  ],
  [
    "a discount of more than the lines leaves nothing",
    { lines: [ten, { price: 1 }], order: { totalDiscount: 100 } },
    [
      ["0.00", "0.00"],
      ["0.00", "0.00"],
    ],
  ],
  [
    "tax that the subtotal excludes is paid back",
    { lines: [{ price: 10, quantity: 2 }], order: { subtotalPrice: 20, totalTax: 1.51 } },
    [
      ["10.00", "10.76"],
      ["10.00", "10.75"],
    ],
  ],
  [
    "tax that the total adds is paid back, without that of the shipping",
    { lines: [ten], order: { shipping, totalTax: 3, totalPrice: 18 } },
    [["10.00", "12.00"]],
  ],
  [
    "tax that the prices include is a part of what was paid",
    { lines: [{ price: 6, quantity: 2 }], order: { totalTax: 2, totalPrice: 12, subtotalPrice: 10 } },
    [
      ["5.00", "6.00"],
      ["5.00", "6.00"],
    ],
  ],
  [
    "a subtotal with tax contradicts the total, which is what was paid",
    { lines: [{ price: 6, quantity: 2 }], order: { totalTax: 2, totalPrice: 12, subtotalPrice: 12 } },
    [
      ["5.00", "6.00"],
      ["5.00", "6.00"],
    ],
  ],
  [
    "tax of an order whose sums fit neither way is not added",
    { lines: [ten], order: { totalTax: 2, totalPrice: 50, subtotalPrice: 40 } },
    [["10.00", "10.00"]],
  ],
  [
    "tax of an order without sums is not added",
    { lines: [ten], order: { totalTax: 2 } },
    [["10.00", "10.00"]],
  ],
  [
    "tax may be more than the price",
    { lines: [{ price: 1 }], order: { totalTax: 5, totalPrice: 6 } },
    [["1.00", "6.00"]],
  ],
  [
    "tax follows what the lines are worth after discounts",
    {
      lines: [{ price: 20, discount: 10 }, ten],
      order: { totalDiscount: 14, totalTax: 1.6, totalPrice: 17.6 },
    },
    [
      ["8.00", "8.80"],
      ["8.00", "8.80"],
    ],
  ],
  [
    "a line without a price has nothing of tax and discount",
    { lines: [{ price: null }, ten], order: { totalDiscount: 1, totalTax: 0.9, totalPrice: 9.9 } },
    [
      ["0.00", "0.00"],
      ["9.00", "9.90"],
    ],
  ],
  [
    "no more is refunded than was paid: what is left of it goes to the last units",
    { lines: [{ price: 10, quantity: 2 }], order: { totalPrice: 15 } },
    [
      ["10.00", "10.00"],
      ["10.00", "5.00"],
    ],
  ],
  [
    "of an order that was free nothing is refunded",
    { lines: [ten], order: { totalPrice: 0 } },
    [["10.00", "0.00"]],
  ],
  [
    "amounts with more digits than the currency has are rounded once",
    { lines: [{ price: 3.335, quantity: 2 }], order: { totalDiscount: 0.005, currencyCode: "EUR" } },
    [
      ["3.33", "3.33"],
      ["3.33", "3.33"],
    ],
  ],
  [
    "a currency without decimals has none in its shares",
    { lines: [{ price: 100 }, { price: 200 }], order: { currencyCode: "JPY", totalDiscount: 10 } },
    [
      ["97", "97"],
      ["193", "193"],
    ],
  ],
  [
    "a currency with three has them in its shares",
    {
      lines: [{ price: 1 }, { price: 2 }],
      order: { currencyCode: "KWD", totalTax: 0.1, totalPrice: 3.1 },
    },
    [
      ["1.000", "1.033"],
      ["2.000", "2.067"],
    ],
  ],
])("%s", async (_, given, worth) => {
  expect(await unitByUnit(given)).toEqual(worth);
});

test("a cent of discount on 10,000 lines is one cent less, and all lines are returned at once", async () => {
  const lines = Array.from({ length: 10_000 }, (): Line => ({ price: 1 }));
  const orderId = await orderOf({
    lines,
    order: { totalDiscount: 0.01, totalTax: 1000, totalPrice: 10999.99 },
  });
  const items = lines.map((_, i) => ({ lineItemId: String(i), quantity: 1, reason: "r" }));
  const made = await returnIn(postReturn(store, orderId, { items }));
  expect(made.totals.refund.amount.amount).toBe("10999.99");
  const values = made.items.map(({ productValueNoTaxNoAdjustment: { amount } }) => amount.amount);
  expect(values.filter((value) => value === "0.99")).toHaveLength(1);
  expect(values.filter((value) => value === "1.00")).toHaveLength(9_999);
  expect((await readReturn(store, made.id)).return.totals).toEqual(made.totals);
});

test("a preview says what would be refunded: with tax, and at most what is left", async () => {
  const orderId = await orderOf({
    lines: [{ price: 10, quantity: 3 }],
    order: { totalTax: 3, totalPrice: 25 },
  });
  const preview = async () => {
    const data = { externalOrderId: orderId, items: [{ lineItemId: "0", quantity: 1 }] };
    const answer = await store.post("/stores/:store/returns/preview", { data });
    const { items, totals } = (await answer.json()) as Record<string, never> & {
      items: { refund: { amount: { amount: string } } }[];
      totals: { refund: { amount: { amount: string } } };
    };
    return [items[0]?.refund.amount.amount, totals.refund.amount.amount];
  };
  const seen: unknown[] = [];
  for (let unit = 0; unit < 3; unit++) {
    const before = await preview();
    const items = [{ lineItemId: "0", quantity: 1, reason: "r" }];
    const made = await returnIn(postReturn(store, orderId, { items }));
    expect(before).toEqual([made.items[0]?.refund.amount.amount, made.totals.refund.amount.amount]);
    seen.push(before[0]);
  }
  expect(seen).toEqual(["10.00", "10.00", "5.00"]);
});
