import { expect, test } from "bun:test";
import fc from "fast-check";
import { type OrderWorth, worthOf } from "../../../../src/features/returns/money/order-worth.ts";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { amountOf } from "../../../../src/lib/money.ts";
import {
  type Currency,
  createMoneyModel,
  DIGITS,
  type Line,
  minorOf,
  moneyOf,
  numberOf,
  roundedValue,
  sum,
  type Wanted,
} from "../../../support/money-model.ts";
import { moveTo, newOrder, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const aCurrency = fc.constantFrom(...(Object.keys(DIGITS) as Currency[]));
const aLine = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.nat(99_999), fc.nat(1000))
  .map(([quantity, price, part]) => ({
    quantity,
    price,
    discount: Math.floor((price * quantity * part) / 1000),
  }));
const aWanted = fc.record({
  line: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 4 }),
  credit: fc.boolean(),
});
const aStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ take: fc.array(aWanted, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ end: fc.constantFrom("deleted", "rejected", "complete"), which: fc.nat(9) }),
  },
);

test("after any sequence of returns each item has its units' value, and no line refunds more than it cost", async () => {
  const anOrder = fc.record({ currency: aCurrency, lines: fc.array(aLine, { minLength: 1, maxLength: 3 }) });
  const property = fc.asyncProperty(anOrder, fc.array(aStep, { maxLength: 8 }), async (given, steps) => {
    const { currency, lines } = given;
    const store = await service.newStore();
    const orderId = await orderOf(store, currency, lines);
    const model = createMoneyModel(currency, lines);
    const open: string[] = [];

    const take = async (wanted: Wanted[]) => {
      const response = await postReturn(store, orderId, itemsFor(wanted));
      const units = model.unitsFor(wanted);
      expect(response.status).toBe(typeof units === "number" ? units : 201);
      if (typeof units === "number") return;
      const created = await returnIn(response);
      model.hold(created.id, wanted, units);
      open.push(created.id);
      expect(moneyIn(created)).toEqual(model.moneyFor(wanted, units));
    };
    const end = async (id: string, status: string) => {
      expect((await moveTo(store, id, status)).status).toBe(204);
      if (status === "deleted") model.release(id);
    };

    for (const step of steps) {
      if ("take" in step)
        await take(step.take.map((entry) => ({ ...entry, line: entry.line % lines.length })));
      else if (open.length > 0) await end(open.splice(step.which % open.length, 1)[0] ?? "", step.end);
      const paid = await paidBack(store, lines);
      for (const [i, line] of lines.entries())
        expect(paid[i]).toBeLessThanOrEqual(roundedValue(line, line.quantity));
    }
    if (model.rest().length > 0) await take(model.rest());
    expect(await paidBack(store, lines)).toEqual(lines.map((line) => roundedValue(line, line.quantity)));
  });
  await fc.assert(property, { numRuns: 60 });
});

test("the value of the first units of a line is exact for every price, discount and quantity", () => {
  const price = fc.nat(2 ** 40);
  const property = fc.property(
    aCurrency,
    fc.integer({ min: 1, max: 2 ** 20 }),
    price,
    fc.nat(1000),
    fc.nat(1000),
    (currency, quantity, price, part, share) => {
      const discount =
        Number((BigInt(price) * BigInt(quantity) * BigInt(part)) / 1000n) % Number.MAX_SAFE_INTEGER;
      const line = { quantity, price, discount };
      const n = Math.floor((quantity * share) / 1000);
      const priced = { quantity, price: numberOf(price, currency), discount: numberOf(discount, currency) };
      fc.pre(Number.isSafeInteger(discount) && discount < 10 ** 15);
      const lineItems = [{ id: "1", productId: "p", title: "P", ...priced }];
      const { lines } = worthOf({ lineItems }, currency) as OrderWorth;
      expect(amountOf(lines.get("1")?.ofFirst(n).net ?? -1n, DIGITS[currency])).toBe(
        moneyOf(roundedValue(line, n), currency).amount,
      );
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

function orderOf(store: TestStore, currency: Currency, lines: Line[]): Promise<string> {
  const lineItems = lines.map(({ quantity, price, discount }, i) => ({
    id: String(i),
    productId: "p",
    title: "P",
    quantity,
    price: numberOf(price, currency),
    discount: numberOf(discount, currency),
  }));
  return newOrder(store, { lineItems, currencyCode: currency });
}

function itemsFor(wanted: Wanted[]): Record<string, unknown> {
  return {
    items: wanted.map(({ line, quantity, credit }) => ({
      lineItemId: String(line),
      quantity,
      reason: "r",
      ...(credit && { compensation: "store_credit" }),
    })),
  };
}

function moneyIn({ items, totals }: Return): unknown {
  const moneyOfItems = items.map(({ refund, productValueNoTaxNoAdjustment }) => ({
    refund,
    productValueNoTaxNoAdjustment,
  }));
  return { items: moneyOfItems, totals };
}

/** Returns the refunds of the store's returns per line, without deleted returns. */
async function paidBack(store: TestStore, lines: Line[]): Promise<bigint[]> {
  const response = await store.get("/stores/:store/returns", { "X-Page-Size": "500" });
  const { returns } = (await response.json()) as { returns: Return[] };
  const items = returns.filter(({ status }) => status !== "deleted").flatMap((each) => each.items);
  return lines.map((_, i) =>
    sum(
      items
        .filter(({ orderItem }) => orderItem.line_item_id === String(i))
        .map(({ refund }) => minorOf(refund.amount)),
    ),
  );
}
