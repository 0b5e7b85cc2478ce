import { createPurchases, type ReturnedUnits } from "./purchases.ts";
import type { InvoiceLine } from "./read-invoices.ts";
import { instantOf, isCancellation, skipReason } from "./skip-reason.ts";

export type OrderLine = { id: string; stockCode: string; title: string; quantity: number; price: string };
export type PlannedOrder = { id: string; customerId: string; createdAt: string; lines: OrderLine[] };
export type PlannedReturn = {
  /** The id of its cancellation line; unique among returns. */
  key: string;
  order: PlannedOrder;
  customerId: string;
  country: string;
  units: ReturnedUnits[];
};

/** The lines and units that are skipped for one reason. */
export type Skipped = { lines: number; units: number };

export type Plan = {
  lines: number;
  orders: PlannedOrder[];
  returns: PlannedReturn[];
  skipped: Map<string, Skipped>;
};

/**
 * Returns the orders and returns that an invoice file describes; the result depends on the file alone. Every
 * invoice is an order. Every cancellation line is a return from the customer's latest earlier order with
 * enough units left. Lines that the service would reject are skipped, with the reason.
 */
export function planReplay(lines: InvoiceLine[], cutShort: number): Plan {
  const orders = new Map<string, PlannedOrder>();
  const purchases = createPurchases();
  const plan: Plan = { lines: lines.length + cutShort, orders: [], returns: [], skipped: new Map() };
  if (cutShort > 0) plan.skipped.set("row cut short", { lines: cutShort, units: 0 });

  for (const line of lines) {
    const reason = skipReason(line) ?? (isCancellation(line) ? planReturn(line) : planLine(line));
    if (reason !== undefined) skip(plan, reason, line);
  }
  plan.orders = [...orders.values()];
  return plan;

  function planLine(line: InvoiceLine): string | undefined {
    const order = orders.get(line.invoice) ?? orderOf(line);
    if (order.customerId !== line.customerId) return "invoice line of another customer than its invoice's";
    orders.set(order.id, order);
    const orderLine = orderLineOf(line);
    order.lines.push(orderLine);
    purchases.add(order, orderLine);
    return undefined;
  }

  function planReturn(line: InvoiceLine): string | undefined {
    const taken = purchases.take(line.customerId, line.stockCode, -Number(line.quantity));
    if (typeof taken === "string") return taken;
    const { invoice, position, customerId, country } = line;
    plan.returns.push({ key: `${invoice}-${position}`, ...taken, customerId, country });
    return undefined;
  }
}

function orderOf({ invoice, customerId, date }: InvoiceLine): PlannedOrder {
  return { id: invoice, customerId, createdAt: instantOf(date) ?? "", lines: [] };
}

function orderLineOf(line: InvoiceLine): OrderLine {
  return {
    id: String(line.position),
    stockCode: line.stockCode,
    title: line.description || line.stockCode,
    quantity: Number(line.quantity),
    price: line.unitPrice,
  };
}

function skip(plan: Plan, reason: string, line: InvoiceLine): void {
  const { lines, units } = plan.skipped.get(reason) ?? { lines: 0, units: 0 };
  const quantity = Math.abs(Number.parseInt(line.quantity, 10)) || 0;
  plan.skipped.set(reason, { lines: lines + 1, units: units + quantity });
}
