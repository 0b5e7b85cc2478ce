import type { State } from "../state.ts";
import type { Violation } from "../violation.ts";

/** The quantity of an item is the sum of its levels. */
export function checkStock({ items }: Pick<State, "items">): Violation[] {
  return items.flatMap(({ store, product, quantity, levels }) => {
    const sum = levels.reduce((total, level) => total + level, 0);
    if (sum === quantity) return [];
    const text = `${product} of store ${store}: ${quantity}, and its levels add up to ${sum}`;
    return [{ kind: "stock does not add up", text }];
  });
}
