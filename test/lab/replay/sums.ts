import { millionths, pence, pounds } from "./pence.ts";
import type { OrderLine, Plan, PlannedOrder } from "./plan.ts";
import type { ReturnedUnits } from "./purchases.ts";

/** The sums that are compared; money in pounds with two places. */
export type Sums = {
  orders: number;
  "order lines": number;
  "units ordered": number;
  "value ordered (GBP)": string;
  returns: number;
  "units returned": number;
  "refunds (GBP)": string;
  "returns complete": number;
};

/** Returns the sums of the file. */
export function sumsOf(plan: Plan): Sums {
  const lines = plan.orders.flatMap((order) => order.lines);
  const returned = plan.returns.flatMap((planned) => planned.units);
  return {
    orders: plan.orders.length,
    "order lines": lines.length,
    "units ordered": total(lines.map(({ quantity }) => quantity)),
    "value ordered (GBP)": pounds(sum(plan.orders.map(penceOfOrder))),
    returns: plan.returns.length,
    "units returned": total(returned.map(({ quantity }) => quantity)),
    "refunds (GBP)": pounds(sum(returned.map(penceOfUnits))),
    "returns complete": plan.returns.length,
  };
}

/** Returns the cost of an order's lines. */
export function penceOfOrder({ lines }: PlannedOrder): bigint {
  return pence(sum(lines.map((line) => costOf(line, line.quantity))));
}

/**
 * Returns the refund of returned units: the value of all units returned so far, less the value of the earlier
 * ones.
 */
export function penceOfUnits({ line, from, quantity }: ReturnedUnits): bigint {
  return pence(costOf(line, from + quantity)) - pence(costOf(line, from));
}

export function sum(values: bigint[]): bigint {
  return values.reduce((all, value) => all + value, 0n);
}

export function total(values: number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function costOf(line: OrderLine, units: number): bigint {
  return millionths(line.price) * BigInt(units);
}
