import type { OrderLine, PlannedOrder } from "./plan.ts";

/**
 * Units of an order line, from index `from` on, counted from 0: the `from` units before were returned
 * earlier.
 */
export type ReturnedUnits = { line: OrderLine; from: number; quantity: number };

export type Purchases = {
  add(order: PlannedOrder, line: OrderLine): void;
  /** Takes units from the latest order that has enough left; returns the reason when no order has. */
  take(
    customerId: string,
    stockCode: string,
    quantity: number,
  ): { order: PlannedOrder; units: ReturnedUnits[] } | string;
};

type Lot = { line: OrderLine; returned: number };
type Purchase = { order: PlannedOrder; lots: Lot[] };

/** Returns the units of each product that each customer has bought and not returned. */
export function createPurchases(): Purchases {
  const known = new Map<string, Purchase[]>();
  return {
    add: (order, line) => {
      const key = keyOf(order.customerId, line.stockCode);
      const purchases = known.get(key) ?? [];
      known.set(key, purchases);
      const purchase = purchases.find((candidate) => candidate.order === order);
      if (purchase) purchase.lots.push({ line, returned: 0 });
      else purchases.push({ order, lots: [{ line, returned: 0 }] });
    },
    take: (customerId, stockCode, quantity) => {
      const purchases = known.get(keyOf(customerId, stockCode));
      if (!purchases) return "cancellation line of a product in no earlier order of the customer";
      const purchase = purchases.findLast(({ lots }) => left(lots) >= quantity);
      if (!purchase) return "cancellation line of more units than any one earlier order has left";
      return { order: purchase.order, units: takeFrom(purchase.lots, quantity) };
    },
  };
}

function keyOf(customerId: string, stockCode: string): string {
  return JSON.stringify([customerId, stockCode]);
}

function left(lots: Lot[]): number {
  return lots.reduce((total, { line, returned }) => total + line.quantity - returned, 0);
}

function takeFrom(lots: Lot[], wanted: number): ReturnedUnits[] {
  const units: ReturnedUnits[] = [];
  let missing = wanted;
  for (const lot of lots) {
    const quantity = Math.min(missing, lot.line.quantity - lot.returned);
    if (quantity === 0) continue;
    units.push({ line: lot.line, from: lot.returned, quantity });
    lot.returned += quantity;
    missing -= quantity;
  }
  return units;
}
