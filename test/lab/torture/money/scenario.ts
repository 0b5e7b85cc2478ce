import { seeded } from "../random.ts";
import type { Scenario } from "../scenario.ts";
import { compareOrder, type Tally } from "./compare.ts";
import { generateOrder } from "./orders.ts";
import { pureShop } from "./pure-shop.ts";

const PROGRESS_MS = 5_000;

/** Compares the service's functions of values with a model of money in whole numbers. */
export const money: Scenario = {
  options: "[--orders 200000]",
  about: `generates orders with discounts and taxes of every kind, returns their units in random returns, adjusts, completes,
reopens and deletes these, and compares what both APIs show, to the smallest unit, with a plain model in whole numbers.
Ends with 1 if an amount differs, is negative, or all refunds of an order are more than was paid.`,
  run: async ({ seed, say, number }) => {
    const orders = Math.floor(number("orders", 200_000));
    const { differences, tally, ms } = await runPure(orders, seed, say);
    const rate = Math.round((tally.orders / ms) * 1_000);
    const lines = [
      `${tally.orders} orders, ${tally.returns} returns, ${tally.adjusted} refunds adjusted, ${tally.refused} refused`,
      `${(ms / 1_000).toFixed(1)} s, ${rate} orders per second`,
    ];
    return { differences, lines };
  },
};

/** Compares so many orders; each difference names the seed of its order. */
export async function runPure(orders: number, seed: number, say: (line: string) => void = () => {}) {
  const tally: Tally = { orders: 0, returns: 0, adjusted: 0, refused: 0 };
  const differences: string[] = [];
  const began = performance.now();
  let reportedAt = began;
  for (let i = 0; i < orders; i++) {
    const random = seeded(seed + i);
    const generated = generateOrder(random);
    const found = await compareOrder(generated, { shop: pureShop(generated), random, tally });
    differences.push(...found.map((difference) => `seed ${seed + i}: ${difference}`));
    if (performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    say(`${tally.orders} orders, ${differences.length} differences`);
  }
  return { differences, tally, ms: performance.now() - began };
}
