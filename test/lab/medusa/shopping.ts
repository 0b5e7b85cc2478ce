import type { Random } from "../torture/random.ts";
import type { merchantOf, ShownOrder } from "./returning.ts";
import type { Seeded } from "./seed.ts";
import { ShopError } from "./shop-api.ts";
import { buy, type PlacedOrder, wishOf } from "./shoppers.ts";
import type { firstSights } from "./sights.ts";
import { Refused, type Staff, staffOf } from "./staff.ts";

type Options = {
  shop: Seeded;
  merchant: ReturnType<typeof merchantOf>;
  random: Random;
  sights: ReturnType<typeof firstSights>;
  orders: number;
  returns: number;
  say(line: string): void;
};

/** The orders that are in hand at once. */
export const AT_A_TIME = 3;
const SEEN_WITHIN_MS = 240_000;

/** Buys and handles orders in the shop, and returns some here, a few at a time. */
export function shopping({ shop, merchant, random, sights, orders, returns, say }: Options) {
  const staff = staffOf(shop);
  const placed = new Set<string>();
  const returnIds: string[] = [];
  const refused: string[] = [];
  let [done, wantsReturn] = [0, 0];

  async function handle(n: number): Promise<void> {
    const order = await bought(n);
    if (random.chance(0.08)) return staff.cancel(order);
    await staff.capture(order);
    if (random.chance(0.15)) await staff.edit(order, random);
    if (random.chance(0.05)) return;
    await staff.fulfil(order);
    await staff.ship(order, n);
    if (random.chance(0.5)) await staff.deliver(order);
    // Most orders get here: those that are returned are spread over all.
    wantsReturn += (returns / orders) * 1.25;
    for (; wantsReturn >= 1 && returnIds.length < returns; wantsReturn--) {
      const id = await merchant.takeBack(await seen(order, staff));
      if (id) returnIds.push(id);
    }
  }

  /** An order that the shop lets its staff do no more with is left as it is, and compared like the others. */
  function leave(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    say(`the shop refuses its staff: ${error.message}`);
    refused.push(error.message);
  }

  /** A cart that a kill has left half done is given up, and another one is filled. */
  async function bought(n: number): Promise<PlacedOrder> {
    for (let tries = 1; ; tries++) {
      try {
        const order = await buy(shop, wishOf(shop, random), n);
        placed.add(order.id);
        sights.bought(order.id);
        return order;
      } catch (error) {
        if (tries === 10 || !(error instanceof ShopError)) throw error;
      }
    }
  }

  /** Waits until the order is here with its parcel. */
  async function seen({ id }: PlacedOrder, { read }: Staff): Promise<ShownOrder> {
    const end = performance.now() + SEEN_WITHIN_MS;
    const parcels = (await read(id)).fulfillments.length;
    for (;;) {
      const order = await merchant.order(id);
      if (order && order.fulfillments.length >= parcels) return order;
      if (performance.now() > end) throw new Error(`the order ${id} is not here with its parcels`);
      await Bun.sleep(300);
    }
  }

  let next = 0;
  const workers = Array.from({ length: AT_A_TIME }, async () => {
    for (let n = next++; n < orders; n = next++) {
      await handle(n).catch(leave);
      done++;
      if (done % 20 === 0) say(`${done} orders, ${returnIds.length} returns`);
    }
  });
  return {
    share: () => done / orders,
    failedPackings: staff.failedPackings,
    finished: Promise.all(workers).then(() => ({ placed, returnIds, refused })),
  };
}
