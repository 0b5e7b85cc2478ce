import type { StoredOrder } from "../../orders/schema.ts";

type Refund = NonNullable<StoredOrder["refunds"]>[number];

/** What a person says was paid elsewhere, for a return. */
export type Said = { amount: bigint; returnId?: string };

type Counting = {
  restOf(refund: Refund): bigint;
  count(id: string, payout: { amount: bigint; returnId?: string }): void;
};

/**
 * Counts what people say as the refunds of just these amounts, or what they have said until some time as one, because a file has
 * what was refunded by then in all, or as all that are left. Returns what is none.
 */
export function unmatched(said: Said[], refunds: Refund[], { restOf, count }: Counting): Said[] {
  const left = [...said];
  for (const refund of refunds) {
    const rest = restOf(refund);
    const found = left.find(({ amount }) => amount === rest);
    if (!found) continue;
    count(refund.id, found);
    left.splice(left.indexOf(found), 1);
  }
  let sum = 0n;
  const untilThen = new Map(
    left.map(({ amount }, i) => {
      sum += amount;
      return [sum, i + 1] as const;
    }),
  );
  let [whole, most]: [Refund | undefined, number] = [undefined, 1];
  for (const refund of refunds) {
    const many = untilThen.get(restOf(refund)) ?? 0;
    if (many > most) [whole, most] = [refund, many];
  }
  if (!whole) return unmatchedBySum(left, refunds, { untilThen, restOf, count });
  for (const each of left.slice(0, most)) count(whole.id, each);
  return left.slice(most);
}

/** A shop may have made several refunds of what it owed at once, such as one for the shipping. */
function unmatchedBySum(
  left: Said[],
  refunds: Refund[],
  { untilThen, restOf, count }: Counting & { untilThen: Map<bigint, number> },
): Said[] {
  const rests = refunds.flatMap((refund) => {
    const rest = restOf(refund);
    return rest > 0n ? [{ id: refund.id, rest }] : [];
  });
  const many = untilThen.get(rests.reduce((sum, { rest }) => sum + rest, 0n)) ?? 0;
  if (many === 0) return left;
  for (const { id, rest } of rests) {
    count(id, { amount: rest });
    for (const each of left.slice(0, many)) count(id, { ...each, amount: 0n });
  }
  return left.slice(many);
}
