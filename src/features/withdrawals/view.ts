import type { withdrawals } from "../../platform/db/tables/withdrawals.ts";
import { receiptUrl } from "./receipt.ts";
import type { Withdrawal, WithdrawalCreated } from "./schema.ts";

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** Returns the view of a withdrawal for the merchant. `origin` is the base URL of links. */
export function withdrawalView(row: WithdrawalRow, origin: string): Withdrawal {
  const { period } = row;
  return {
    id: row.id,
    number: row.number,
    statement: row.statement,
    at: row.receivedAt,
    receiptUrl: receiptUrl(origin, row.storeId, row.receiptToken),
    late: row.isLate,
    periodEnd: row.periodEnd?.toISOString() ?? null,
    computedFrom: period,
    returnId: row.returnId,
    createdAt: row.createdAt.toISOString(),
    language: row.language,
    name: row.name,
    email: row.email,
    order: row.orderName,
    orderId: row.orderId,
    identified: row.isIdentified,
    items: row.givenItems,
    unitsInOtherReturns: row.unitsInOtherReturns,
    by: row.by,
    byId: row.writtenById,
    erasedAt: row.erasedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the response to the sender. Of an order that is not known to be the sender's it says nothing: neither that it
 * exists, nor when or where it was delivered.
 */
export function confirmedView(row: WithdrawalRow, origin: string): WithdrawalCreated["withdrawal"] {
  const { id, number, statement, at, receiptUrl, late, periodEnd, computedFrom, returnId } = withdrawalView(
    row,
    origin,
  );
  const receipt = { id, number, statement, at, receiptUrl };
  return row.isIdentified
    ? { ...receipt, late, periodEnd, computedFrom, returnId }
    : { ...receipt, late: false, periodEnd: null, computedFrom: null, returnId: null };
}
