import { findUnstorable } from "../../core/http/body/body.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { isLongerThan } from "../../lib/text.ts";
import { COMPARISONS, type Comparison, OPERATORS, type Scalar, type Test } from "./condition.ts";
import { MAX_TEXT_CHARACTERS, MAX_VALUES } from "./condition-schema.ts";
import type { Faults, Json } from "./faults.ts";

/** The type of a field of a profile; undefined for a value of any type. */
export type FieldType = "string" | "number" | "date" | undefined;

/** Returns the test of `op` and `value`; undefined when it has a fault. */
export function parseTest(given: Json, type: FieldType, pointer: string, faults: Faults): Test | undefined {
  const { op } = given;
  if (!OPERATORS.some((operator) => operator === op)) {
    return faults.add(`${pointer}/op`, `must be one of ${OPERATORS.join(", ")}`);
  }
  const at = `${pointer}/value`;
  if (op === "exists") return parseExists(given.value, at, faults);
  if (op === "in") return parseIn(given.value, type, at, faults);
  const value = parseScalar(given.value, type, at, faults);
  if (value === undefined) return undefined;
  if (op === "startsWith") {
    if (type !== undefined && type !== "string")
      return faults.add(`${pointer}/op`, `must be one that a ${type} has`);
    if (typeof value !== "string") return faults.add(at, "must be a string");
    return { op, value };
  }
  if (op !== "=" && op !== "!=" && typeof value === "boolean") {
    return faults.add(at, `must be a string, a number or a date, which ${op} can compare`);
  }
  return { op: op as Comparison, value };
}

export function isComparison(value: unknown): value is Comparison {
  return COMPARISONS.some((comparison) => comparison === value);
}

/** Returns a value to compare with; undefined when it has a fault. A date of a date field becomes UTC. */
export function parseScalar(
  value: unknown,
  type: FieldType,
  pointer: string,
  faults: Faults,
): Scalar | undefined {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isScalar) return faults.add(pointer, "must be a string, a number or a boolean");
  if (typeof value === "string" && isLongerThan(value, MAX_TEXT_CHARACTERS)) {
    return faults.add(pointer, `must be a string of at most ${MAX_TEXT_CHARACTERS} characters`);
  }
  const unstorable = findUnstorable(value, pointer);
  if (unstorable) return faults.put(unstorable);
  if (type === "date") {
    const date = typeof value === "string" ? parseDateTime(value) : undefined;
    return date?.toISOString() ?? faults.add(pointer, "must be a date and time with offset, as in RFC 3339");
  }
  if (type !== undefined && typeof value !== type) return faults.add(pointer, `must be a ${type}`);
  return value;
}

function parseExists(value: unknown, pointer: string, faults: Faults): Test | undefined {
  if (value === undefined) return { op: "exists", value: true };
  return typeof value === "boolean" ? { op: "exists", value } : faults.add(pointer, "must be true or false");
}

function parseIn(value: unknown, type: FieldType, pointer: string, faults: Faults): Test | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES) {
    return faults.add(pointer, `must be an array of 1 to ${MAX_VALUES} values`);
  }
  const values: Scalar[] = [];
  for (const [i, each] of value.entries()) {
    const parsed = parseScalar(each, type, `${pointer}/${i}`, faults);
    if (parsed !== undefined) values.push(parsed);
  }
  return values.length === value.length ? { op: "in", value: values } : undefined;
}
