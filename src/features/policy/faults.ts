import { schemaFaults } from "../../core/http/errors/schema-faults.ts";
import { fieldName } from "../../core/http/errors/validation-errors.ts";
import type { Fault } from "../../lib/problem.ts";
import { Policy } from "./schema.ts";

/** As many as a response names. */
const MAX_FAULTS = 1_000;

type Json = Record<string, unknown>;

/** Returns every fault of a document at `pointer` that is to be a policy, fields that none has included. */
export function faults(document: unknown, pointer = ""): Fault[] {
  const between = faultsBetweenFields(document, pointer);
  const found = [...schemaFaults(Policy, document, pointer).take(MAX_FAULTS), ...between];
  return found.slice(0, MAX_FAULTS);
}

function* faultsBetweenFields(document: unknown, pointer: string): Generator<Fault> {
  const [rules, reasons] = [listIn(document, "rules"), listIn(document, "reasons")];
  for (const [i, { when }] of rules.entries()) yield* faultsOfDays(when, `${pointer}/rules/${i}/when`);
  for (const [i, { when }] of reasons.entries()) yield* faultsOfDays(when, `${pointer}/reasons/${i}/when`);
  const codes = new Set<unknown>();
  for (const [i, { code }] of reasons.entries()) {
    if (typeof code === "string" && codes.has(code)) {
      const at = `${pointer}/reasons/${i}/code`;
      yield {
        detail: `${fieldName("body", at)} must be another one: an earlier reason has ${code}.`,
        pointer: at,
      };
    }
    codes.add(code);
  }
}

function* faultsOfDays(when: unknown, pointer: string): Generator<Fault> {
  const { orderedFrom, orderedUntil } = asObject(when);
  // What is no day has a fault of its own.
  if (!isDay(orderedFrom) || !isDay(orderedUntil) || orderedFrom <= orderedUntil) return;
  const detail = `orderedUntil is before orderedFrom, ${orderedFrom}: no order is of such a day.`;
  yield { detail, pointer: `${pointer}/orderedUntil` };
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

function listIn(document: unknown, name: string): Json[] {
  const list = asObject(document)[name];
  return Array.isArray(list) ? list.map(asObject) : [];
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
