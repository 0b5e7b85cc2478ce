import { order, returnOf } from "../../../support/fixtures.ts";
import { inParallel, must, type StoreAccess, V2 } from "./store.ts";

export type OpenedReturns = { orders: string[]; returns: string[] };

const WORKERS = 8;

/** Creates orders with one return each through the API. */
export async function openReturns(store: StoreAccess, name: string, count: number): Promise<OpenedReturns> {
  const opened: OpenedReturns = { orders: [], returns: [] };
  let next = 0;
  await inParallel(WORKERS, async () => {
    while (next < count) {
      const id = `${name}-${next++}`;
      await must(store, `${V2}/stores/:store/orders`, { method: "POST", body: order(id) });
      const made = await must<{ return: { id: string } }>(store, `${V2}/stores/:store/returns`, {
        ...{ method: "POST", body: returnOf(id) },
      });
      opened.orders.push(id);
      opened.returns.push(made.return.id);
    }
  });
  return opened;
}

/** Creates orders with `lines` lines and one return of every line; returns the ids of the returns. */
export async function openLargeReturns(store: StoreAccess, count: number, lines: number): Promise<string[]> {
  const returns: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = `large-${i}`;
    const lineIds = Array.from({ length: lines }, (_, line) => `line-${line}`);
    const lineItems = lineIds.map((line) => ({
      id: line,
      productId: "tee",
      title: "Tee",
      quantity: 1,
      price: 9,
    }));
    await must(store, `${V2}/stores/:store/orders`, { method: "POST", body: order(id, { lineItems }) });
    const items = lineIds.map((lineItemId) => ({ lineItemId, quantity: 1, reason: "Too small" }));
    const made = await must<{ return: { id: string } }>(store, `${V2}/stores/:store/returns`, {
      ...{ method: "POST", body: returnOf(id, { items }) },
    });
    returns.push(made.return.id);
  }
  return returns;
}
