import { expect, test } from "bun:test";
import type { Payout } from "../../../src/features/returns/payouts/schema.ts";
import { heldFaults, ledgerFaults, type StockLine, stockFaults } from "./payouts/judge.ts";
import type { Entry } from "./payouts/payee.ts";
import { torturePayouts } from "./payouts/run.ts";

/** The short form of `bun run torture payouts`. */
test("each payout takes effect once and the sums hold at every moment, whatever is killed and lost", async () => {
  const run = await torturePayouts({ returns: 40, kills: 2, seed: 7, say: () => {} });
  expect(run.differences).toEqual([]);
  expect(run.kills).toEqual({ process: 1, postgres: 1 });
  expect(run.payouts).toBeGreaterThanOrEqual(40);
  expect(run.checks).toBeGreaterThan(40);
  expect(run.requests).toBeGreaterThan(run.keys);
}, 400_000);

/** The short form of `bun run torture payouts --by connector`. */
test("the same holds for a shop that pays and restocks the returns of its orders, whose webhooks are lost and doubled", async () => {
  const run = await torturePayouts({ returns: 15, kills: 1, seed: 7, by: "connector", say: () => {} });
  expect(run.differences).toEqual([]);
  expect(run.kills).toEqual({ process: 1, postgres: 0 });
  expect(run.keys).toBeGreaterThan(5);
  expect(run.restocks).toBeGreaterThan(15);
  expect(run.checks).toBeGreaterThan(15);
}, 400_000);

const payout = (changes: Partial<Payout> = {}): Payout => ({
  ...{
    id: "pay_1",
    type: "refund",
    status: "paid",
    amount: { amount: "10.00", currency: "USD" },
    reference: null,
  },
  ...{ reason: null, attempts: 1, createdAt: "", paidAt: null },
  ...changes,
});

const held = (amount: string, reason = "refund_exceeds_paid") =>
  payout({ status: "waiting", held: true, attempts: 0, reason, amount: { amount, currency: "USD" } });

test("what is paid twice, not at all, otherwise than shown, or by another body is found", () => {
  const entry = (changes: Partial<Entry> = {}): Entry => ({
    ...{ payoutId: "pay_1", asked: 1_000, paid: 1_000, times: 1, bodies: new Set(["a"]) },
    ...changes,
  });
  const faults = (entries: Entry[], payouts: Payout[]) =>
    ledgerFaults(new Map(entries.map((each, i) => [String(i), each])), [
      { id: "ret_1", status: "complete", payouts },
    ]).length;
  expect(faults([entry()], [payout()])).toBe(0);
  expect(faults([entry({ paid: null }), entry()], [payout({ attempts: 2 })])).toBe(0);
  expect(faults([], [payout({ attempts: 0 })])).toBe(0);
  expect(faults([entry(), entry()], [payout()])).toBe(1);
  expect(faults([], [payout()])).toBe(1);
  expect(faults([entry({ paid: 999 })], [payout()])).toBe(1);
  expect(faults([entry()], [payout({ attempts: 0 })])).toBe(1);
  expect(faults([entry()], [payout({ status: "unknown" })])).toBe(1);
  expect(faults([], [payout({ status: "waiting", attempts: 0 })])).toBe(1);
  expect(faults([], [held("10.00")])).toBe(0);
  expect(faults([entry()], [held("10.00")])).toBe(1);
  expect(faults([entry({ payoutId: "pay_2" })], [payout({ attempts: 0 })])).toBe(1);
  expect(faults([entry({ bodies: new Set(["a", "b"]) })], [payout()])).toBe(1);
});

test("a payout that is held is right only if more would be refunded with it than was paid for the order", () => {
  const faults = (...payouts: Payout[]) =>
    heldFaults([{ id: "ret_1", payouts }], new Map([["ret_1", 1_500]]));
  expect(faults(payout(), held("5.01"))).toEqual([]);
  expect(faults(payout(), held("5.01"), held("6.00"))).toEqual([]);
  expect(faults(payout(), held("5.00"))).toHaveLength(1);
  expect(faults(held("15.00"), held("15.01"))).toHaveLength(1);
  expect(faults(payout(), held("5.01", ""))).toHaveLength(1);
});

test("a unit that a shop has twice, not at all, or that it was never asked for again is found", () => {
  const line = (units: number, status: "done" | "refused" | "unknown" = "done"): StockLine => ({
    units,
    shop: { status, reason: null, attempts: 1 },
  });
  const faults = (inShop: number, ...lines: StockLine[]) =>
    stockFaults([{ id: "ret_1", lines, inShop }]).length;
  expect(faults(1, line(1))).toBe(0);
  expect(faults(0, line(1), line(-1))).toBe(0);
  expect(faults(0, line(1, "refused"), line(-1, "refused"))).toBe(0);
  expect(faults(1, line(1), line(-1, "refused"), line(1))).toBe(0);
  expect(faults(0, line(1))).toBe(1);
  expect(faults(2, line(1))).toBe(1);
  expect(faults(1, line(1), line(-1))).toBe(1);
  expect(faults(2, line(1), line(-1, "refused"), line(1))).toBe(1);
  expect(faults(1, line(1, "unknown"))).toBe(2);
  expect(faults(0, line(1, "unknown"))).toBe(1);
});
