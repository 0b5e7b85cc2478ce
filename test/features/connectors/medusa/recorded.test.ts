import { describe, expect, test } from "bun:test";
import { mapOrder } from "../../../../src/features/connectors/medusa/map-order.ts";
import { orderFromShop } from "../../../../src/features/orders/upsert/from-shop.ts";
import { money } from "../../../../src/lib/money.ts";

type Recorded = { name: string; order: { currency_code: string; total: number; tax_total: number } };

const FILE = new URL("../../../support/shops/medusa-recorded.jsonl", import.meta.url);
const RECORDED = (await Bun.file(FILE).text())
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

/** Orders whose total Medusa has lowered since they were sold: what was sold, and what was refunded. */
const LOWERED: Record<string, { total: string; tax: string; refunds: string[] }> = {
  "Cancelled after it was paid": { total: "58.67", tax: "4.78", refunds: ["58.6727375"] },
  "Refunded in part": { total: "124.90", tax: "19.94", refunds: ["12.34"] },
  "Refunded with a reason": { total: "135.98", tax: "11.08", refunds: ["20"] },
  "Refunded twice": { total: "135.98", tax: "11.08", refunds: ["1.5", "2.25"] },
  "A return that was received": { total: "113.10", tax: "9.22", refunds: [] },
  "A return that was received and refunded": { total: "244.90", tax: "39.10", refunds: ["120"] },
};

const named = (name: string) => RECORDED.find((recorded) => recorded.name === name)?.order;

describe("An order that a real Medusa has sent", () => {
  test.each(RECORDED.map(({ name, order }) => [name, order] as const))(
    "costs what it says: %s",
    (name, order) => {
      const { total, tax_total, currency_code } = order;
      const currency = currency_code.toUpperCase();
      const { body } = orderFromShop(mapOrder(order));
      const refunds = body.refunds?.map(
        ({ orderLevelRefunds }) => orderLevelRefunds?.[0]?.amountSet.presentmentMoney.amount,
      );
      const text = (amount: number | null | undefined) => money(amount ?? 0, currency).amount;
      const { [name]: lowered = { total: text(total), tax: text(tax_total), refunds: [] } } = LOWERED;
      expect({ total: text(body.totalPrice), tax: text(body.totalTax), refunds: refunds ?? [] }).toEqual(
        lowered,
      );
    },
  );

  test("has the lines that edits have left, and what can come back of them", () => {
    const lines = (name: string) =>
      mapOrder(named(name)).lineItems.map(({ quantity, returnableQuantity }) => [
        quantity,
        returnableQuantity ?? quantity,
      ]);
    expect({
      more: lines("A line more by an edit"),
      less: lines("A line less by an edit"),
      piece: lines("A piece more by an edit, with a percentage off"),
      cancelled: lines("Cancelled after it was paid"),
      requested: lines("A return that is on its way"),
      received: lines("A return that was received and refunded"),
    }).toEqual({
      more: [
        [1, 1],
        [2, 2],
      ],
      less: [[1, 1]],
      piece: [[3, 3]],
      cancelled: [
        [1, 0],
        [2, 0],
      ],
      requested: [[3, 2]],
      received: [[2, 1]],
    });
  });

  test("is the same whichever order Medusa returns its parts in", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed).reverse();
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reversed(each)]));
    };
    const names = [
      "Prices with tax, several lines",
      "Two parcels",
      "Refunded twice",
      "A line more by an edit",
    ];
    for (const name of names) {
      expect([name, mapOrder(reversed(named(name)))]).toEqual([name, mapOrder(named(name))]);
    }
  });

  test("has the parcels that were sent", () => {
    const parcels = (name: string) =>
      orderFromShop(mapOrder(named(name))).parcels?.map(
        ({ lineItems, trackingNumber, fulfilledAt, deliveredAt }) => [
          lineItems.map(({ quantity }) => quantity),
          trackingNumber?.replace(/\d{2,}/, "N"),
          fulfilledAt !== null,
          deliveredAt !== null,
        ],
      );
    expect(parcels("Packed, and unpacked again")).toEqual([]);
    expect(parcels("Sent and delivered")).toEqual([[[2], "T-N", true, true]]);
    expect(parcels("Two parcels")).toEqual([
      [[1], "P-1", true, false],
      [[2], "P-2", true, false],
    ]);
  });
});
