import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { LEVELS, levelOf, levelsOf, putStock } from "../../../support/inventory.ts";
import { moveTo, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { levelLines, newStockedShop, patched, patchItem, returnOfLine } from "../../../support/stock.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();
/** Further processes of the same service on one database. */
const others = [useService({ databaseOf: service }), useService({ databaseOf: service })];

const START = 20;
const UNITS = 4;

/** What is said of one return's item and exchange, and what then is restocked and reserved. */
type Model = { status: string; outcome: number; isHeld: boolean; exchanged: number };

type Step = { which: number } & (
  | { kind: "outcome"; outcome: string | null }
  | { kind: "units"; units: boolean[] }
  | { kind: "status"; status: string }
  | { kind: "exchange"; units: number }
  | { kind: "put"; quantity: number }
);

const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    which: fc.nat({ max: 1 }),
    kind: fc.constant("outcome" as const),
    outcome: fc.constantFrom("restock", "RESTOCK", "dispose", null),
  }),
  fc.record({
    which: fc.nat({ max: 1 }),
    kind: fc.constant("units" as const),
    units: fc.array(fc.boolean(), { minLength: 1, maxLength: UNITS }),
  }),
  fc.record({
    which: fc.nat({ max: 1 }),
    kind: fc.constant("status" as const),
    status: fc.constantFrom("complete", "complete", "open", "open", "delivered", "rejected", "deleted"),
  }),
  fc.record({ which: fc.nat({ max: 1 }), kind: fc.constant("exchange" as const), units: fc.nat({ max: 3 }) }),
  fc.record({ which: fc.nat({ max: 1 }), kind: fc.constant("put" as const), quantity: fc.nat({ max: 30 }) }),
);

const ALLOWED: Record<string, string[]> = {
  open: ["complete", "delivered", "rejected", "deleted"],
  delivered: ["complete", "rejected", "deleted"],
  complete: ["open"],
  rejected: ["open"],
  deleted: [],
};

const OF_UNITS = (units: boolean[]) => ({
  outcome: [...new Set(units.map((isRestocked) => (isRestocked ? "restock" : "dispose")))].join(", "),
  assessments: units.map((isRestocked, i) => ({
    responses: [
      { type: "unit", value: String(i + 1) },
      { type: "disposition", value: isRestocked ? "restock" : "dispose" },
    ],
  })),
});

test("a level has what it had and what is restocked and reserved now, whatever happened in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { store, place } = await newStockedShop(service);
      await putStock(store, [levelOf(place, { quantity: START })]);
      const first = await returnOfLine(store, { quantity: UNITS });
      const items = [{ lineItemId: "line-1", quantity: UNITS, reason: "Too small" }];
      const made = [first, await returnIn(postReturn(store, first.order.name, { items }))];
      const models: Model[] = made.map(() => ({ status: "open", outcome: 0, isHeld: false, exchanged: 0 }));
      let base = START;
      const restocked = () => sum(models.map(({ outcome, isHeld }) => (isHeld ? outcome : 0)));
      for (const step of steps) {
        const model = models[step.which];
        const of = made[step.which];
        if (!model || !of) continue;
        if (step.kind === "put") {
          const reserved = sum(models.map(reservedBy));
          await putStock(store, [levelOf(place, { quantity: step.quantity, reserved })]);
          base = step.quantity - restocked();
        } else await apply(store, of, step, model);
        const [level] = await levelsOf(store);
        const expected = { quantity: base + restocked(), reserved: sum(models.map(reservedBy)) };
        expect({ quantity: level?.quantity, reserved: level?.reserved }).toEqual(expected);
      }
      await expectChain(store);
    }),
    { numRuns: 25 },
  );
});

/** Sends a step, and changes the model as the contract says. */
async function apply(
  store: TestStore,
  of: Return,
  step: Exclude<Step, { kind: "put" }>,
  model: Model,
): Promise<void> {
  const isDeleted = model.status === "deleted";
  if (step.kind === "status") {
    const isAllowed = ALLOWED[model.status]?.includes(step.status) === true;
    expect((await moveTo(store, of.id, step.status)).status).toBe(isAllowed ? 204 : 409);
    if (!isAllowed) return;
    if (step.status === "complete") model.isHeld = true;
    if (step.status === "deleted" || (model.status === "complete" && step.status === "open"))
      model.isHeld = false;
    model.status = step.status;
    return;
  }
  if (step.kind === "exchange") {
    const items = step.units === 0 ? [] : [{ product: { externalId: "tee" }, quantity: step.units }];
    await patched(store, of.id, { exchange: { items } });
    model.exchanged = step.units;
    return;
  }
  const before = await itemOf(store, of.id);
  const patch = step.kind === "outcome" ? { outcome: step.outcome, assessments: [] } : OF_UNITS(step.units);
  await patchItem(store, of, patch);
  // What is already said isn't said again.
  if (JSON.stringify(before) === JSON.stringify(await itemOf(store, of.id))) return;
  model.outcome =
    step.kind === "units"
      ? step.units.filter(Boolean).length
      : step.outcome?.toLowerCase() === "restock"
        ? UNITS
        : 0;
  model.isHeld = !isDeleted;
}

async function itemOf(store: TestStore, id: string) {
  const { outcome, assessments } = (await returnIn(store.get(`/returns/${id}`))).items[0] ?? {};
  return { outcome, assessments };
}

function reservedBy({ status, exchanged }: Model): number {
  return status === "complete" || status === "deleted" ? 0 : exchanged;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Expects that each change of the level began where the one before had ended. */
async function expectChain(store: TestStore): Promise<void> {
  const lines = await levelLines(store);
  for (const [i, { from }] of lines.entries()) if (i > 0) expect(from).toEqual(lines[i - 1]?.to ?? null);
}

test("several processes restock at once beside imports and puts: each unit once, without a deadlock", async () => {
  const { store, place } = await newStockedShop(service);
  await putStock(store, [levelOf(place, { quantity: START })]);
  const doors = [store, ...others.map((other) => other.as(store))];
  const door = (i: number) => doors[i % doors.length] ?? store;
  const made = await Promise.all(Array.from({ length: 9 }, () => returnOfLine(store, { quantity: UNITS })));
  const file = `product_id,title,location_id,quantity\nmug,Mug,${place},5\n`;
  await Promise.all([
    ...made.flatMap(({ id, items }, i) =>
      ["restock", "dispose", "restock", "RESTOCK"].map(async (outcome, n) => {
        const patch = {
          items: [{ id: items[0]?.id, outcome }],
          exchange: { items: [{ product: { externalId: "mug" } }] },
        };
        expect((await door(i + n).patch(`/returns/${id}`, patch)).status).toBe(200);
        if (n === 3) expect([204, 409]).toContain((await moveTo(door(i), id, "complete")).status);
      }),
    ),
    ...Array.from({ length: 12 }, async (_, i) => {
      const put = {
        inventory_levels: [
          levelOf(place, { product: { id: `p-${i}`, title: "P" } }),
          levelOf(place, { quantity: 100 + i }),
        ],
      };
      expect((await door(i).put(LEVELS, put)).status).toBe(200);
      expect((await door(i + 1).post(`${LEVELS}/import`, { file })).status).toBe(200);
    }),
  ]);
  for (const of of made) await patchItem(store, of, { outcome: "restock" });
  const history = (await levelLinesOf(store, "tee")).slice(1);
  const byReturns = history.filter((line) => line.return_id);
  const moved = sum(byReturns.map(({ from, to }) => to.quantity - (from?.quantity ?? 0)));
  expect(moved).toBe(made.length * UNITS);
  for (const { id } of made) {
    const own = byReturns.filter((line) => line.return_id === id);
    expect(sum(own.map(({ from, to }) => to.quantity - (from?.quantity ?? 0)))).toBe(UNITS);
  }
  for (const [i, { from }] of history.entries()) if (i > 0) expect(from).toEqual(history[i - 1]?.to ?? null);
  const logs = [service, ...others].flatMap(({ log }) => log);
  expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

async function levelLinesOf(store: TestStore, product: string) {
  const level = (await levelsOf(store)).find((each) => each.product.id === product);
  const read = await store.get(`${LEVELS}/${level?.id}/history`, { "X-Page-Size": "500" });
  const { history } = (await read.json()) as { history: Awaited<ReturnType<typeof levelLines>> };
  return history.toReversed();
}
