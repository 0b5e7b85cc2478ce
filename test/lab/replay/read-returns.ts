import { type Client, unexpected } from "./client.ts";
import { differences } from "./differences.ts";
import { PATH, type Phase } from "./drive.ts";
import { inParallel } from "./in-parallel.ts";
import { type ListedOrder, type ListedReturn, listReturns } from "./list-returns.ts";
import { millionths, pence, pounds } from "./pence.ts";
import type { Plan, PlannedReturn } from "./plan.ts";
import { penceOfOrder, penceOfUnits, type Sums, sum, total } from "./sums.ts";
import { addressOf, CURRENCY } from "./wire.ts";

export type ReturnSums = Pick<Sums, "returns" | "units returned" | "refunds (GBP)" | "returns complete">;

/**
 * Lists the store's returns and compares those of the plan's orders: each planned return must be listed once
 * and as planned, and no other. Returns of other orders are ignored. Returns the planned returns that were
 * found.
 */
export async function readReturns(
  client: Client,
  plan: Plan,
  phase: Phase,
): Promise<{ planned: ListedReturn[]; sums: ReturnSums }> {
  const ours = new Map(plan.orders.map((order) => [order.id, order]));
  const listing = await listReturns(client, phase);
  const listed = listing.returns.filter(({ order }) => ours.has(order.name));
  phase.faults.push(...faultsOfReturns(plan, listed), ...faultsOfOrders(plan, listing.orders));

  const items = listed.flatMap((one) => one.items);
  const sums = {
    returns: listed.length,
    "units returned": total(items.map(({ quantity }) => quantity)),
    "refunds (GBP)": pounds(sum(listed.map(({ totals }) => penceOf(totals.refund.amount.amount)))),
    "returns complete": listed.filter(({ status }) => status === "complete").length,
  };
  const keys = new Set(plan.returns.map(({ key }) => key));
  return { planned: listed.filter((one) => keys.has(keyOf(one))), sums };
}

/** Reads the history of every return: it must have each planned status once, in order. */
export async function readHistories(client: Client, returns: ListedReturn[], phase: Phase): Promise<void> {
  const expected = PATH.map((to, i) => ({ from: PATH[i - 1] ?? null, to }));
  await inParallel(returns, phase.width, async ({ id, notes }) => {
    const answer = await client.api.GET("/v2.2/returns/{returnId}/history", {
      params: { path: { returnId: id } },
    });
    const name = `history of return ${keyOf({ notes })} (${id})`;
    if (answer.data) {
      const steps = answer.data.history.map(({ from, to }) => ({ from, to }));
      phase.faults.push(...differences(expected, steps).map((difference) => `${name} ${difference}`));
    } else phase.faults.push(`${name}: ${unexpected(answer)}`);
    phase.step();
  });
}

function faultsOfReturns(plan: Plan, listed: ListedReturn[]): string[] {
  const faults: string[] = [];
  const byKey = Map.groupBy(listed, keyOf);
  for (const planned of plan.returns) {
    const [one, ...more] = byKey.get(planned.key) ?? [];
    byKey.delete(planned.key);
    const name = `return ${planned.key} of order ${planned.order.id}`;
    if (!one) faults.push(`${name} is not listed`);
    else
      faults.push(
        ...differences(expectedOf(planned), seenOf(one)).map((text) => `${name} (${one.id}) ${text}`),
      );
    for (const { id } of more) faults.push(`${name} is listed again as ${id}`);
  }
  for (const { id, order } of [...byKey.values()].flat()) {
    faults.push(`order ${order.name} has a return ${id} that the file doesn't contain`);
  }
  return faults;
}

function keyOf({ notes }: Pick<ListedReturn, "notes">): string {
  return notes[0]?.message ?? "without a note";
}

function expectedOf(planned: PlannedReturn) {
  const refund = sum(planned.units.map(penceOfUnits));
  return {
    order: planned.order.id,
    status: "complete",
    mailingAddress: addressOf(planned),
    items: planned.units.map((units) => ({
      lineItemId: units.line.id,
      productId: units.line.stockCode,
      quantity: units.quantity,
      status: "complete",
      refund: { amount: { amount: pounds(penceOfUnits(units)), currency: CURRENCY }, type: "refund" },
    })),
    refund: { amount: pounds(refund), currency: CURRENCY },
  };
}

function seenOf({ order, status, source, items, totals }: ListedReturn) {
  return {
    order: order.name,
    status,
    mailingAddress: source.mailingAddress,
    items: items.map(({ orderItem, productId, quantity, status, refund }) => ({
      lineItemId: orderItem.line_item_id,
      ...{ productId, quantity, status, refund },
    })),
    refund: totals.refund.amount,
  };
}

/** Compares the totals of the listed orders with the costs of their lines. */
function faultsOfOrders(plan: Plan, orders: ListedOrder[]): string[] {
  const totals = new Map(plan.orders.map((order) => [order.id, pounds(penceOfOrder(order))]));
  return orders.flatMap(({ name, lineItemsTotal }) => {
    const amount = totals.get(name);
    if (amount === undefined) return [];
    return differences({ amount, currency: CURRENCY }, lineItemsTotal, "/lineItemsTotal").map(
      (text) => `order ${name} ${text}`,
    );
  });
}

function penceOf(amount: string): bigint {
  return pence(millionths(amount));
}
