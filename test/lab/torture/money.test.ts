import { expect, test } from "bun:test";
import { useService } from "../../support/use-service.ts";
import { compareOrder, type Tally } from "./money/compare.ts";
import { httpShop } from "./money/http-shop.ts";
import { generateOrder } from "./money/orders.ts";
import { pureShop } from "./money/pure-shop.ts";
import { runPure } from "./money/scenario.ts";
import type { Shop } from "./money/shop.ts";
import type { Views } from "./money/views.ts";
import { seeded } from "./random.ts";

const service = useService();

const ORDERS = 1_000;
const BY_HTTP = 20;
const SEED = 20_260_301;

const noTally = (): Tally => ({ orders: 0, returns: 0, adjusted: 0, refused: 0 });

test("what random returns of random orders refund is what a plain model in whole numbers says", async () => {
  const { differences, tally } = await runPure(ORDERS, SEED);
  expect(differences).toEqual([]);
  expect(tally.orders).toBe(ORDERS);
  expect(Math.min(tally.returns, tally.adjusted, tally.refused)).toBeGreaterThan(50);
}, 400_000);

test("the same by HTTP: both APIs and the report show the model's amounts", async () => {
  const tally = noTally();
  for (let i = 0; i < BY_HTTP; i++) {
    const random = seeded(SEED + i);
    const generated = generateOrder(random);
    const shop = await httpShop(service, await service.newStore(), generated);
    expect([i, await compareOrder(generated, { shop, random, tally })]).toEqual([i, []]);
  }
  expect(tally.returns).toBeGreaterThan(BY_HTTP);
}, 400_000);

type Fault = (views: Views) => void;

test.each<[string, Fault]>([
  ["a refund", ({ main }) => Object.assign(main.items[0]?.refund.amount ?? {}, { amount: "0.07" })],
  [
    "a value",
    ({ main }) =>
      Object.assign(main.items[0]?.productValueNoTaxNoAdjustment.amount ?? {}, { amount: "0.07" }),
  ],
  ["a total", ({ main }) => Object.assign(main.totals.refund.amount, { amount: "0.07" })],
  ["a charge", ({ main }) => Object.assign(main.totals.charge.amount, { amount: "0.07" })],
  ["a compensation method", ({ main }) => main.compensationMethods.push("exchange")],
  ["a total of a warehouse view", ({ warehouse }) => Object.assign(warehouse, { return_tax_total: "0.07" })],
  ["a line's price", ({ warehouse }) => Object.assign(warehouse.line_items[0] ?? {}, { price: "0.07" })],
  [
    "a negative discount",
    ({ warehouse: { line_items } }) =>
      void line_items.map((line) => Object.assign(line, { discount: "-1.00" })),
  ],
  ["a missing row of the report", ({ asn }) => asn.splice(0)],
])("the comparison notices %s that is wrong", async (_, fault) => {
  const noticed: boolean[] = [];
  for (let i = 0; i < 20; i++) {
    const random = seeded(SEED + i);
    const generated = generateOrder(random);
    const sound = pureShop(generated);
    const shop: Shop = {
      ...sound,
      show: async (id) => {
        const views = structuredClone(await sound.show(id));
        fault(views);
        return views;
      },
    };
    noticed.push((await compareOrder(generated, { shop, random, tally: noTally() })).length > 0);
  }
  expect(noticed).toContain(true);
});

test("the comparison notices a refund that is accepted although too much is refunded with it", async () => {
  const noticed: string[] = [];
  for (let i = 0; i < 60; i++) {
    const random = seeded(SEED + i);
    const generated = generateOrder(random);
    const shop: Shop = { ...pureShop(generated), adjust: async () => true };
    noticed.push(...(await compareOrder(generated, { shop, random, tally: noTally() })));
  }
  expect(noticed.join()).toContain("was accepted");
});
