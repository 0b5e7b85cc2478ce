import type { ReturnItemAdditions } from "../additions-schema.ts";

export type Assessment = NonNullable<ReturnItemAdditions["assessments"]>[number];

/** What an inspection finds of a unit: its grade, or what becomes of it. Each is a field of the unit's item. */
export type Kind = "grade" | "outcome";

/** The types of the responses that have the value of a kind. */
const VALUE_OF: Record<Kind, string> = { grade: "grade", outcome: "disposition" };
/** The type of the response that says which unit is meant; an item's other assessments are about the whole item. */
const UNIT = "line_item_id";
/** Stands for the units without an assessment of their own. */
const OTHERS = "others";

/** Assessments of single units, by the id of the unit. */
type OfUnits = Map<string, Assessment>;

export function responseOf({ responses = [] }: Assessment, type: string): string | undefined {
  return responses.find((response) => response.type === type)?.value;
}

export type NewResponse = [type: string, value: string | null | undefined];

/** Returns the assessment of a unit by the person with an e-mail address; responses without a value are left out. */
export function assessmentOf(
  unitId: number,
  { by, responses }: { by: string | null | undefined; responses: NewResponse[] },
): Assessment {
  const given = responses.flatMap(([type, value]) => (value ? { type, value } : []));
  return {
    ...(by && { assignedUser: { email: by } }),
    responses: [{ type: UNIT, value: String(unitId) }, ...given],
  };
}

/**
 * Returns a function from a unit's id to its assessment of a kind; undefined when no unit of the item has one of its
 * own, or the item got another value as a whole afterwards.
 */
export function unitAssessments(
  additions: ReturnItemAdditions,
  kind: Kind,
): ((unitId: number) => Assessment | undefined) | undefined {
  const found = currentOf(additions, kind);
  return found.size === 0 ? undefined : (unitId) => found.get(String(unitId)) ?? found.get(OTHERS);
}

/**
 * Returns the fields of an item after units of it were assessed, by their ids: each unit's assessment replaces its
 * former one, and the item's own value names those of all of its units.
 */
export function withAssessments(
  { additions, quantity }: { additions: ReturnItemAdditions; quantity: number },
  kind: Kind,
  assessed: OfUnits,
): Pick<ReturnItemAdditions, Kind | "assessments"> {
  const current = currentOf(additions, kind);
  const after = new Map([...current, ...assessed]);
  const whole = additions[kind];
  if (current.size === 0 && whole !== undefined) after.set(OTHERS, wholeAssessment(additions, kind, whole));
  if (after.size > quantity) after.delete(OTHERS);
  return merged(additions, kind, after);
}

/** Returns an item's additions without the assessments of units that have left it. */
export function withoutUnitAssessments(
  additions: ReturnItemAdditions,
  unitIds: ReadonlySet<string>,
): ReturnItemAdditions {
  let left = additions;
  for (const kind of ["grade", "outcome"] as const) {
    const current = currentOf(left, kind);
    const after = new Map([...current].filter(([unitId]) => !unitIds.has(unitId)));
    if (after.size === current.size) continue;
    const { [kind]: _, ...rest } = left;
    left = { ...rest, ...merged(left, kind, after) };
  }
  return left;
}

/** Assessments keep their places, so that the same inspection again changes nothing. */
function merged(
  { assessments = [] }: ReturnItemAdditions,
  kind: Kind,
  after: OfUnits,
): Pick<ReturnItemAdditions, Kind | "assessments"> {
  const added = new Map(after);
  const kept = assessments.flatMap((assessment) => {
    const unit = unitOf(assessment, kind);
    if (unit === undefined) return [assessment];
    const replaced = added.get(unit);
    added.delete(unit);
    return replaced ? [replaced] : [];
  });
  const all = [...kept, ...added.values()];
  const value = summaryOf(ofUnits(all, kind), kind);
  return { ...(value !== undefined && { [kind]: value }), assessments: all };
}

function currentOf(additions: ReturnItemAdditions, kind: Kind): OfUnits {
  const found = ofUnits(additions.assessments ?? [], kind);
  return summaryOf(found, kind) === additions[kind] ? found : new Map();
}

function ofUnits(assessments: Assessment[], kind: Kind): OfUnits {
  const pairs = assessments.flatMap((assessment): [string, Assessment][] => {
    const unit = unitOf(assessment, kind);
    return unit === undefined ? [] : [[unit, assessment]];
  });
  return new Map(pairs);
}

/** Returns which unit an assessment of this kind is about. */
function unitOf(assessment: Assessment, kind: Kind): string | undefined {
  const isDisposition = responseOf(assessment, VALUE_OF.outcome) !== undefined;
  return isDisposition === (kind === "outcome") ? responseOf(assessment, UNIT) : undefined;
}

function summaryOf(found: OfUnits, kind: Kind): string | undefined {
  const values = [...found.values()].flatMap((assessment) => responseOf(assessment, VALUE_OF[kind]) ?? []);
  return values.length === 0 ? undefined : [...new Set(values)].join(", ");
}

/** Returns what an item had as a whole as the assessment of the units that have no other. */
function wholeAssessment({ assessments = [] }: ReturnItemAdditions, kind: Kind, value: string): Assessment {
  const { assignedUser, responses = [] } = assessments[0] ?? {};
  return {
    ...(assignedUser && { assignedUser }),
    responses: [
      { type: UNIT, value: OTHERS },
      { type: VALUE_OF[kind], value },
      ...responses.filter(({ type }) => type === "short_text"),
    ],
  };
}
