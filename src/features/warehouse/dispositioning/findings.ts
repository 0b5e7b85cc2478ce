import { type Fault, requireNoFaults } from "../../../lib/problem.ts";
import { assessmentOf, type NewResponse } from "../../returns/change/inspections.ts";
import { parseDate } from "../returns/parse-date.ts";
import type { Finding } from "./inspect.ts";

/** What grading and assessing have in common. */
type Line = {
  line_item_id: number | string;
  return_processor?: string | null;
  note?: string | null;
  inspected_at?: string | null;
};

/** Returns the lines of a request as findings, `responsesOf` what is special to them. Throws 422 for an invalid date. */
export function findingsOf<L extends Line>(lines: L[], responsesOf: (line: L) => NewResponse[]): Finding[] {
  const faults: Fault[] = [];
  const findings = lines.map((line, index) => {
    const { line_item_id, return_processor, note, inspected_at } = line;
    const inspected = inspected_at ? parseDate(inspected_at) : undefined;
    if (inspected_at && !inspected) {
      faults.push({
        detail: "The inspected_at is not a valid date.",
        pointer: `/items/${index}/inspected_at`,
      });
    }
    const unitId = Number(line_item_id);
    const assessment = assessmentOf(unitId, {
      by: return_processor,
      responses: [...responsesOf(line), ["short_text", note], ["inspected_at", inspected?.toISOString()]],
    });
    return { index, unitId, assessment };
  });
  requireNoFaults(faults);
  return findings;
}
