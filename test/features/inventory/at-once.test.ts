import { expect, test } from "bun:test";
import fc from "fast-check";
import { inTransaction } from "../../../src/core/ctx.ts";
import { beginChange } from "../../../src/features/inventory/change-clock.ts";
import type { InventoryItem, InventoryLevel } from "../../../src/features/inventory/schema.ts";
import { requireInProcess } from "../../support/fleet.ts";
import { itemsOf, LEVELS, levelOf, levelsOf, newPlace, newShop, putStock } from "../../support/inventory.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
/** Further processes of the same service on one database. */
const others = [useService({ databaseOf: service }), useService({ databaseOf: service })];

const anElement = fc.record({
  product: fc.nat({ max: 5 }),
  title: fc.nat({ max: 2 }),
  place: fc.nat({ max: 2 }),
  kind: fc.constantFrom("PRODUCT", "RETURN"),
  quantity: fc.nat({ max: 2_147_483_647 }),
  committed: fc.nat({ max: 3 }),
});
/** A request contains each level at most once, in any order. */
const aPut = fc.uniqueArray(anElement, {
  selector: ({ product, place, kind }) => [product, place, kind].join(),
  minLength: 1,
  maxLength: 20,
});
type Put = (typeof aPut extends fc.Arbitrary<infer T> ? T : never)[number];

test("concurrent puts do not deadlock, and items, locations and levels agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aPut, { minLength: 2, maxLength: 12 }), async (puts) => {
      const { store, place } = await newShop(service);
      const places = [place, await newPlace(store, "B"), await newPlace(store, "C")];
      const bodies = puts.map((elements) => elements.map((element) => bodyOf(element, places)));
      let writing = true;
      const reader = (async () => {
        while (writing) expectSums(await itemsOf(store));
      })();
      const doors = [store, ...others.map((other) => other.as(store))];
      const answers = await Promise.all(
        bodies.map((body, i) => putStock(doors[i % doors.length] ?? store, body)),
      );
      writing = false;
      await reader;

      for (const [i, answer] of answers.entries()) {
        expect(answer.map(({ quantity }) => quantity)).toEqual(
          (bodies[i] ?? []).map(({ quantity }) => quantity),
        );
      }
      await expectAgreement(store, answers.flat());
    }),
    { numRuns: 12 },
  );
  const logs = [service, ...others].flatMap(({ log }) => log);
  expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("requests that wait for one store's stock do not block other stores", async () => {
  const { store, place } = await newShop(service);
  const other = await newShop(service);
  const holding = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const change = inTransaction(store.ctx, async (tx) => {
    await beginChange(tx, store.id);
    held.resolve();
    await holding.promise;
  });
  await held.promise;
  const waiting = range(50).map((i) => putStock(store, [levelOf(place, { quantity: i })]));
  expect(await putStock(other.store, [levelOf(other.place)])).toHaveLength(1);
  expect(await levelsOf(store)).toEqual([]);
  holding.resolve();
  await change;
  const answers = await Promise.all(waiting);
  expect(answers.flat().map(({ quantity }) => quantity)).toEqual(range(50));
  const [level] = await levelsOf(store);
  const { body } = await answerOf(store.get(`${LEVELS}/${level?.id}/history`, { "X-Page-Size": "50" }));
  const { history } = body as { history: { to: { quantity: number } }[] };
  expect(history.map(({ to }) => to.quantity).toSorted((a, b) => a - b)).toEqual(range(50));
  expect(level?.quantity).toBe(history[0]?.to.quantity ?? -1);
  // Several processes have no common order of requests that wait.
  requireInProcess(service.ctx);
  expect(level?.quantity).toBe(49);
});

test("a rejected request does not delay the next ones", async () => {
  const { store, place } = await newShop(service);
  const [refused, stored] = await Promise.all([
    store.put(LEVELS, { inventory_levels: [levelOf("loc_none")] }),
    putStock(store, [levelOf(place)]),
  ]);
  expect([refused.status, stored.length]).toEqual([400, 1]);
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function bodyOf({ product, title, place, kind, quantity, committed }: Put, places: string[]) {
  const named = { id: `p-${product}`, title: `Title ${title}` };
  return { ...levelOf(places[place] ?? "", { kind, committed }), product: named, quantity };
}

function expectSums(items: InventoryItem[]): void {
  expect(items.filter(({ quantity, locations }) => quantity !== sum(locations))).toEqual([]);
}

function sum(levels: { quantity: number }[]): number {
  return levels.reduce((total, { quantity }) => total + quantity, 0);
}

/**
 * Expects that each level equals the last response that changed it, and that items are the sums of their
 * levels.
 */
async function expectAgreement(store: TestStore, answered: InventoryLevel[]): Promise<void> {
  const levels = await levelsOf(store);
  const last = new Map<string, InventoryLevel>();
  for (const level of answered) {
    if (level.updated_at >= (last.get(level.id)?.updated_at ?? "")) last.set(level.id, level);
  }
  const counts = ({ quantity, committed }: InventoryLevel) => ({ quantity, committed });
  expect(levels.map(counts)).toEqual(levels.map(({ id }) => counts(last.get(id) as InventoryLevel)));

  const items = await itemsOf(store);
  expectSums(items);
  expect(sum(items)).toBe(sum(levels));
  expect(items.map(({ updated_at }) => updated_at)).toEqual(
    items
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .toReversed(),
  );
}
