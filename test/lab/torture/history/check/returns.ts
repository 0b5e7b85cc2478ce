import { type Call, shown } from "../call.ts";
import type { HistoryRow, ReturnState, State } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";

/** The contract's transitions, repeated here because the service's table may be wrong. */
const TRANSITIONS: Record<string, string> = {
  pre_shipment: "open rejected deleted",
  open: "in_transit delivered needs_review flagged complete rejected deleted",
  in_transit: "delivered needs_review flagged complete rejected deleted",
  delivered: "needs_review in_review flagged complete rejected deleted",
  needs_review: "in_review open flagged complete rejected deleted",
  in_review: "open flagged complete rejected deleted",
  flagged: "open in_review complete rejected deleted",
  complete: "open",
  rejected: "open",
  deleted: "",
};

/**
 * A return's history is one legal path to its status, with each acknowledged change once and no refused one.
 */
export function checkReturns(calls: Call[], { returns }: Pick<State, "returns">): Violation[] {
  const changes = Map.groupBy(
    calls.filter(({ change }) => change),
    ({ change }) => change?.returnId ?? "",
  );
  return returns.flatMap((one) => [...checkPath(one), ...checkRows(one, changes.get(one.id) ?? [])]);
}

function checkPath({ id, status, history, shown: read }: ReturnState): Violation[] {
  const violations: Violation[] = [];
  const path = history.map(({ to }) => to).join(" → ");
  const add = (kind: ViolationKind, what: string) =>
    violations.push({ kind, text: `return ${id}: ${what}; ${path}` });
  for (const [i, row] of history.entries()) {
    const before = history[i - 1];
    if (row.from !== (before?.to ?? null)) add("history with a gap", `from ${row.from} after ${before?.to}`);
    if (row.from !== null && !TRANSITIONS[row.from]?.split(" ").includes(row.to)) {
      add("illegal transition", `${row.from} → ${row.to}`);
    }
  }
  const last = history.at(-1)?.to;
  if (last !== status) add("status differs from history", `it is ${status}`);
  if (read && read.status !== status) add("status differs from history", `it is read as ${read.status}`);
  return violations;
}

function checkRows({ id, history }: ReturnState, calls: Call[]): Violation[] {
  const violations: Violation[] = [];
  const left = new Set(history.slice(1));
  for (const call of calls) {
    if (call.outcome === "unknown" || !call.change) continue;
    const own = history.filter(({ requestId }) => requestId === call.requestId);
    const add = (kind: ViolationKind) =>
      violations.push({ kind, text: `return ${id}: ${own.length} rows; ${shown(call)}` });
    for (const row of own) left.delete(row);
    if (call.outcome === "refused") {
      if (own.length > 0) add("refused change in the history");
      continue;
    }
    const { row, to } = call.change;
    if (row === "once" && own.length === 0) add("acknowledged change not in the history");
    if (own.length > 1) add("change twice in the history");
    if (own.some((one) => row === "never" || !to.includes(one.to))) add("another change in the history");
  }
  const open = calls.filter(({ outcome }) => outcome === "unknown");
  for (const row of left) {
    const cause = open.findIndex((call) => mayHaveMade(call, row));
    if (cause >= 0) open.splice(cause, 1);
    else {
      const text = `return ${id}: ${row.from} → ${row.to} by ${row.by}, request ${row.requestId}`;
      violations.push({ kind: "change that no request made", text });
    }
  }
  return violations;
}

function mayHaveMade({ client, change, requestId }: Call, row: HistoryRow): boolean {
  const isNamed = requestId === "" || requestId === row.requestId;
  return isNamed && client === row.by && change?.to.includes(row.to) === true;
}
