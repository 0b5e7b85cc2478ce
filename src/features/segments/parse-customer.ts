import { nearest } from "../../lib/nearest.ts";
import {
  type Comparison,
  CUSTOM_FIELD,
  CUSTOMER_FIELDS,
  type CustomerCondition,
  isCustomerField,
  type RelativeCondition,
} from "./condition.ts";
import { MAX_TEXT_CHARACTERS } from "./condition-schema.ts";
import { type Faults, isObject, type Json, parseText } from "./faults.ts";
import { parseLast } from "./parse-event.ts";
import { type FieldType, isComparison, parseScalar, parseTest } from "./parse-test.ts";

/** A longer name is no typing error of a known one. */
const MAX_COMPARED_LENGTH = 64;

/** Returns a condition on a profile; undefined when it has a fault. */
export function parseCustomer(
  given: Json,
  pointer: string,
  faults: Faults,
): CustomerCondition | RelativeCondition | undefined {
  const customer = parseText(given.customer, MAX_TEXT_CHARACTERS, `${pointer}/customer`, faults);
  if (customer === undefined) return undefined;
  const isCustom = customer.startsWith(CUSTOM_FIELD) && customer !== CUSTOM_FIELD;
  if (!isCustom && !isCustomerField(customer)) {
    return faults.add(`${pointer}/customer`, unknownField(customer));
  }
  const type = isCustomerField(customer) ? CUSTOMER_FIELDS[customer] : undefined;
  const { is, op, value } = given;
  if (is !== undefined && op !== undefined) return faults.add(pointer, "must have either is or op");
  const [compared, at] = is === undefined ? [value, `${pointer}/value`] : [is, `${pointer}/is`];
  if (isObject(compared)) {
    const seconds = parseTime(compared, isCustom ? "date" : type, at, faults);
    const comparison = is === undefined ? parseComparison(op, `${pointer}/op`, faults) : "=";
    if (seconds === undefined || comparison === undefined) return undefined;
    return { customer, op: comparison, lastSeconds: seconds };
  }
  if (is === undefined) {
    const test = parseTest(given, type, pointer, faults);
    return test && { customer, test };
  }
  const scalar = parseScalar(is, type, at, faults);
  return scalar === undefined ? undefined : { customer, test: { op: "=", value: scalar } };
}

/** Returns the seconds of `{last}`, with which dates alone are compared. */
function parseTime({ last }: Json, type: FieldType, pointer: string, faults: Faults): number | undefined {
  if (type !== "date") return faults.add(pointer, `must be a ${type}`);
  return parseLast(last, `${pointer}/last`, faults);
}

function parseComparison(op: unknown, pointer: string, faults: Faults): Comparison | undefined {
  return isComparison(op) ? op : faults.add(pointer, "must be one of =, !=, >, >=, <, <=");
}

function unknownField(name: string): string {
  const known = Object.keys(CUSTOMER_FIELDS);
  const similar = name.length <= MAX_COMPARED_LENGTH ? nearest(name, known) : undefined;
  if (similar) return `must be a field of a profile, such as ${similar}`;
  return `must be ${known.join(", ")} or ${CUSTOM_FIELD}<name>`;
}
