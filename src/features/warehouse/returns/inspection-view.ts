import { type Assessment, responseOf, unitAssessments } from "../../returns/change/inspections.ts";
import { gradeCategory, shownCategory } from "../categories.ts";
import { phpDateTime } from "../formats.ts";
import type { Version } from "../versions.ts";
import { parseDate } from "./parse-date.ts";
import type { UnitView } from "./unit-view.ts";

type Item = UnitView["item"];
type Shape = Pick<Version, "categories">;

type Common = { return_processor: string | null; note: string | null; inspected_at: string | null };
type Condition = Common & {
  description: string;
  condition_category: ReturnType<typeof shownCategory>;
  images: string[];
};
type Disposition = Common & { disposition_outcome: string };
export type Inspection = { condition: Condition | null; disposition: Disposition | null };

/**
 * Returns a function from a unit to what the warehouse has found of it. Call it with the units of a return in order.
 * What an item has as a whole is that of each of its units, unless units have inspections of their own.
 */
export function createInspections(version: Shape): (unit: UnitView) => Inspection {
  let item: Item | undefined;
  let ofUnit: (unitId: number) => Inspection;
  return ({ item: its, id }) => {
    if (item !== its) {
      item = its;
      ofUnit = createItemInspections(its, version);
    }
    return ofUnit(id);
  };
}

function createItemInspections({ additions }: Item, version: Shape): (unitId: number) => Inspection {
  const { grade, outcome, assessments = [] } = additions;
  const whole = assessments[0] ?? {};
  const grading = unitAssessments(additions, "grade");
  const disposing = unitAssessments(additions, "outcome");
  const gradeOfAll =
    grade === undefined
      ? null
      : {
          description: grade,
          condition_category: gradeCategory(grade, version),
          ...commonOf(whole),
          images: [],
        };
  const outcomeOfAll = outcome === undefined ? null : { disposition_outcome: outcome, ...commonOf(whole) };
  return (unitId) => ({
    condition: grading ? conditionOf(grading(unitId), version) : gradeOfAll,
    disposition: disposing ? dispositionOf(disposing(unitId)) : outcomeOfAll,
  });
}

function conditionOf(assessment: Assessment | undefined, version: Shape): Condition | null {
  if (!assessment) return null;
  const { responses = [] } = assessment;
  return {
    description: responseOf(assessment, "description") ?? responseOf(assessment, "grade") ?? "",
    condition_category: shownCategory(assessment, version),
    ...commonOf(assessment),
    images: responses.flatMap(({ type, value }) => (type === "image" ? value : [])),
  };
}

function dispositionOf(assessment: Assessment | undefined): Disposition | null {
  if (!assessment) return null;
  return {
    disposition_outcome: responseOf(assessment, "disposition") ?? "",
    ...commonOf(assessment),
  };
}

function commonOf(assessment: Assessment): Common {
  const { assignedUser } = assessment;
  const inspected = parseDate(responseOf(assessment, "inspected_at") ?? "");
  return {
    return_processor: assignedUser?.name ?? assignedUser?.email ?? null,
    note: responseOf(assessment, "short_text") ?? null,
    inspected_at: inspected ? phpDateTime(inspected) : null,
  };
}
