import { schemaFaults } from "../../core/http/errors/schema-faults.ts";
import type { Fault } from "../../lib/problem.ts";
import { Policy } from "./schema.ts";

/** As many as a response names. */
const MAX_FAULTS = 1_000;

type Json = Record<string, unknown>;

/** Returns every fault of a document that is to be a policy, fields that none has included. */
export function faults(document: unknown): Fault[] {
  const found = [...schemaFaults(Policy, document).take(MAX_FAULTS), ...faultsBetweenFields(document)];
  return found.slice(0, MAX_FAULTS);
}

function* faultsBetweenFields(document: unknown): Generator<Fault> {
  const [rules, reasons] = [listIn(document, "rules"), listIn(document, "reasons")];
  for (const [i, { when }] of rules.entries()) yield* faultsOfDays(when, `/rules/${i}/when`);
  for (const [i, { when }] of reasons.entries()) yield* faultsOfDays(when, `/reasons/${i}/when`);
  const codes = new Set<unknown>();
  for (const [i, { code }] of reasons.entries()) {
    if (typeof code === "string" && codes.has(code)) {
      const detail = `reasons.${i}.code must be another one: an earlier reason has ${code}.`;
      yield { detail, pointer: `/reasons/${i}/code` };
    }
    codes.add(code);
  }
}

function* faultsOfDays(when: unknown, pointer: string): Generator<Fault> {
  const { orderedFrom, orderedUntil } = asObject(when);
  if (typeof orderedFrom !== "string" || typeof orderedUntil !== "string" || orderedFrom <= orderedUntil)
    return;
  const detail = `orderedUntil is before orderedFrom, ${orderedFrom}: no order is of such a day.`;
  yield { detail, pointer: `${pointer}/orderedUntil` };
}

function listIn(document: unknown, name: string): Json[] {
  const list = asObject(document)[name];
  return Array.isArray(list) ? list.map(asObject) : [];
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
