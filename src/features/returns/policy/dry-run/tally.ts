import { sameJson } from "../../../../lib/same-json.ts";
import type { PolicyVersion } from "../../../policy/decide.ts";
import { decideKept, isAllowed, type KeptLine } from "../decide-lines.ts";
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
  const asked = past.items.map(([lineItemId, quantity, reasonCode]) => ({
    lineItemId,
    quantity,
    reasonCode,
  }));
  const at = new Date(past.createdAt);
  const known = { order: past.order, parcels: past.parcels, taken: new Map(), segments, language: null, at };
  const facts = factsOf(known, asked);
  const [before, after] = [await decideKept(inForce, facts), await decideKept(draft, facts)];
  counts.returns++;
  if (after.every((line, i) => isAllowed(line, past.items[i]?.[3] ?? "refund"))) counts.eligible++;
  else counts.refused++;
  const changed = after.findIndex((line, i) => !isSame(before[i], line));
  const [was, is] = [before[changed], after[changed]];
  if (!was || !is) return;
  counts.changed++;
  if (examples.length >= MAX_EXAMPLES) return;
  examples.push({
    ...{ returnId: past.id, externalOrderId: past.externalOrderId, createdAt: past.createdAt },
    ...{ lineItemId: is.lineItemId, before: shown(was), after: shown(is) },
  });
}

function isSame(a: KeptLine | undefined, b: KeptLine): boolean {
  return a !== undefined && COMPARED.every((name) => a[name] === b[name] || sameJson(a[name], b[name]));
}

function shown({ lineItemId: _, returnable: __, ...decided }: KeptLine) {
  return decided;
}
