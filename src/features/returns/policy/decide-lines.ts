import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { decide, type PolicyVersion, type Verdict, verdicts } from "../../policy/decide.ts";
import type { LineDecision } from "../../policy/decision-schema.ts";
import type { Facts } from "../../policy/facts.ts";
import type { Policy } from "../../policy/schema.ts";

/** A decision as it is kept: without the reasons that a shopper may choose. */
export type KeptLine = Omit<LineDecision, "reasons">;

/** Returns whether a decision allows the return of a line for a compensation. */
export function isAllowed({ eligible, outcomes }: Verdict, compensation: string): boolean {
  return eligible && outcomes.some((outcome) => outcome === compensation);
}

/** How many rules are tested for the lines that are decided between two yields. */
const MAX_TESTS = 2_000;

/** Decides lines in turns, and yields to other work in between. */
export async function* decideInTurns(policy: PolicyVersion, facts: Facts): AsyncGenerator<LineDecision> {
  const size = linesPerTurn(policy);
  const yieldNow = createYielder();
  for (let i = 0; i < facts.lines.length; i += size) {
    yield* decide(policy, { ...facts, lines: facts.lines.slice(i, i + size) });
    await yieldNow();
  }
}

function linesPerTurn({ policy: { rules = [], reasons = [] } }: PolicyVersion): number {
  return Math.max(1, Math.floor(MAX_TESTS / (1 + rules.length * (1 + reasons.length))));
}

/** Returns decisions as they are kept: the same for the same version and facts at any time. */
export async function decideKept(policy: PolicyVersion, facts: Facts): Promise<KeptLine[]> {
  const plain = { version: policy.version, policy: withoutReasons(policy.policy) };
  // Few lines need no turns, which take longer than their decisions.
  if (facts.lines.length <= linesPerTurn(plain)) return decide(plain, facts).map(keptLine);
  const lines: KeptLine[] = [];
  for await (const line of decideInTurns(plain, facts)) lines.push(keptLine(line));
  return lines;
}

function keptLine({ reasons: _, ...line }: LineDecision): KeptLine {
  return line;
}

/** Returns what a policy says about lines without why: for a comparison of many returns. */
export async function decideBriefly(policy: PolicyVersion, facts: Facts): Promise<Verdict[]> {
  const size = linesPerTurn({ version: policy.version, policy: withoutReasons(policy.policy) });
  if (facts.lines.length <= size) return verdicts(policy, facts);
  const yieldNow = createYielder();
  const found: Verdict[][] = [];
  for (let i = 0; i < facts.lines.length; i += size) {
    found.push(verdicts(policy, { ...facts, lines: facts.lines.slice(i, i + size) }));
    await yieldNow();
  }
  return found.flat();
}

const withoutReasons = memoizeByObject((policy: Policy): Policy => ({ ...policy, reasons: [] }));

/**
 * Returns facts with only those tags and reasons that the policy names: no others matter to it, and any text may name a
 * person.
 */
export function keptFacts({ policy }: PolicyVersion, facts: Facts): Facts {
  const { orderTags, tags, reasonCodes } = namedBy(policy);
  return {
    ...facts,
    orderTags: facts.orderTags.filter((tag) => orderTags.has(tag)),
    lines: facts.lines.map((line) => ({
      ...line,
      tags: line.tags.filter((tag) => tags.has(tag)),
      reasonCode: line.reasonCode !== null && reasonCodes.has(line.reasonCode) ? line.reasonCode : null,
    })),
  };
}

const namedBy = memoizeByObject(({ rules = [], reasons = [] }: Policy) => {
  const conditions = [...rules, ...reasons].flatMap(({ when }) => when ?? []);
  return {
    orderTags: new Set(conditions.flatMap((when) => when.orderTags ?? [])),
    tags: new Set(conditions.flatMap((when) => when.tags ?? [])),
    reasonCodes: new Set([
      ...reasons.map(({ code }) => code),
      ...rules.flatMap(({ when }) => when?.reasonCodes ?? []),
    ]),
  };
});

/** Returns the keys of the segments that a policy names. */
export const segmentsNamedBy = memoizeByObject(({ rules = [], reasons = [] }: Policy): string[] => {
  return [...new Set([...rules, ...reasons].flatMap(({ when }) => when?.segment ?? []))];
});
