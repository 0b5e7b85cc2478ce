import { describe, expect, test } from "bun:test";
import { payoutNote } from "../../../../src/features/orders/refund-note.ts";
import type { ReturnPreview } from "../../../../src/features/returns/create/preview-schema.ts";
import type { Eligibility } from "../../../../src/features/returns/policy/eligibility-schema.ts";
import { csvOf } from "../../../support/order-files.ts";
import { startOrderImport } from "../../../support/order-imports.ts";
import type { Json } from "../../../support/orders.ts";
import { newPayee, payoutsOf, refund } from "../../../support/payouts.ts";
import { answerOf, moveTo, postReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { moneySet, shopLine, shopOrder, upsertOrder } from "../../../support/shop-orders.ts";
import { useService } from "../../../support/use-service.ts";
import { WITHDRAWALS } from "../../../support/withdrawals.ts";

const service = useService({ payoutRetrySchedule: [0, 5, 5] });

const unitsOf = (quantity: number, lineItemId = "line-1") => ({
  items: [{ lineItemId, quantity, reason: "r" }],
});

/** A refund by hand of pieces of a line, of 10.00 each. */
function refundOf(quantity: number, { id = "by-hand", line = "line-1", note }: Json = {}): Json {
  const sets = { subtotalSet: moneySet(`${quantity * 10}.00`), totalTaxSet: moneySet("0.00") };
  return {
    ...{ id, createdAt: "2026-03-02T08:00:00Z", ...(note ? { note } : {}) },
    lineItems: [{ lineItemId: line, quantity, ...sets }],
  };
}

/** Returns how many pieces of a line each view says can still be returned. */
async function returnableIn(store: TestStore, orderId: string, lineItemId = "line-1"): Promise<number[]> {
  const data = { externalOrderId: orderId };
  const [preview, eligibility] = [
    (await answerOf(store.post("/stores/:store/returns/preview", { data }))).body as ReturnPreview,
    (await answerOf(store.post(`/stores/:store/orders/${orderId}/eligibility`, {}))).body as Eligibility,
  ];
  const ofLine = (lines: { lineItemId: string; returnable: number }[]) =>
    lines.find((line) => line.lineItemId === lineItemId)?.returnable ?? -1;
  return [ofLine(preview.lines), ofLine(eligibility.lines)];
}

/** Expects all views to say that so many pieces can be returned, and a return to take no more and no less. */
async function expectLeft(store: TestStore, orderId: string, left: number) {
  expect(await returnableIn(store, orderId)).toEqual([left, left]);
  expect((await postReturn(store, orderId, unitsOf(left + 1))).status).toBeGreaterThanOrEqual(400);
  if (left > 0) expect((await postReturn(store, orderId, unitsOf(left))).status).toBe(201);
}

const PIECES = 3;
/** How the shop shows the order once it has refunded pieces of its line, and what it takes off them. */
const shown = (orderId: string, refunds: Json[], returnable: number) =>
  shopOrder(orderId, {
    lineItems: [shopLine("line-1", PIECES, "10.00", { returnableQuantity: returnable })],
    refunds,
  });

let orders = 0;
/** A return of one of three pieces in a new store, and how its shop shows the order later. */
async function returned(quantity = 1) {
  const store = await service.newStore();
  const orderId = `refunded-${++orders}`;
  const show = async (refunds: Json[], returnable: number) =>
    expect((await upsertOrder(store, shown(orderId, refunds, returnable))).status).toBe(200);
  await show([], PIECES);
  const { id } = await returnIn(postReturn(store, orderId, unitsOf(quantity)));
  return { store, orderId, id, show };
}

describe("a piece that the shop has refunded for a return of it counts once, and the others can be returned", () => {
  test("whether it is named as the reference, found by its amount, said before or noted", async () => {
    for (const how of ["named", "found", "said before", "noted"]) {
      const { store, orderId, id, show } = await returned();
      await moveTo(store, id, "complete");
      if (how === "said before") await refund(store, id, { paidElsewhere: true });
      const [payout] = await payoutsOf(store, id);
      if (how === "noted") {
        await newPayee(service, store, () => Response.json({ status: "unknown" }));
        await refund(store, id);
        await service.drain();
      }
      const note = how === "noted" && payoutNote(payout?.id ?? "");
      await show([refundOf(1, { note })], PIECES - 1);
      if (how === "named") await refund(store, id, { paidElsewhere: true, reference: "by-hand" });
      if (how === "found") await refund(store, id, { paidElsewhere: true });
      expect([how, await returnableIn(store, orderId)]).toEqual([how, [2, 2]]);
      await expectLeft(store, orderId, 2);
    }
  });

  test("as does one of an open return that was paid before", async () => {
    const { store, orderId, id, show } = await returned();
    await show([refundOf(1)], PIECES - 1);
    const amount = { amount: "10.00", currency: "EUR" };
    expect((await refund(store, id, { paidElsewhere: true, amount })).status).toBe(202);
    await expectLeft(store, orderId, 2);
  });

  test("as do those of two returns that one refund pays", async () => {
    const { store, orderId, id, show } = await returned();
    const { id: other } = await returnIn(postReturn(store, orderId, unitsOf(1)));
    for (const each of [id, other]) {
      await moveTo(store, each, "complete");
      await refund(store, each, { paidElsewhere: true });
    }
    await show([refundOf(2)], PIECES - 2);
    await expectLeft(store, orderId, 1);
  });

  test("where a file says so, of an order that was refunded once", async () => {
    const store = await service.newStore();
    const imported = async (refundedQuantity: number, refunds = "") => {
      const item = "id:line-1|name:Tee|quantity:3|total:30.00";
      const line_items = refundedQuantity > 0 ? `${item}|refunded_qty:-${refundedQuantity}` : item;
      const columns = { order_date: "2026-03-01", order_total: "30.00", order_currency: "EUR" };
      await startOrderImport(store, csvOf([{ order_id: "77", ...columns, line_items, refunds }]));
      await service.drain();
    };
    await imported(0);
    const { id } = await returnIn(postReturn(store, "77", unitsOf(1)));
    await moveTo(store, id, "complete");
    await imported(1, "id:7|date:2026-03-05|amount:-10.00");
    expect((await refund(store, id, { paidElsewhere: true })).status).toBe(202);
    await expectLeft(store, "77", 2);
  });

  test("in a withdrawal too", async () => {
    const { store, orderId, id, show } = await returned();
    await moveTo(store, id, "complete");
    await show([refundOf(1)], PIECES - 1);
    await refund(store, id, { paidElsewhere: true });
    const person = { name: "Alex Doe", email: `${orderId}@example.test` };
    const stated = await answerOf(store.post(WITHDRAWALS, { ...person, order: orderId, confirmed: true }));
    const { withdrawal } = stated.body as { withdrawal: { returnId: string } };
    const made = await returnIn(store.get(`/returns/${withdrawal.returnId}`));
    expect(made.items.map(({ quantity }) => quantity)).toEqual([2]);
  });
});

describe("a piece that the shop has refunded can't be returned", () => {
  test("where no return holds it: not one that is deleted since, whatever was paid for it", async () => {
    const { store, orderId, id, show } = await returned();
    const amount = { amount: "10.00", currency: "EUR" };
    await show([refundOf(1)], PIECES - 1);
    expect((await refund(store, id, { paidElsewhere: true, amount })).status).toBe(202);
    expect((await moveTo(store, id, "deleted")).status).toBe(204);
    await expectLeft(store, orderId, 2);
  });

  test("once more, whether its return is rejected or reopened", async () => {
    for (const statuses of [["rejected"], ["complete", "open"], ["rejected", "open"]]) {
      const { store, orderId, id, show } = await returned();
      const amount = { amount: "10.00", currency: "EUR" };
      await show([refundOf(1)], PIECES - 1);
      expect((await refund(store, id, { paidElsewhere: true, amount })).status).toBe(202);
      for (const status of statuses) expect((await moveTo(store, id, status)).status).toBe(204);
      await expectLeft(store, orderId, 2);
    }
  });

  test("where no payout is that refund", async () => {
    const { store, orderId, id, show } = await returned();
    await moveTo(store, id, "complete");
    await refund(store, id, { paidElsewhere: true, reference: "bank 7" });
    await show([refundOf(1)], PIECES - 1);
    await expectLeft(store, orderId, 1);
  });

  test("where the refund is of more pieces than its return holds", async () => {
    const { store, orderId, id, show } = await returned();
    await moveTo(store, id, "complete");
    await show([refundOf(2)], PIECES - 2);
    await refund(store, id, { paidElsewhere: true, reference: "by-hand" });
    await expectLeft(store, orderId, 1);
  });

  test("where it has refunded another one beside it, of which it takes none off", async () => {
    const { store, orderId, id, show } = await returned();
    await moveTo(store, id, "complete");
    await show([refundOf(1, { id: "other" }), refundOf(1)], PIECES - 1);
    await refund(store, id, { paidElsewhere: true, reference: "by-hand" });
    await expectLeft(store, orderId, 1);
  });

  test("and more than were ordered never can, where the shop takes nothing off", async () => {
    const { store, orderId, id, show } = await returned();
    await moveTo(store, id, "complete");
    await show([refundOf(1)], PIECES);
    await refund(store, id, { paidElsewhere: true });
    await expectLeft(store, orderId, 2);
  });
});
