import { findUnstorable } from "../../core/http/body/body.ts";
import { fieldName } from "../../core/http/errors/validation-errors.ts";
import type { Fault } from "../../lib/problem.ts";
import { isLongerThan } from "../../lib/text.ts";

export type Json = Record<string, unknown>;

/** Collects the faults of a body, at most 20. */
export type Faults = {
  list: Fault[];
  /** Adds the fault of a field, as the end of a sentence that begins with its name. */
  add(pointer: string, reason: string): undefined;
  /** Adds a fault as it is. */
  put(fault: Fault): undefined;
};

const MAX_FAULTS = 20;

export function createFaults(): Faults {
  const list: Fault[] = [];
  const put = (fault: Fault) => {
    if (list.length < MAX_FAULTS) list.push(fault);
    return undefined;
  };
  return {
    list,
    put,
    add: (pointer, reason) => put({ detail: `${fieldName("body", pointer)} ${reason}.`, pointer }),
  };
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a string of 1 to `max` characters; undefined when it is none, or can't be stored. */
export function parseText(value: unknown, max: number, pointer: string, faults: Faults): string | undefined {
  if (typeof value !== "string" || value === "" || isLongerThan(value, max)) {
    return faults.add(pointer, `must be a string of 1 to ${max} characters`);
  }
  const unstorable = findUnstorable(value, pointer);
  return unstorable ? faults.put(unstorable) : value;
}
