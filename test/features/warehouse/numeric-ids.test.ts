import { expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import { numericIds, parseNumber } from "../../../src/features/warehouse/numeric-ids.ts";
import { exchangeId } from "../../../src/features/warehouse/returns/exchange-view.ts";
import { createUnitFinder, unitIdsOf } from "../../../src/features/warehouse/unit-ids.ts";
import { returnItems } from "../../../src/platform/db/tables/returns.ts";
import { moveTo, newOrder, newReturn, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

const line = (id: string, quantity: number) => ({ id, productId: "tee", title: "Tee", quantity, price: 5 });
const item = (lineItemId: string, quantity: number) => ({ lineItemId, quantity, reason: "Too small" });

function itemsOf(store: TestStore, returnId: string) {
  return store.ctx.db
    .select()
    .from(returnItems)
    .where(and(eq(returnItems.storeId, store.id), eq(returnItems.returnId, returnId)))
    .orderBy(asc(returnItems.position));
}

async function idsOf(store: TestStore, returnId: string): Promise<number[]> {
  return (await itemsOf(store, returnId)).flatMap((found) => [...unitIdsOf(found)]);
}

test("every unit of every return has a unique id, also when a line's units are returned a second time", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store, { lineItems: [line("a", 5), line("b", 1)] });
  const first = await returnIn(
    postReturn(store, orderId, { items: [item("a", 1), item("a", 2), item("b", 1)] }),
  );
  const second = await returnIn(postReturn(store, orderId, { items: [item("a", 2)] }));
  const before = await idsOf(store, first.id);
  await moveTo(store, first.id, "deleted");
  const third = await returnIn(postReturn(store, orderId, { items: [item("a", 3)] }));

  const ids = [...before, ...(await idsOf(store, second.id)), ...(await idsOf(store, third.id))];
  expect(ids.length).toBe(4 + 2 + 3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  expect(await idsOf(store, first.id)).toEqual(before);
});

test("a unit is found by its id only in its own return", async () => {
  const store = await service.newStore();
  const one = await newReturn(store, { items: [item("line-1", 2)] });
  const other = await newReturn(store);
  const items = await itemsOf(store, one.id);
  const [first = 0, second = 0] = await idsOf(store, one.id);
  const find = createUnitFinder(items);
  expect(find(second)).toEqual({ item: items[0] as never, unit: 1 });
  expect(createUnitFinder(await itemsOf(store, other.id))(first)).toBeUndefined();
  for (const id of [second + 1, first - 1, 0, -1, first + 0.5, Number.NaN]) {
    expect(find(id)).toBeUndefined();
  }
});

test("items with many units, and with distant units, have safe and unique ids", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store, { lineItems: [line("a", 100_000)] });
  const open = async (quantity: number) => {
    const { id } = await returnIn(postReturn(store, orderId, { items: [item("a", quantity)] }));
    const [found] = await itemsOf(store, id);
    if (!found) throw new Error("the return has no item");
    return { ...found, id, last: (found.units.at(-1)?.[1] ?? 0) - 1 };
  };
  const small = await open(2);
  await open(50_000);
  const high = await open(3);
  await moveTo(store, small.id, "deleted");
  const apart = await open(10);

  expect(apart.units.length).toBe(2);
  const edges = [small, high, apart].flatMap(({ unitZero, units, last }) => [
    unitZero + (units[0]?.[0] ?? 0),
    unitZero + last,
  ]);
  expect(edges.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  expect([...unitIdsOf(high)]).toEqual([0, 1, 2].map((n) => (edges[2] ?? 0) + n));
  expect([...unitIdsOf(apart)].length).toBe(10);
  expect(new Set([...unitIdsOf(small), ...unitIdsOf(high), ...unitIdsOf(apart)]).size).toBe(15);
});

test.each<[string, number | undefined]>([
  ["7012345678901", 7012345678901],
  ["0", 0],
  ["-5", -5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", undefined],
  ["007", undefined],
  ["1e3", undefined],
  ["1.5", undefined],
  [" 1", undefined],
  ["-0", undefined],
  ["", undefined],
  ["tee", undefined],
])("parseNumber(%j) is %p", (text, number) => {
  expect(parseNumber(text)).toEqual(number);
});

test("an id that is not a number is assigned one, permanent and per store", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  const long = "x".repeat(100_000);
  const texts = ["12", "tee", "tee", long, "größe", ""];
  const first = await numericIds(store.ctx, store.id, texts);
  expect([...first.keys()].toSorted()).toEqual(["", "12", "größe", "tee", long].toSorted());
  expect(new Set(first.values()).size).toBe(5);
  expect([...first.values()].every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
  expect(first.get("12")).toBe(12);

  expect(await numericIds(store.ctx, store.id, texts.toReversed())).toEqual(first);
  expect((await numericIds(other.ctx, other.id, ["tee"])).get("tee")).not.toBe(first.get("tee"));
});

test("concurrent requests for the same new ids get the same numbers", async () => {
  const store = await service.newStore();
  const texts = Array.from({ length: 3_000 }, (_, i) => `text ${i}`);
  const [first, ...others] = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((turn) => numericIds(store.ctx, store.id, turn % 2 ? texts : texts.toReversed())),
  );
  expect(first?.size).toBe(3_000);
  for (const numbers of others)
    expect(new Map([...numbers].toSorted())).toEqual(new Map([...(first ?? [])].toSorted()));
  expect(
    (
      await numericIds(
        store.ctx,
        store.id,
        Array.from({ length: 22_000 }, (_, i) => `t${i}`),
      )
    ).size,
  ).toBe(22_000);
});

test("rows of an exchange have unique ids", () => {
  const ids = [1, 11, 110].flatMap((number) =>
    [0, 1, 9_999_998].map((position) => exchangeId(number, position)),
  );
  expect(ids.slice(0, 2)).toEqual(["10000001", "10000002"]);
  expect(new Set(ids).size).toBe(9);
});
