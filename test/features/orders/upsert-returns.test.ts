import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Return } from "../../../src/features/returns/schema.ts";
import type { Json } from "../../support/orders.ts";
import { postReturn } from "../../support/returns.ts";
import { discount, shopLine, shopOrder, taxLine, upsertOrder } from "../../support/shop-orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const LINES = ["a", "b", "c"];

type Line = { quantity: number; price: number; discount: number; tax: number | null };
type Step =
  | { kind: "edit"; lines: Record<string, Line> }
  | { kind: "return"; line: string; quantity: number }
  | { kind: "delete"; which: number };

const line = fc.record<Line>({
  quantity: fc.integer({ min: 0, max: 6 }),
  price: fc.integer({ min: 0, max: 3_000 }),
  discount: fc.integer({ min: 0, max: 500 }),
  tax: fc.option(fc.integer({ min: 0, max: 700 })),
});
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ kind: fc.constant("edit" as const), lines: fc.record({ a: line, b: line, c: line }) }),
  fc.record({
    kind: fc.constant("return" as const),
    line: fc.constantFrom(...LINES),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant("delete" as const), which: fc.nat(9) }),
);

const text = (minor: number) => (minor / 100).toFixed(2);

function linesOf(lines: Record<string, Line>): Json[] {
  return Object.entries(lines).map(([id, { quantity, price, discount: taken, tax }]) =>
    shopLine(id, quantity, text(price), {
      discounts: taken > 0 ? [discount(text(taken))] : [],
      taxLines: tax === null ? [] : [taxLine(text(tax))],
    }),
  );
}

type Made = { id: string; line: string; quantity: number; amounts: unknown; isDeleted: boolean };

/** What doesn't change by an edit of the order. */
function amountsOf({ items, totals }: Return): unknown {
  return [
    totals,
    items.map(({ refund, quantity, productValueNoTaxNoAdjustment }) => [
      ...[refund, quantity, productValueNoTaxNoAdjustment],
    ]),
  ];
}

async function readReturn(id: string): Promise<Return> {
  return ((await (await store.get(`/returns/${id}`)).json()) as { return: Return }).return;
}

test("whatever a shop edits between returns, these keep their amounts, and hold at most the units of each line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const id = `edited-${crypto.randomUUID()}`;
      const start = { quantity: 4, price: 1_000, discount: 0, tax: null };
      let lines: Record<string, Line> = { a: start, b: { ...start, tax: 333 }, c: { ...start, quantity: 1 } };
      expect((await upsertOrder(store, shopOrder(id, { lineItems: linesOf(lines) }))).status).toBe(200);
      const made: Made[] = [];
      const heldOf = (name: string) =>
        made.reduce((sum, { line: of, quantity, isDeleted }) => {
          return of === name && !isDeleted ? sum + quantity : sum;
        }, 0);

      for (const each of steps) {
        if (each.kind === "edit") {
          const { status } = await upsertOrder(store, shopOrder(id, { lineItems: linesOf(each.lines) }));
          const isEmpty = LINES.every((name) => (each.lines[name]?.quantity ?? 0) === 0);
          const isKept = LINES.every((name) => (each.lines[name]?.quantity ?? 0) >= heldOf(name));
          expect(status).toBe(isEmpty ? 400 : isKept ? 200 : 409);
          if (status === 200) lines = each.lines;
        } else if (each.kind === "return") {
          const items = [{ lineItemId: each.line, quantity: each.quantity, reason: "" }];
          const answer = await postReturn(store, id, { items });
          const ordered = lines[each.line]?.quantity ?? 0;
          const left = ordered - heldOf(each.line);
          expect(answer.status).toBe(each.quantity > ordered ? 400 : each.quantity > left ? 409 : 201);
          if (answer.status !== 201) continue;
          const { return: created } = (await answer.json()) as { return: Return };
          made.push({ ...each, id: created.id, amounts: amountsOf(created), isDeleted: false });
        } else {
          const chosen = made[each.which % Math.max(made.length, 1)];
          if (!chosen || chosen.isDeleted) continue;
          await store.put(`/returns/${chosen.id}/status`, { status: "deleted" });
          chosen.isDeleted = true;
        }
        const refunds = made.filter(({ isDeleted }) => !isDeleted);
        for (const { id: returnId, amounts } of refunds) {
          expect(amountsOf(await readReturn(returnId))).toEqual(amounts);
        }
        for (const name of LINES) expect(heldOf(name)).toBeLessThanOrEqual(lines[name]?.quantity ?? 0);
      }
    }),
    { numRuns: 12 },
  );
});

test("a deleted return is shown as it was, though the shop has removed its line", async () => {
  const both = [shopLine("a", 2, "10.00"), shopLine("b", 1, "5.00")];
  const orderId = "line-gone";
  await upsertOrder(store, shopOrder(orderId, { lineItems: both }));
  const items = [
    { lineItemId: "a", quantity: 2, reason: "r" },
    { lineItemId: "b", quantity: 1, reason: "r" },
  ];
  const { id } = ((await (await postReturn(store, orderId, { items })).json()) as { return: Return }).return;
  expect((await store.put(`/returns/${id}/status`, { status: "deleted" })).status).toBe(204);
  const before = amountsOf(await readReturn(id));
  const edited = shopOrder(orderId, { lineItems: [shopLine("b", 1, "5.00")] });
  expect((await upsertOrder(store, edited)).status).toBe(200);

  expect(amountsOf(await readReturn(id))).toEqual(before);
  for (const path of [
    `/stores/:store/orders/${orderId}`,
    "/stores/:store/returns",
    `/returns/${id}/history`,
    `/returns/${id}/timeline`,
  ])
    expect((await store.get(path)).status).toBe(200);
});

test("a return is found by the SKUs that its order's lines have now, in the lists and the search", async () => {
  const orderId = `skus-${crypto.randomUUID()}`;
  const [former, kept, later] = [`former-${orderId}`, `kept-${orderId}`, `later-${orderId}`];
  const put = async (a: string, b: string) => {
    const lineItems = [shopLine("a", 2, "10.00", { sku: a }), shopLine("b", 2, "5.00", { sku: b })];
    expect((await upsertOrder(store, shopOrder(orderId, { lineItems }))).status).toBe(200);
  };
  const make = async (...lines: string[]) => {
    const items = lines.map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
    return ((await (await postReturn(store, orderId, { items })).json()) as { return: Return }).return.id;
  };
  const listed = async (sku: string, sort: string) => {
    const list = await store.get(`/stores/:store/returns?sku=${sku}&sort=${sort}`);
    return ((await list.json()) as { returns: Return[] }).returns.map(({ id }) => id).sort();
  };
  const found = async (sku: string) => {
    const search = await store.get(`/stores/:store/search?q=${sku}`);
    const { results } = (await search.json()) as { results: { type: string; id: string }[] };
    const ids = results.flatMap(({ type, id }) => (type === "return" ? id : [])).sort();
    for (const sort of ["-created_at", "-updated_at"]) expect(await listed(sku, sort)).toEqual(ids);
    return ids;
  };
  await put(former, kept);
  const [both, second] = [await make("a", "b"), await make("b")];
  const all = [both, second].sort();
  expect([await found(former), await found(kept)]).toEqual([[both], all]);
  await put(later, kept);
  expect([await found(former), await found(later), await found(kept)]).toEqual([[], [both], all]);
  await put(kept, later);
  expect([await found(kept), await found(later)]).toEqual([[both], all]);
  await put("", later);
  expect([await found(kept), await found(later)]).toEqual([[], all]);
});
