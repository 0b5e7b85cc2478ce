import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { matches, type Tested } from "./match.ts";
import type { Policy, Then } from "./schema.ts";

const PARTS = ["eligible", "window", "outcomes", "fee", "bonus", "label", "keepItem", "review"] as const;
type Part = (typeof PARTS)[number];

/** The parts that rules decide, and the index of the rule that has decided each. */
export type Decided = { parts: Then; rules: Partial<Record<Part, number>> };

/** Returns the parts that rules decide: for each the first rule that matches and has it decides. */
export function partsOf(policy: Policy, tested: Tested): Decided {
  const decided: Decided = { parts: {}, rules: {} };
  const rules = rulesOf(policy);
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    if (!rule?.parts.some((part) => decided.rules[part] === undefined)) continue;
    if (!matches(rule.when, tested)) continue;
    for (const part of rule.parts) {
      if (decided.rules[part] !== undefined) continue;
      take(part, rule.then, decided.parts);
      decided.rules[part] = i;
    }
  }
  return decided;
}

const rulesOf = memoizeByObject(({ rules = [] }: Policy) =>
  rules.map(({ when, then }) => ({ when, then, parts: PARTS.filter((part) => then[part] !== undefined) })),
);

function take<Of extends Part>(part: Of, from: Then, to: Then): void {
  to[part] = from[part];
}
