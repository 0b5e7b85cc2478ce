import { expect } from "bun:test";
import type { Return } from "../../src/features/returns/schema.ts";
import type { ReturnTimeline } from "../../src/features/returns/timeline/schema.ts";
import { createLocation } from "../../src/features/stores/create-location.ts";
import { LEVELS, levelsOf } from "./inventory.ts";
import { answerOf, newReturn } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

/** Creates a store with a default location. */
export async function newStockedShop(service: TestService): Promise<{ store: TestStore; place: string }> {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  return { store, place: locationId };
}

/** Creates a return of `quantity` units of an order's only line. */
export function returnOfLine(
  store: TestStore,
  { quantity = 3, line = {}, order = {} }: { quantity?: number; line?: object; order?: object } = {},
): Promise<Return> {
  const lineItems = [
    { id: "line-1", productId: "tee", title: "Tee", sku: "T", quantity: 10, price: 10, ...line },
  ];
  const items = [{ lineItemId: "line-1", quantity, reason: "Too small" }];
  return newReturn(store, { items }, { lineItems, ...order });
}

/** Patches a return; it must succeed. */
export async function patched(store: TestStore, id: string, patch: object): Promise<void> {
  const { status, body } = await answerOf(store.patch(`/returns/${id}`, patch));
  if (status !== 200) expect(body).toEqual({});
}

/** Patches the first item of a return. */
export function patchItem(store: TestStore, { id, items }: Return, patch: object): Promise<void> {
  return patched(store, id, { items: [{ id: items[0]?.id, ...patch }] });
}

export type Counts = Record<string, { quantity: number; reserved: number }>;

/** Returns the counts of all levels that are not 0, by product and location. */
export async function countsOf(store: TestStore): Promise<Counts> {
  const levels = await levelsOf(store);
  return Object.fromEntries(
    levels.map(({ product, location, quantity, reserved }) => [
      `${product.id} at ${location.name}`,
      { quantity, reserved },
    ]),
  );
}

/** Returns the quantity of the only level. */
export async function onHand(store: TestStore): Promise<number> {
  const levels = await levelsOf(store);
  expect(levels.length).toBeLessThanOrEqual(1);
  return levels[0]?.quantity ?? 0;
}

type StockLine = Extract<ReturnTimeline["timeline"][number], { type: "stock" }>;

/** Returns what a return has done to stock, oldest first. */
export async function stockLines(store: TestStore, id: string): Promise<StockLine[]> {
  const { body } = await answerOf(store.get(`/returns/${id}/timeline`, { "X-Page-Size": "500" }));
  const { timeline } = body as ReturnTimeline;
  return timeline.flatMap((entry) => (entry.type === "stock" ? [entry] : [])).toReversed();
}

export type LevelLine = {
  return_id?: string;
  by: string;
  request_id: string;
  from: { quantity: number; reserved: number } | null;
  to: { quantity: number; reserved: number };
};

/** Returns the history of the store's only level, oldest first. */
export async function levelLines(store: TestStore): Promise<LevelLine[]> {
  const [level] = await levelsOf(store);
  const { body } = await answerOf(store.get(`${LEVELS}/${level?.id}/history`, { "X-Page-Size": "500" }));
  return (body as { history: LevelLine[] }).history.toReversed();
}
