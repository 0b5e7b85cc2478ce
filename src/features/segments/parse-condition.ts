import type { Condition } from "./condition.ts";
import { KINDS, MAX_CONDITIONS, MAX_DEPTH } from "./condition-schema.ts";
import { type Faults, isObject } from "./faults.ts";
import { parseCustomer } from "./parse-customer.ts";
import { parseEvent } from "./parse-event.ts";

/** Returns the condition at `pointer` of a body; undefined when it has faults, which are added to `faults`. */
export function parseCondition(given: unknown, pointer: string, faults: Faults): Condition | undefined {
  let count = 0;
  return parse(given, pointer, 1);

  function parse(value: unknown, at: string, depth: number): Condition | undefined {
    if (!isObject(value)) return faults.add(at, value === undefined ? "is required" : "must be an object");
    const [kind, ...more] = KINDS.filter((name) => value[name] !== undefined);
    if (kind === undefined || more.length > 0) {
      return faults.add(at, `must have exactly one of ${KINDS.join(", ")}`);
    }
    if (depth > MAX_DEPTH) return faults.add(at, `must not be nested deeper than ${MAX_DEPTH} levels`);
    if (kind === "all" || kind === "any") {
      const conditions = parseAll(value[kind], `${at}/${kind}`, depth + 1);
      if (!conditions) return undefined;
      return kind === "all" ? { all: conditions } : { any: conditions };
    }
    if (kind === "not") {
      const condition = parse(value.not, `${at}/not`, depth + 1);
      return condition && { not: condition };
    }
    const compared = kind === "event" && value.value !== undefined ? 1 : 0;
    count += 1 + compared + (Array.isArray(value.data) ? value.data.length : 0);
    if (count > MAX_CONDITIONS) return faults.add(at, `must be among the first ${MAX_CONDITIONS} conditions`);
    return kind === "customer" ? parseCustomer(value, at, faults) : parseEvent(value, at, faults);
  }

  function parseAll(value: unknown, at: string, depth: number): Condition[] | undefined {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CONDITIONS) {
      return faults.add(at, `must be an array of 1 to ${MAX_CONDITIONS} conditions`);
    }
    const parsed = value.flatMap((each: unknown, i) => parse(each, `${at}/${i}`, depth) ?? []);
    return parsed.length === value.length ? parsed : undefined;
  }
}
