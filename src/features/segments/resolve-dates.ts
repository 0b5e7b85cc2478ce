import { instantNear } from "../../lib/date-time.ts";
import type { AbsoluteCondition, Condition, RelativeCondition } from "./condition.ts";

/** Whether a condition compares a date of a profile with a time that counts back from a moment. */
export function hasRelativeDates(condition: Condition): boolean {
  if ("not" in condition) return hasRelativeDates(condition.not);
  if ("all" in condition) return condition.all.some(hasRelativeDates);
  if ("any" in condition) return condition.any.some(hasRelativeDates);
  return "lastSeconds" in condition;
}

/** Returns a condition with the dates that its times have at a moment. */
export function resolveDates(condition: Condition, at: Date): AbsoluteCondition {
  const resolve = (inner: Condition) => resolveDates(inner, at);
  if ("not" in condition) return { not: resolve(condition.not) };
  if ("all" in condition) return { all: condition.all.map(resolve) };
  if ("any" in condition) return { any: condition.any.map(resolve) };
  return "lastSeconds" in condition ? resolved(condition, at) : condition;
}

/** As for events, the beginning of the time is not within it, and its end is. */
function resolved({ customer, op, lastSeconds }: RelativeCondition, at: Date): AbsoluteCondition {
  const begin = instantNear(at.getTime() - lastSeconds * 1_000);
  const compared = (comparison: RelativeCondition["op"], date: Date) => ({
    customer,
    test: { op: comparison, value: date.toISOString() },
  });
  if (op === "=") return { all: [compared(">", begin), compared("<=", at)] };
  if (op === "!=") return { any: [compared("<=", begin), compared(">", at)] };
  return compared(op, begin);
}
