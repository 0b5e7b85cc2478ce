import { decide, verdicts } from "../../../src/features/policy/decide.ts";
import type { LineDecision } from "../../../src/features/policy/decision-schema.ts";
import { seeded } from "../torture/random.ts";
import { evaluate, type Plain } from "./evaluate.ts";
import { instant, randomFacts, randomPolicy } from "./generate.ts";

const MAX_SHOWN = 5;

export type Compared = {
  decisions: number;
  eligible: number;
  /** Decisions in the last millisecond of a window, or the first after it. */
  atBorders: number;
  differences: unknown[];
};

/**
 * Decides at random by the service, with and without why, and by the plain reading, and again at the last instant of
 * each window and at the first after it.
 */
export function compareDecisions(count: number, seed: number): Compared {
  const random = seeded(seed);
  const compared: Compared = { decisions: 0, eligible: 0, atBorders: 0, differences: [] };
  while (compared.decisions < count) {
    const policy = randomPolicy(random);
    for (let i = 0; i < 10; i++) {
      const facts = randomFacts(random);
      const untils = compare(facts);
      for (const until of new Set(untils)) {
        if (until === null) continue;
        compared.atBorders += 2 * facts.lines.length;
        compare({ ...facts, at: until });
        compare({ ...facts, at: instant(Date.parse(until) - 1) });
      }
    }

    function compare(facts: ReturnType<typeof randomFacts>): (string | null)[] {
      const brief = verdicts({ version: 1, policy }, facts);
      return decide({ version: 1, policy }, facts).map((decision, i) => {
        const line = facts.lines[i] ?? facts.lines[0];
        const plain = line && evaluate(policy, facts, line);
        compared.decisions++;
        if (decision.eligible) compared.eligible++;
        const { lineItemId: _, returnable: __, because: ___, reasons: ____, ...verdict } = decision;
        const isSame = Bun.deepEquals(plainOf(decision), plain) && Bun.deepEquals(brief[i], verdict);
        if (!isSame && compared.differences.length < MAX_SHOWN)
          compared.differences.push({ policy, facts, line, decision, plain, brief: brief[i] });
        return decision.until;
      });
    }
  }
  return compared;
}

function plainOf(decision: LineDecision): Plain {
  const { lineItemId: _, returnable: __, because: ___, reasons, atLeast, ...rest } = decision;
  return { ...rest, atLeast: atLeast ?? false, reasons: reasons.map(({ code }) => code) };
}
