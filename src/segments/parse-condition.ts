import { nearest } from "../lib/nearest.ts";
import {
  type Condition,
  CUSTOM_FIELD,
  CUSTOMER_FIELDS,
  type CustomerCondition,
  isCustomerField,
  type Test,
} from "./condition.ts";
import { type Faults, isObject, type Json, parseText } from "./faults.ts";
import { parseEvent } from "./parse-event.ts";
import { parseScalar, parseTest } from "./parse-test.ts";
import { KINDS, MAX_CONDITIONS, MAX_DEPTH, MAX_TEXT_CHARACTERS } from "./schema.ts";

/** A longer name is no typing error of a known one. */
const MAX_COMPARED_LENGTH = 64;

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
    count += 1 + (Array.isArray(value.data) ? value.data.length : 0);
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

function parseCustomer(given: Json, pointer: string, faults: Faults): CustomerCondition | undefined {
  const customer = parseText(given.customer, MAX_TEXT_CHARACTERS, `${pointer}/customer`, faults);
  if (customer === undefined) return undefined;
  const isCustom = customer.startsWith(CUSTOM_FIELD) && customer !== CUSTOM_FIELD;
  if (!isCustom && !isCustomerField(customer)) {
    return faults.add(`${pointer}/customer`, unknownField(customer));
  }
  const type = isCustomerField(customer) ? CUSTOMER_FIELDS[customer] : undefined;
  const test = testOf(given);
  return test && { customer, test };

  function testOf({ is, op }: Json): Test | undefined {
    if (is === undefined) return parseTest(given, type, pointer, faults);
    if (op !== undefined) return faults.add(pointer, "must have either is or op");
    const value = parseScalar(is, type, `${pointer}/is`, faults);
    return value === undefined ? undefined : { op: "=", value };
  }
}

function unknownField(name: string): string {
  const known = Object.keys(CUSTOMER_FIELDS);
  const similar = name.length <= MAX_COMPARED_LENGTH ? nearest(name, known) : undefined;
  if (similar) return `must be a field of a profile, such as ${similar}`;
  return `must be ${known.join(", ")} or ${CUSTOM_FIELD}<name>`;
}
