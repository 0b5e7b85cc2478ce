import type { LineState, OrderState, ReturnItem, ReturnState, State } from "../state.ts";
import type { Violation } from "../violation.ts";

/**
 * No unit of an order line is returned twice, no more units than ordered are returned or sent, and each has
 * its value.
 */
export function checkUnits({ orders, returns }: Pick<State, "orders" | "returns">): Violation[] {
  const byOrder = Map.groupBy(returns, ({ store, orderId }) => `${store} ${orderId}`);
  return orders.flatMap((order) => {
    const ofOrder = byOrder.get(`${order.store} ${order.id}`) ?? [];
    return [
      ...order.lines.flatMap((line) => [...checkHeld(order, line, ofOrder), ...checkSent(order, line)]),
      ...ofOrder.flatMap((one) => checkMoney(order, one)),
    ];
  });
}

function checkHeld(order: OrderState, line: LineState, returns: ReturnState[]): Violation[] {
  const held = returns
    .filter(({ status }) => status !== "deleted")
    .flatMap(({ id, items }) =>
      items.filter(({ lineId }) => lineId === line.id).map((item) => ({ id, item })),
    )
    .flatMap(({ id, item }) => item.units.map(([from, to]) => ({ id, from, to })))
    .toSorted((a, b) => a.from - b.from);
  const where = `${line.id} of order ${order.externalId}`;
  const all = held.map(({ id, from, to }) => `${id} has ${from}–${to}`).join(", ");
  const violations: Violation[] = [];
  if (held.some(({ from }, i) => from < (held[i - 1]?.to ?? 0))) {
    violations.push({ kind: "a unit returned twice", text: `${where}: ${all}` });
  }
  if (held.some(({ from, to }) => from < 0 || to > line.quantity || from >= to)) {
    violations.push({
      kind: "more units than were ordered",
      text: `${where}, ${line.quantity} ordered: ${all}`,
    });
  }
  return violations;
}

function checkSent({ externalId, fulfilled }: OrderState, line: LineState): Violation[] {
  const sent = fulfilled
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, one) => sum + one.quantity, 0);
  if (sent <= line.quantity) return [];
  const text = `${line.id} of order ${externalId}: ${line.quantity} ordered, ${sent} fulfilled`;
  return [{ kind: "more units fulfilled than were ordered", text }];
}

function checkMoney(order: OrderState, { id, items, shown }: ReturnState): Violation[] {
  if (!shown) return [{ kind: "acknowledged, but not found", text: `no GET of return ${id} succeeded` }];
  const violations: Violation[] = [];
  const add = (what: string) => violations.push({ kind: "money is wrong", text: `return ${id}: ${what}` });
  const totals = { refund: 0, store_credit: 0 };
  for (const item of items) {
    const line = order.lines.find(({ id: lineId }) => lineId === item.lineId);
    const value = line ? worthOf(line, item) : Number.NaN;
    const read = shown.items.find((one) => one.id === item.id);
    if (read?.value !== value) add(`${item.id} is worth ${value} and shown as ${read?.value} cents`);
    if (read?.refund !== value) add(`${item.id} is worth ${value} and refunds ${read?.refund} cents`);
    if (read?.quantity !== unitsIn(item)) add(`${item.id} shows ${read?.quantity} of ${unitsIn(item)} units`);
    totals[item.type === "store_credit" ? "store_credit" : "refund"] += value;
  }
  if (shown.refund !== totals.refund) add(`it refunds ${shown.refund} of ${totals.refund} cents`);
  if (shown.storeCredit !== totals.store_credit) {
    add(`it credits ${shown.storeCredit} of ${totals.store_credit} cents`);
  }
  return violations;
}

function unitsIn({ units }: ReturnItem): number {
  return units.reduce((sum, [from, to]) => sum + to - from, 0);
}

function worthOf(line: LineState, { units }: ReturnItem): number {
  return units.reduce((sum, [from, to]) => sum + valueOfFirst(line, to) - valueOfFirst(line, from), 0);
}

/** V(n) = n x price - discount x n / ordered, half up; the contract's rule in whole cents. */
function valueOfFirst({ price, discount, quantity }: LineState, units: number): number {
  const total = Math.max(0, price * quantity - discount);
  return Math.floor((2 * total * units + quantity) / (2 * quantity));
}
