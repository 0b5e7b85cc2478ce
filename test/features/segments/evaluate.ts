import type {
  Condition,
  EventCondition,
  RelativeCondition,
  Test,
} from "../../../src/features/segments/condition.ts";

type Value = string | number | boolean;
export type Person = {
  id: string;
  email?: string;
  firstName?: string;
  location?: { city?: string; latitude?: number };
  createdAt: string;
  customFields?: Record<string, Value>;
};
export type Happening = {
  customer: string;
  name: string;
  at: string;
  value?: number;
  data: Record<string, Value>;
};

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

type Typed = { type: "string" | "number" | "boolean" | "date"; key: string | number };

function typed(value: Value): Typed {
  if (typeof value === "string" && DATE.test(value)) return { type: "date", key: Date.parse(value) };
  if (typeof value === "string") return { type: "string", key: value };
  return typeof value === "number" ? { type: "number", key: value } : { type: "boolean", key: value ? 1 : 0 };
}

/** Code points sort as their UTF-8 bytes do. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A plain reading of a test; `read` says how a value is typed. */
function passes(value: Value | undefined, test: Test, read: (value: Value) => Typed): boolean {
  if (test.op === "exists") return (value !== undefined) === test.value;
  if (value === undefined) return false;
  const own = read(value);
  if (test.op === "startsWith") return own.type === "string" && String(value).startsWith(test.value);
  if (test.op === "in") {
    return test.value.some((one) => {
      const other = read(one);
      return other.type === own.type && compare(own.key, other.key) === 0;
    });
  }
  const other = read(test.value);
  if (other.type !== own.type) return false;
  const order = compare(own.key, other.key);
  switch (test.op) {
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    default:
      return order <= 0;
  }
}

/** Whether a customer meets a condition, evaluated one customer and one event at a time. */
export function meets(person: Person, happenings: Happening[], condition: Condition, at: Date): boolean {
  const again = (inner: Condition) => meets(person, happenings, inner, at);
  if ("all" in condition) return condition.all.every(again);
  if ("any" in condition) return condition.any.some(again);
  if ("not" in condition) return !again(condition.not);
  if ("customer" in condition) {
    if ("lastSeconds" in condition) return isRelative(person, condition, at.getTime());
    const { customer, test } = condition;
    if (customer.startsWith("customFields.")) {
      return passes(person.customFields?.[customer.slice("customFields.".length)], test, typed);
    }
    if (customer === "email") return passes(person.email?.toLowerCase(), inLowerCase(test), plain);
    const values: Record<string, Value | undefined> = {
      id: person.id,
      firstName: person.firstName,
      "location.city": person.location?.city,
      "location.latitude": person.location?.latitude,
    };
    return passes(values[customer], test, plain);
  }
  const { event, data, value, within, times = { op: ">=", value: 1 } } = condition;
  const count = happenings.filter(
    (one) =>
      one.customer === person.id &&
      one.name === event &&
      data.every(({ key, test }) => passes(set(one.data[key]), test, typed)) &&
      (!value || passes(one.value, value, typed)) &&
      isWithin(Date.parse(one.at), within, at.getTime()),
  ).length;
  return passes(count, times as Test, typed);
}

function isRelative(person: Person, { customer, op, lastSeconds }: RelativeCondition, at: number): boolean {
  const field = customer.slice("customFields.".length);
  const value = customer === "createdAt" ? person.createdAt : person.customFields?.[field];
  if (value === undefined || typed(value).type !== "date") return false;
  const [time, begin] = [Number(typed(value).key), at - lastSeconds * 1_000];
  const isWithinTime = time > begin && time <= at;
  const outcomes = { "=": isWithinTime, "!=": !isWithinTime, ">": time > begin, ">=": time >= begin };
  return { ...outcomes, "<": time < begin, "<=": time <= begin }[op];
}

/** A field of a fixed type: a string that looks like a date is a string. */
function plain(value: Value): Typed {
  return typeof value === "string" ? { type: "string", key: value } : typed(value);
}

/** What an event counts as unset. */
function set(value: Value | undefined): Value | undefined {
  return value === 0 || value === "" ? undefined : value;
}

function inLowerCase(test: Test): Test {
  const lower = (value: Value) => String(value).trim().toLowerCase();
  if (test.op === "exists") return test;
  return test.op === "in"
    ? { ...test, value: test.value.map(lower) }
    : ({ ...test, value: lower(test.value) } as Test);
}

function isWithin(time: number, within: EventCondition["within"], at: number): boolean {
  if (!within) return true;
  if ("lastSeconds" in within) return time > at - within.lastSeconds * 1_000 && time <= at;
  return (
    (!within.since || time >= within.since.getTime()) && (!within.until || time < within.until.getTime())
  );
}
