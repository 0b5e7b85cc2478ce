/**
 * Returns amounts that add up to a sum: as they are shown where these do, else as they were computed, of which the
 * largest takes the rest of the rounding.
 */
export function agreed(amounts: { shown: bigint; exact: bigint }[], sum: bigint): bigint[] {
  const shown = amounts.map((amount) => amount.shown);
  if (sumOfAll(shown) === sum) return shown;
  const exact = amounts.map((amount) => amount.exact);
  const rest = sum - sumOfAll(exact);
  const largest = exact.reduce((best, amount, i) => (amount > (exact[best] ?? 0n) ? i : best), 0);
  const changed = (exact[largest] ?? 0n) + rest;
  return changed < 0n ? shared(exact, sum) : exact.with(largest, changed);
}

/** Returns the shares of a sum in proportion to weights; without any weight the first takes it. */
export function shared(weights: bigint[], sum: bigint): bigint[] {
  const all = sumOfAll(weights);
  if (all === 0n) return weights.map((_, i) => (i === 0 ? sum : 0n));
  let [seen, given] = [0n, 0n];
  return weights.map((weight) => {
    seen += weight;
    const share = (sum * seen) / all - given;
    given += share;
    return share;
  });
}

export function sumOfAll(amounts: bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
