import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { type Fault, invalid, requireNoFaults } from "../../../lib/problem.ts";
import type { ReturnPatch } from "../../returns/additions-schema.ts";
import { amendReturnBy } from "../../returns/change/amend.ts";
import { lockReturns } from "../../returns/change/change.ts";
import { type Assessment, type Kind, withAssessments } from "../../returns/change/inspections.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { createUnitFinder } from "../unit-ids.ts";
import { findUnits } from "./find-units.ts";

/** The findings of a unit; `index` is its place in the request. */
export type Finding = { index: number; unitId: number; assessment: Assessment };

/**
 * Records the findings of units, in all of their returns or in none. Throws 422 for ids that are not units of a
 * return of the store, are those of a cancelled return, or come twice.
 */
export async function inspect(ctx: Ctx, caller: Caller, kind: Kind, findings: Finding[]): Promise<void> {
  const { storeId } = caller;
  requireNoFaults(repeated(findings));
  const found = await findUnits(
    ctx,
    storeId,
    findings.map(({ unitId }) => unitId),
  );
  requireNoFaults(
    findings.flatMap((finding) => {
      const unit = found.get(finding.unitId);
      if (!unit) return faultOf(finding, UNKNOWN);
      return unit.status === "deleted" ? faultOf(finding, CANCELLED) : [];
    }),
  );
  const ofReturn = Map.groupBy(findings, ({ unitId }) => found.get(unitId)?.returnId ?? "");
  // Sorted, so that two requests about the same returns cannot deadlock.
  const returnIds = [...ofReturn.keys()].sort();
  await inTransaction(ctx, async (tx) => {
    await lockReturns(tx, storeId, returnIds);
    for (const returnId of returnIds) {
      await amendReturnBy(tx, caller, returnId, (record) =>
        patchOf(record, kind, ofReturn.get(returnId) ?? []),
      );
    }
  });
}

const UNKNOWN = "No line item of a return has this id.";
const CANCELLED = "The return of the line item is cancelled.";

function faultOf({ index }: Finding, detail: string): Fault {
  return { detail, pointer: `/items/${index}/line_item_id` };
}

function repeated(findings: Finding[]): Fault[] {
  const ids = new Set<number>();
  return findings.flatMap((finding) => {
    if (!ids.has(finding.unitId)) {
      ids.add(finding.unitId);
      return [];
    }
    return faultOf(finding, "The line item is in the request twice.");
  });
}

/** Returns the change of a locked return. Its units may have been removed since they were found. */
function patchOf({ row, items }: ReturnRecord, kind: Kind, findings: Finding[]): ReturnPatch {
  const unitOf = createUnitFinder(items);
  const assessed = findings.map((finding) => {
    const unit = unitOf(finding.unitId);
    if (!unit) throw invalid(faultOf(finding, UNKNOWN));
    if (row.status === "deleted") throw invalid(faultOf(finding, CANCELLED));
    return { ...finding, item: unit.item };
  });
  const ofItem = Map.groupBy(assessed, ({ item }) => item);
  return {
    items: [...ofItem].map(([item, ofUnits]) => {
      const byUnit = new Map(ofUnits.map(({ unitId, assessment }) => [String(unitId), assessment]));
      const { assessments, [kind]: value } = withAssessments(item, kind, byUnit);
      return { id: item.id, assessments, [kind]: value ?? null };
    }),
  };
}
