import { expect, test } from "bun:test";
import fc from "fast-check";
import { returnOrderView } from "../../../../src/features/returns/read/order-view.ts";

/** Amounts in thousandths, and the currencies by their digits. */
const aLine = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000 }),
  price: fc.option(fc.nat(10 ** 9)),
  discount: fc.option(fc.nat(10 ** 6)),
});
const aCurrency = fc.constantFrom(["JPY", 0] as const, ["USD", 2] as const, ["KWD", 3] as const);

test("the sums of an order's lines are exact and rounded half up once", () => {
  const property = fc.property(aCurrency, fc.array(aLine, { maxLength: 6 }), ([currency, digits], lines) => {
    const number = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1_000);
    const lineItems = lines.map(({ quantity, price, discount }, i) => ({
      ...{ id: `${i}`, productId: null, title: "" },
      ...{ quantity, price: number(price), discount: number(discount) },
    }));
    const body = { orderId: "1", createdAt: "2026-01-01T00:00:00Z", lineItems };
    const view = returnOrderView({ id: "ord_1", externalId: "1", locationId: null, currency, body });
    const amountOf = (thousandths: number) => {
      const one = 10 ** (3 - digits);
      const minor = Math.floor((2 * thousandths + one) / (2 * one));
      return (minor / 10 ** digits).toFixed(digits);
    };
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    expect([view.lineItemsTotal, view.discounts]).toEqual([
      { amount: amountOf(sum(lines.map(({ price, quantity }) => (price ?? 0) * quantity))), currency },
      { amount: amountOf(sum(lines.map(({ discount }) => discount ?? 0))), currency },
    ]);
  });
  fc.assert(property, { numRuns: 500 });
});
