import type { Return } from "../../../../src/features/returns/schema.ts";
import { centsOf } from "./judge.ts";
import { usd } from "./merchant.ts";

type Payouts = Return["payouts"];

type Asking = {
  /** Whether it is asked for now, and isn't more than was paid for the order. */
  refund(body: object): Promise<boolean>;
  /** Whether the payee is a shop that refuses store credit for ever. */
  hasNoCredit: boolean;
};

/**
 * Asks for those of a return's payouts again that were refused or are held: all of a type, else an amount of one of them, the
 * least first. Returns whether anything could be asked for.
 */
export async function askAgain(payouts: Payouts, { refund, hasNoCredit }: Asking): Promise<boolean> {
  let isAsked = false;
  for (const type of ["refund", "store_credit"] as const) {
    const open = payouts.filter((each) => each.type === type && (each.status === "refused" || each.held));
    const how = { type, ...(hasNoCredit && type === "store_credit" && { paidElsewhere: true }) };
    const amounts = open.map(({ amount }) => centsOf(amount)).toSorted((a, b) => a - b);
    const bodies =
      open.length === 0 ? [] : [how, ...amounts.map((cents) => ({ ...how, amount: usd(cents) }))];
    for (const body of bodies) {
      const isTaken = await refund(body);
      isAsked ||= isTaken;
      if (isTaken) break;
    }
  }
  return isAsked;
}
