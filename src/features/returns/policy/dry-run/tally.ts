import { sameJson } from "../../../../lib/same-json.ts";
import type { PolicyVersion, Verdict } from "../../../policy/decide.ts";
import type { Facts, LineFacts } from "../../../policy/facts.ts";
import type { TakenUnits } from "../../money/units.ts";
import { decideBriefly, decideKept, isAllowed } from "../decide-lines.ts";
import { factsOf } from "../facts.ts";
import type { PastReturn } from "./read-batch.ts";
import type { DryRunOutcome } from "./schema.ts";

const MAX_EXAMPLES = 20;

/** What a line is compared by: the days and the reasons of a decision may be others without changing it. */
const COMPARED = ["eligible", "outcomes", "fee", "bonus", "label", "keepItem", "review"] as const;

export type Policies = { inForce: PolicyVersion; draft: PolicyVersion };

export function emptyOutcome(): DryRunOutcome {
  return { counts: { returns: 0, eligible: 0, refused: 0, changed: 0 }, examples: [] };
}

/** Adds to an outcome what both policies say of a return, as of its creation. */
export async function tally(
  { counts, examples }: DryRunOutcome,
  { inForce, draft }: Policies,
  { segments, ...past }: PastReturn & { segments: string[] },
): Promise<void> {
  const { order, parcels, at } = past;
  const asked = past.items.map(([lineItemId, quantity, reasonCode]) => ({
    lineItemId,
    quantity,
    reasonCode,
  }));
  const facts = factsOf({ order, parcels, taken: NONE_TAKEN, segments, language: null, at }, asked);
  const [before, after] = [await decideBriefly(inForce, facts), await decideBriefly(draft, facts)];
  counts.returns++;
  if (after.every((line, i) => isAllowed(line, past.items[i]?.[3] ?? "refund"))) counts.eligible++;
  else counts.refused++;
  const changed = after.findIndex((line, i) => !isSame(before[i], line));
  const line = facts.lines[changed];
  if (!line) return;
  counts.changed++;
  if (examples.length >= MAX_EXAMPLES) return;
  const [was, is] = [await explained(inForce, facts, line), await explained(draft, facts, line)];
  examples.push({
    ...{ returnId: past.id, externalOrderId: past.externalOrderId, createdAt: past.createdAt },
    ...{ lineItemId: line.lineItemId, before: was, after: is },
  });
}

/** Of no line units are taken: the return itself may have taken them. */
const NONE_TAKEN: TakenUnits = { units: new Map(), refunded: new Map() };

function isSame(a: Verdict | undefined, b: Verdict): boolean {
  return a !== undefined && COMPARED.every((name) => a[name] === b[name] || sameJson(a[name], b[name]));
}

async function explained(policy: PolicyVersion, facts: Facts, line: LineFacts) {
  const [decided] = await decideKept(policy, { ...facts, lines: [line] });
  if (!decided) throw new Error("a line has no decision");
  const { lineItemId: _, returnable: __, ...shown } = decided;
  return shown;
}
