import { parseDateTime } from "../../lib/date-time.ts";
import type { EventCondition, Within } from "./condition.ts";
import { LAST, MAX_CONDITIONS, MAX_TEXT_CHARACTERS, MAX_TIMES } from "./condition-schema.ts";
import { type Faults, isObject, type Json, parseText } from "./faults.ts";
import { isComparison, parseTest } from "./parse-test.ts";

/** Returns a condition on events; undefined when it has a fault. */
export function parseEvent(given: Json, pointer: string, faults: Faults): EventCondition | undefined {
  const event = parseText(given.event, MAX_TEXT_CHARACTERS, `${pointer}/event`, faults);
  if (event === undefined) return undefined;
  return {
    event,
    data: parseData(given.data, `${pointer}/data`, faults),
    value: parseValue(given.value, `${pointer}/value`, faults),
    within: parseWithin(given.within, `${pointer}/within`, faults),
    times: parseTimes(given.times, `${pointer}/times`, faults),
  };
}

function parseData(given: unknown, pointer: string, faults: Faults): EventCondition["data"] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_CONDITIONS) {
    faults.add(pointer, `must be an array of 1 to ${MAX_CONDITIONS} comparisons`);
    return [];
  }
  return given.flatMap((each: unknown, i) => {
    const at = `${pointer}/${i}`;
    if (!isObject(each)) return faults.add(at, "must be an object") ?? [];
    const key = parseText(each.key, MAX_TEXT_CHARACTERS, `${at}/key`, faults);
    if (key === undefined) return [];
    const test = parseTest(each, undefined, at, faults);
    return test ? [{ key, test }] : [];
  });
}

function parseValue(given: unknown, pointer: string, faults: Faults): EventCondition["value"] {
  if (given === undefined) return undefined;
  if (!isObject(given)) return faults.add(pointer, "must be an object");
  return parseTest(given, "number", pointer, faults);
}

const SECONDS: Record<string, number> = { m: 60, h: 3_600, d: 86_400 };

function parseWithin(given: unknown, pointer: string, faults: Faults): Within | undefined {
  if (given === undefined) return undefined;
  if (!isObject(given)) return faults.add(pointer, "must be an object");
  const { last, since, until } = given;
  if (last !== undefined) {
    if (since !== undefined || until !== undefined) {
      return faults.add(pointer, "must have either last or since and until");
    }
    const lastSeconds = parseLast(last, `${pointer}/last`, faults);
    return lastSeconds === undefined ? undefined : { lastSeconds };
  }
  if (since === undefined && until === undefined) {
    return faults.add(pointer, "must have last, since or until");
  }
  return {
    since: parseInstant(since, `${pointer}/since`, faults),
    until: parseInstant(until, `${pointer}/until`, faults),
  };
}

/** Returns the seconds of a time such as `30d`; undefined when it has a fault. */
export function parseLast(given: unknown, pointer: string, faults: Faults): number | undefined {
  if (typeof given !== "string" || !LAST.test(given)) {
    return faults.add(pointer, "must be a number of minutes, hours or days, such as 30d");
  }
  return Number.parseInt(given, 10) * (SECONDS[given.slice(-1)] ?? 0);
}

/** Returns an instant; undefined when there is none, or it has a fault. */
export function parseInstant(given: unknown, pointer: string, faults: Faults): Date | undefined {
  if (given === undefined) return undefined;
  const instant = typeof given === "string" && given.length <= 64 ? parseDateTime(given) : undefined;
  return instant ?? faults.add(pointer, "must be an existing date and time with offset, as in RFC 3339");
}

function parseTimes(given: unknown, pointer: string, faults: Faults): EventCondition["times"] {
  if (given === undefined) return undefined;
  if (!isObject(given)) return faults.add(pointer, "must be an object");
  const { op, value } = given;
  if (!isComparison(op)) return faults.add(`${pointer}/op`, "must be one of =, !=, >, >=, <, <=");
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > MAX_TIMES) {
    return faults.add(`${pointer}/value`, `must be an integer from 0 to ${MAX_TIMES}`);
  }
  return { op, value };
}
