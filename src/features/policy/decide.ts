import { localDay } from "../../lib/local-days.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { sameJson } from "../../lib/same-json.ts";
import { because } from "./because.ts";
import type { LineAnswer, LineDecision, OfferedReason } from "./decision-schema.ts";
import type { Facts } from "./facts.ts";
import { matches, type Tested } from "./match.ts";
import { partsOf } from "./parts.ts";
import { type Period, periodOf } from "./period.ts";
import { OUTCOMES, type Policy, type Then, type When } from "./schema.ts";

/** A policy; its version is null while it isn't saved. */
export type PolicyVersion = { version: number | null; policy: Policy };

/** What a store without a policy has: everything may be returned for ever. */
export const NO_POLICY: PolicyVersion = { version: null, policy: { timeZone: "UTC" } };

/** Returns what a policy says about each line. The same policy and facts always give the same decisions. */
export function decide({ version, policy }: PolicyVersion, facts: Facts): LineDecision[] {
  const orderDay = orderDayOf(policy, facts);
  return facts.lines.map((line) => {
    const known = policy.reasons?.length ? new Map<When, boolean>() : undefined;
    const answer = (reasonCode: string | null) =>
      answerOf({ version, policy }, { facts, line, orderDay, reasonCode, known });
    const own = answer(line.reasonCode);
    return {
      lineItemId: line.lineItemId,
      returnable: line.returnable,
      ...own,
      reasons: reasonsOf(policy, { facts, line, orderDay, reasonCode: null }).map(
        ({ code, texts, needs = [] }): OfferedReason => ({
          code,
          texts,
          needs,
          changes:
            reasonOf(policy, code) === reasonOf(policy, line.reasonCode) ? {} : changes(own, answer(code)),
        }),
      ),
    };
  });
}

/** What a policy says about a line, without why. */
export type Verdict = Omit<LineAnswer, "because">;

/** Returns what a policy says about each line, without why: as `decide` does, in less time. */
export function verdicts({ policy }: PolicyVersion, facts: Facts): Verdict[] {
  const orderDay = orderDayOf(policy, facts);
  return facts.lines.map((line) => {
    const { parts } = partsOf(policy, { facts, line, orderDay, reasonCode: line.reasonCode });
    return verdictOf(parts, facts, periodFor(policy, parts, { facts, line }));
  });
}

function orderDayOf({ timeZone }: Policy, { orderedAt }: Facts): () => string {
  let day: string | undefined;
  return () => {
    day ??= dayText(localDay(orderedAt, timeZone));
    return day;
  };
}

function reasonsOf({ reasons = [] }: Policy, tested: Tested) {
  return reasons.filter(({ when }) => matches(when, tested));
}

/** Returns a reason's code if a rule names it; any other decides as no reason does. */
function reasonOf(policy: Policy, code: string | null): string | null {
  return code !== null && namedReasons(policy).has(code) ? code : null;
}

const namedReasons = memoizeByObject(
  ({ rules = [] }: Policy) => new Set(rules.flatMap(({ when }) => when?.reasonCodes ?? [])),
);

function answerOf({ version, policy }: PolicyVersion, tested: Tested): LineAnswer {
  const decided = partsOf(policy, tested);
  const period = periodFor(policy, decided.parts, tested);
  return Object.assign(verdictOf(decided.parts, tested.facts, period), {
    because: { version, ...because(policy, tested, decided, period) },
  });
}

function periodFor(policy: Policy, parts: Then, { facts, line }: Pick<Tested, "facts" | "line">) {
  const window = parts.window === undefined ? policy.window : parts.window;
  return window ? periodOf(window, facts, line, policy.timeZone) : undefined;
}

function verdictOf(parts: Then, { at }: Facts, period: Period | undefined): Verdict {
  const until = period?.until ?? null;
  const isMissing = period?.missing !== undefined;
  const verdict = {
    eligible: (parts.eligible ?? true) && (until === null || isMissing || at < until),
    until,
    outcomes: parts.outcomes ?? ALL_OUTCOMES,
    fee: parts.fee ?? null,
    bonus: parts.bonus ?? null,
    label: parts.label ?? "merchant",
    keepItem: parts.keepItem ?? false,
    review: parts.review ?? false,
  };
  return isMissing ? { ...{ eligible: verdict.eligible, until }, atLeast: true, ...verdict } : verdict;
}

const ALL_OUTCOMES: Verdict["outcomes"] = [...OUTCOMES];

/** Returns the fields of an answer that are different from those of another. */
function changes(from: LineAnswer, to: LineAnswer): OfferedReason["changes"] {
  const complete = { ...to, atLeast: to.atLeast ?? false };
  const before: Record<string, unknown> = { ...from, atLeast: from.atLeast ?? false };
  const changed = Object.entries(complete).filter(([name, value]) => !sameJson(value, before[name]));
  return Object.fromEntries(changed);
}

/** As a condition has it; a zone may have reached the year 10000. */
function dayText(day: Temporal.PlainDate): string {
  return day.year > 9999 ? "9999-12-31" : day.toString();
}
