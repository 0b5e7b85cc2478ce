import { faultsOfPathId } from "../../core/http/body/body-faults.ts";
import { requireNoFaults } from "../../lib/problem.ts";
import type { Condition } from "./condition.ts";
import { createFaults, type Faults, isObject, parseText } from "./faults.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseInstant } from "./parse-event.ts";

/** By creation, with a `-` the latest first. */
export const CUSTOMER_SORTS = ["-created_at", "created_at"] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/**
 * What of a segment is read: its customers, by id unless `sort` says otherwise, and how many there are, all or up to a
 * number; `at` is the moment of `last`.
 */
export type SegmentRequest = {
  condition: Condition;
  sort?: CustomerSort | undefined;
  counts: boolean;
  countUpTo?: number | undefined;
  at: Date | undefined;
};

/** The most that are counted for `countUpTo`. */
export const MAX_COUNT_UP_TO = 10_000;

/** Returns the request of a body. Throws 400, with a pointer to each fault. */
export function parseQuery(body: unknown): SegmentRequest {
  const faults = createFaults();
  const { where, include, at, countUpTo, sort } = isObject(body) ? body : {};
  if (!isObject(body)) faults.add("", "must be an object");
  const condition = parseCondition(where, "/where", faults);
  const moment = parseInstant(at, "/at", faults);
  const counts = parseInclude(include, faults);
  const most = parseCountUpTo(countUpTo, faults);
  const sorted = parseSort(sort, faults);
  return { condition: required(condition, faults), counts, countUpTo: most, at: moment, sort: sorted };
}

function parseSort(value: unknown, faults: Faults): CustomerSort | undefined {
  const sort = CUSTOMER_SORTS.find((each) => each === value);
  if (value !== undefined && !sort) faults.add("/sort", `must be one of ${CUSTOMER_SORTS.join(", ")}`);
  return sort;
}

function parseCountUpTo(value: unknown, faults: Faults): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT_UP_TO) return Number(value);
  faults.add("/countUpTo", `must be a whole number from 1 to ${MAX_COUNT_UP_TO}`);
  return undefined;
}

/** Returns whether `count` is included. */
function parseInclude(include: unknown, faults: Faults): boolean {
  if (include === undefined) return false;
  if (!Array.isArray(include) || include.length > 1) {
    faults.add("/include", "must be an array of at most one string");
    return false;
  }
  const isCount = include[0] === "count";
  if (include.length > 0 && !isCount) faults.add("/include/0", "must be count");
  return isCount;
}

/** Returns the condition of a body that saves it, and of a saved one. Throws 400, with a pointer to each fault. */
export function parseWhere(body: unknown): Condition {
  const faults = createFaults();
  const { where } = isObject(body) ? body : {};
  if (!isObject(body)) faults.add("", "must be an object");
  return required(parseCondition(where, "/where", faults), faults);
}

const MAX_KEY_CHARACTERS = 255;

/** Returns the key of a body that saves a condition under it. Throws 400, with a pointer to each fault. */
export function parseNew(body: unknown): string {
  const faults = createFaults();
  const { key, where } = isObject(body) ? body : {};
  if (!isObject(body)) faults.add("", "must be an object");
  const parsed = parseText(key, MAX_KEY_CHARACTERS, "/key", faults);
  for (const fault of faultsOfPathId(parsed, "/key")) faults.put(fault);
  parseCondition(where, "/where", faults);
  requireNoFaults(faults.list);
  return parsed as string;
}

function required(condition: Condition | undefined, faults: Faults): Condition {
  requireNoFaults(faults.list);
  return condition as Condition;
}
