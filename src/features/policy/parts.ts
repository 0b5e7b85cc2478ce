import { matches, type Tested } from "./match.ts";
import type { Policy, Then } from "./schema.ts";

const PARTS = ["eligible", "window", "outcomes", "fee", "bonus", "label", "keepItem", "review"] as const;
type Part = (typeof PARTS)[number];

/** The parts that rules decide, and the index of the rule that has decided each. */
export type Decided = { parts: Then; rules: Partial<Record<Part, number>> };

/** Returns the parts that rules decide: for each the first rule that matches and has it decides. */
export function partsOf({ rules = [] }: Policy, tested: Tested): Decided {
  const decided: Decided = { parts: {}, rules: {} };
  for (const [i, { when, then }] of rules.entries()) {
    const open = PARTS.filter((part) => then[part] !== undefined && decided.rules[part] === undefined);
    if (open.length === 0 || !matches(when, tested)) continue;
    for (const part of open) {
      Object.assign(decided.parts, { [part]: then[part] });
      decided.rules[part] = i;
    }
  }
  return decided;
}
