import type { Return } from "../../../../src/features/returns/schema.ts";
import type { ReturnTimeline } from "../../../../src/features/returns/timeline/schema.ts";
import type { Entry } from "./payee.ts";

type Timeline = ReturnTimeline["timeline"][number];
export type StockLine = Pick<Extract<Timeline, { type: "stock" }>, "units" | "shop">;

type Shown = Pick<Return, "id" | "status" | "payouts">;

/**
 * Returns a line for each payout that is neither paid nor held in the end, and for each whose payments aren't what it says:
 * none, two, or another amount; and for each payment that no payout shows, and each key that came with two bodies.
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
    ...shown.flatMap(({ id, status, amount, attempts, held }) => {
      const payments = paidOf.get(id) ?? [];
      if (held) return payments.length === 0 ? [] : [`${id} is held, and was paid`];
      if (status !== "paid") return [`${id} is ${status} in the end`];
      // Paid elsewhere.
      if (attempts === 0) return payments.length === 0 ? [] : [`${id} was paid elsewhere, and by the payee`];
      if (payments.length !== 1) return [`${id} was paid ${payments.length} times`];
      const cents = centsOf(amount);
      return payments[0]?.paid === cents ? [] : [`${id} says ${cents}, and ${payments[0]?.paid} was paid`];
    }),
  ];
}

/** Returns the payouts of returns that are held in the end. */
export function heldOf(returns: Pick<Return, "payouts">[]): Return["payouts"] {
  return returns.flatMap(({ payouts }) => payouts.filter(({ held }) => held));
}

/**
 * Returns a line for each payout that is held in the end although its order's refunds would be no more with it than what was
 * paid for the order, or that doesn't say so. `paidFor` has by return how many cents were paid for its order, whose only
 * return it is.
 */
export function heldFaults(
  returns: Pick<Return, "id" | "payouts">[],
  paidFor: Map<string, number>,
): string[] {
  return returns.flatMap(({ id, payouts }) => {
    const paid = payouts.reduce((sum, { amount, held }) => sum + (held ? 0 : centsOf(amount)), 0);
    const ceiling = paidFor.get(id) ?? Number.POSITIVE_INFINITY;
    return heldOf([{ payouts }]).flatMap(({ id: payoutId, amount, reason }) => {
      const all = paid + centsOf(amount);
      if (all > ceiling && reason === "refund_exceeds_paid") return [];
      return [`${payoutId} is held for ${reason}: ${all} with it, and ${ceiling} was paid for the order`];
    });
  });
}

export function centsOf({ amount }: { amount: string }): number {
  return Math.round(Number(amount) * 100);
}

/** Whether the shop has said what became of every change of its stock. */
export function isSaid(lines: StockLine[]): boolean {
  return lines.every(({ shop }) => shop?.status === "done" || shop?.status === "refused");
}

/**
 * Returns a line for each return with a change of stock that the shop has neither done nor refused, and for each of which
 * the shop has not the units that it said it took, once: of an item it has no more than are restocked here by then.
 */
export function stockFaults(returns: { id: string; lines: StockLine[]; inShop: number }[]): string[] {
  return returns.flatMap(({ id, lines, inShop }) => {
    let [here, there] = [0, 0];
    for (const { units, shop } of lines) {
      here += units;
      if (shop?.status !== "done") continue;
      there = units < 0 ? Math.max(0, there + units) : Math.max(there, Math.min(there + units, here));
    }
    return [
      ...(isSaid(lines) ? [] : [`${id} has changes of stock that the shop has not done in the end`]),
      ...(inShop === there ? [] : [`${id} restocks ${there} units, and the shop has ${inShop} of them`]),
    ];
  });
}
