import { payoutsOf } from "../payouts.ts";
import { moveTo, postReturn, returnIn } from "../returns.ts";
import type { TestStore } from "../service.ts";
import { patchItem, stockLines } from "../stock.ts";

/** Returns a unit of an order of a shop, which goes back into stock and is owed for. Returns the return's id. */
export async function returnUnit(store: TestStore, orderId: string): Promise<string> {
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const made = await returnIn(postReturn(store, orderId, { items }));
  await patchItem(store, made, { outcome: "restock" });
  await moveTo(store, made.id, "complete");
  return made.id;
}

/** Returns what has become of a return's payouts, and of its changes of the shop's stock. */
export async function askedOfShop(store: TestStore, id: string) {
  return {
    payouts: (await payoutsOf(store, id)).map(({ status }) => status),
    stock: (await stockLines(store, id)).map(({ shop }) => shop?.status),
  };
}
