import { localDay } from "../../lib/local-days.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { sameJson } from "../../lib/same-json.ts";
import { because } from "./because.ts";
import type { LineAnswer, LineDecision, OfferedReason } from "./decision-schema.ts";
import type { Facts } from "./facts.ts";
import { matches, type Tested } from "./match.ts";
import { partsOf } from "./parts.ts";
import { periodOf } from "./period.ts";
import { OUTCOMES, type Policy } from "./schema.ts";

/** A policy; its version is null while it isn't saved. */
export type PolicyVersion = { version: number | null; policy: Policy };

/** What a store without a policy has: everything may be returned for ever. */
export const NO_POLICY: PolicyVersion = { version: null, policy: { timeZone: "UTC" } };

/** Returns what a policy says about each line. The same policy and facts always give the same decisions. */
export function decide({ version, policy }: PolicyVersion, facts: Facts): LineDecision[] {
  const orderDay = dayText(localDay(facts.orderedAt, policy.timeZone));
  return facts.lines.map((line) => {
    const answer = (reasonCode: string | null) =>
      answerOf({ version, policy }, { facts, line, orderDay, reasonCode });
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
  const { facts, line } = tested;
  const decided = partsOf(policy, tested);
  const { eligible = true, window = policy.window ?? null, outcomes, fee, bonus, ...rest } = decided.parts;
  const period = window === null ? undefined : periodOf(window, facts, line, policy.timeZone);
  const until = period?.until ?? null;
  const isInTime = until === null || period?.missing !== undefined || facts.at < until;
  return {
    eligible: eligible && isInTime,
    until,
    ...(period?.missing && { atLeast: true }),
    outcomes: outcomes ?? [...OUTCOMES],
    fee: fee ?? null,
    bonus: bonus ?? null,
    label: rest.label ?? "merchant",
    keepItem: rest.keepItem ?? false,
    review: rest.review ?? false,
    because: { version, ...because(policy, tested, decided, period) },
  };
}

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
