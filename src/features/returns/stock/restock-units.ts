import { sameJson } from "../../../lib/same-json.ts";
import type { ReturnItemAdditions } from "../additions-schema.ts";
import { type Assessment, responseOf } from "../change/inspections.ts";

/** An item of a return, as far as its stock is concerned. */
export type StockItem = { quantity: number; additions: ReturnItemAdditions };

/** Outcomes that put units back into stock; the second is the compatible API's. */
const RESTOCKED: readonly string[] = ["restock", "back_to_stock"];

/**
 * Returns how many units of an item go back into stock after a change of it, and whether its outcome has just been set;
 * undefined where its outcome is as before. `held` units went back before. What was said last counts: the outcome of the
 * whole item, or those of single units in its assessments.
 */
export function unitsToRestock(
  before: StockItem,
  after: StockItem,
  held: number | undefined,
): { units: number; isSet: boolean } | undefined {
  const { outcome } = after.additions;
  if (outcome === undefined) return held === undefined ? undefined : { units: 0, isSet: true };
  const [was, is] = [outcomesOf(before), outcomesOf(after)];
  const isAssessed = !sameJson(was, is);
  if (!isAssessed && outcome === before.additions.outcome) {
    if (held === undefined || held <= after.quantity) return undefined;
    return { units: after.quantity, isSet: false };
  }
  const isOfUnits = is.length > 0 && (isAssessed || summaryOf(is) === normal(outcome));
  const units = isOfUnits ? restockedOf(is, after.quantity) : isRestock(outcome) ? after.quantity : 0;
  return { units, isSet: true };
}

/** The outcome of some units of an item, which are named in one of several ways; empty for a unit that is missing. */
type UnitOutcome = { of: string; units: number; outcome: string };

const OTHERS = "line_item_id others";

function outcomesOf({ additions: { outcome, assessments = [] }, quantity }: StockItem): UnitOutcome[] {
  if (outcome === undefined || assessments.length === 0) return [];
  const found = new Map<string, UnitOutcome>();
  const unnamed: UnitOutcome[] = [];
  for (const [i, assessment] of assessments.entries()) {
    const value = outcomeIn(assessment);
    if (value === undefined) continue;
    const named = namedUnits(assessment);
    if (named) found.set(named.of, { ...named, outcome: value });
    else unnamed.push({ of: `unnamed ${i}`, units: 1, outcome: value });
  }
  // One is about the whole item.
  const single = unnamed.length > 1 && unnamed.length <= quantity ? unnamed : [];
  return [...found.values(), ...single].toSorted((a, b) => (a.of < b.of ? -1 : 1));
}

function outcomeIn(assessment: Assessment): string | undefined {
  return (
    responseOf(assessment, "disposition") ?? (responseOf(assessment, "received") === "no" ? "" : undefined)
  );
}

/** Returns the units that an assessment names: by their id, by their number in the item, or how many there are. */
function namedUnits(assessment: Assessment): Omit<UnitOutcome, "outcome"> | undefined {
  for (const type of ["line_item_id", "unit", "units"] as const) {
    const value = responseOf(assessment, type);
    if (value === undefined) continue;
    const units = type === "units" ? Math.max(0, Math.floor(Number(value)) || 0) : 1;
    return { of: `${type} ${value}`, units };
  }
  return undefined;
}

function restockedOf(outcomes: UnitOutcome[], quantity: number): number {
  const named = outcomes.filter(({ of }) => of !== OTHERS).reduce((sum, { units }) => sum + units, 0);
  const units = outcomes
    .filter(({ outcome }) => isRestock(outcome))
    .reduce((sum, each) => sum + (each.of === OTHERS ? Math.max(0, quantity - named) : each.units), 0);
  return Math.min(units, quantity);
}

/** The words of all units, as the item's own outcome names them. */
function summaryOf(outcomes: UnitOutcome[]): string {
  return normal([...new Set(outcomes.flatMap(({ outcome }) => outcome || []))].join(", "));
}

function isRestock(outcome: string): boolean {
  return RESTOCKED.includes(normal(outcome));
}

function normal(outcome: string): string {
  return outcome.trim().toLowerCase();
}
