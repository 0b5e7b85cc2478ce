import type { Return } from "../../../../src/features/returns/schema.ts";
import type { Entry } from "./payee.ts";

type Shown = Pick<Return, "id" | "status" | "payouts">;

/**
 * Returns a line for each payout that isn't paid in the end, and for each whose payments aren't what it says: none, two, or
 * another amount; and for each payment that no payout shows, and each key that came with two bodies.
 */
export function ledgerFaults(ledger: Map<string, Entry>, returns: Shown[]): string[] {
  const paidOf = Map.groupBy(
    [...ledger.values()].filter(({ paid }) => paid !== null),
    ({ payoutId }) => payoutId,
  );
  const shown = returns.flatMap(({ payouts }) => payouts);
  const known = new Set(shown.map(({ id }) => id));
  return [
    ...[...ledger]
      .filter(([, { bodies }]) => bodies.size > 1)
      .map(([key]) => `the key ${key} came with several bodies`),
    ...[...paidOf.keys()].filter((id) => !known.has(id)).map((id) => `${id} was paid and is not shown`),
    ...shown.flatMap(({ id, status, amount, attempts }) => {
      if (status !== "paid") return [`${id} is ${status} in the end`];
      const payments = paidOf.get(id) ?? [];
      // Paid elsewhere.
      if (attempts === 0) return payments.length === 0 ? [] : [`${id} was paid elsewhere, and by the payee`];
      if (payments.length !== 1) return [`${id} was paid ${payments.length} times`];
      const cents = Math.round(Number(amount.amount) * 100);
      return payments[0]?.paid === cents ? [] : [`${id} says ${cents}, and ${payments[0]?.paid} was paid`];
    }),
  ];
}
