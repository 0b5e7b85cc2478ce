import { type Call, type Effect, endOf, shown } from "../call.ts";
import type { Row, State } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";

type Sent = { call: Call; effect: Effect };

/**
 * Every acknowledged row exists once, with the id of its response. No refused row exists. A row with an
 * unknown outcome exists at most once. Of several requests for the same row, the first one creates it.
 */
export function checkEffects(calls: Call[], { rows }: Pick<State, "rows">): Violation[] {
  const sent = calls.flatMap((call) => (call.effects ?? []).map((effect) => ({ call, effect })));
  const byMark = Map.groupBy(rows, nameOf);
  const known = new Set(sent.map(({ effect }) => nameOf(effect)));
  const groups = Map.groupBy(sent, ({ effect }) => `${effect.kind} ${effect.group}`);
  // Skips rows that were deleted or may have been.
  for (const { ends, outcome } of calls) {
    if (ends && outcome !== "refused") groups.delete(`${ends.kind} ${ends.group}`);
  }
  return [
    ...rows
      .filter((row) => !known.has(nameOf(row)))
      .map((row): Violation => ({ kind: "row exists, but was never sent", text: describeRow(row) })),
    ...[...groups.values()].flatMap((group) => checkGroup(group, byMark)),
    ...calls.flatMap((call) => checkWhole(call, groups, byMark)),
  ];
}

function checkGroup(group: Sent[], byMark: Map<string, Row[]>): Violation[] {
  const violations: Violation[] = [];
  const marks = [...new Set(group.map(({ effect }) => nameOf(effect)))];
  const there = marks.flatMap((mark) => byMark.get(mark) ?? []);
  const done = group.filter(({ call }) => call.outcome === "done");
  const [first] = done;
  const [row] = there;
  if (first && !row) violations.push({ kind: "acknowledged, but lost", text: describeSent(first) });
  if (there.length > 1) {
    const all = group.map(({ call }) => shown(call)).join("; ");
    violations.push({ kind: "row exists twice", text: `${there.map(describeRow).join(", ")}: ${all}` });
  }
  for (const one of there) {
    const own = group.filter(({ effect }) => nameOf(effect) === nameOf(one));
    violations.push(...checkRow(one, own, done));
  }
  return violations;
}

function checkRow(row: Row, own: Sent[], done: Sent[]): Violation[] {
  const violations: Violation[] = [];
  const add = (kind: ViolationKind, sent: Sent | undefined) =>
    sent && violations.push({ kind, text: `${describeRow(row)}: ${describeSent(sent)}` });
  if (own.every(({ call }) => call.outcome === "refused")) add("refused, but row exists", own[0]);
  add(
    "in another store",
    own.find(({ call }) => call.store !== row.store),
  );
  const start = Math.min(...own.map(({ call }) => call.start));
  for (const sent of done) {
    const { call, effect } = sent;
    const isOther = effect.mark !== row.mark;
    if (isOther && !effect.swallowed) add("acknowledged, but another row exists", sent);
    else if (isOther && endOf(call) < start) add("replaced by a later request", sent);
    if (call.answerId !== undefined && call.answerId !== row.id) add("answered with another id", sent);
  }
  return violations;
}

/**
 * A bulk request takes effect as a whole or not at all; rows that it shares with other requests may exist
 * already.
 */
function checkWhole(call: Call, groups: Map<string, Sent[]>, byMark: Map<string, Row[]>): Violation[] {
  const effects = call.effects ?? [];
  if (effects.length < 2 || call.outcome !== "unknown") return [];
  const isThere = ({ kind, group }: Effect) =>
    (groups.get(`${kind} ${group}`) ?? []).some(({ effect }) => byMark.has(nameOf(effect)));
  const absent = effects.find((effect) => !isThere(effect));
  const own = effects.find((effect) => !effect.swallowed && isThere(effect));
  if (!absent || !own) return [];
  return [
    { kind: "half of a request is stored", text: `${own.mark} without ${absent.mark}: ${shown(call)}` },
  ];
}

function nameOf({ kind, mark }: Pick<Effect, "kind" | "mark">): string {
  return `${kind} ${mark}`;
}

function describeRow({ kind, mark, id, store }: Row): string {
  return `${kind} ${mark} (${id}) of store ${store}`;
}

function describeSent({ call, effect }: Sent): string {
  return `${effect.kind} ${effect.mark}: ${shown(call)}`;
}
