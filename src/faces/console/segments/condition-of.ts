import { CUSTOM_FIELD, CUSTOMER_FIELDS, isCustomerField } from "../../../features/segments/condition.ts";
import { type Fault, invalid } from "../../../lib/problem.ts";
import type { Comparison, Row, Rows } from "./rows.ts";
import { RELATIVE } from "./words.ts";

/** Returns the condition of a form as the API takes it. Throws 400 for a value that isn't one of its type. */
export function conditionOf({ match, rows }: Rows): object {
  const faults: Fault[] = [];
  const conditions = rows.map((row, i) => {
    const pointer = pointerOf(match, row, i);
    const condition = row.kind === "event" ? eventOf(row, pointer, faults) : customerOf(row, pointer, faults);
    return row.isNot ? { not: condition } : condition;
  });
  if (rows.length === 0) faults.push({ detail: "A segment needs a condition.", pointer: `/where/${match}` });
  const [first, ...others] = faults;
  if (first) throw invalid(first, ...others);
  return { [match]: conditions };
}

/** Returns where a condition of the form stands in the API's body. */
export function pointerOf(match: Rows["match"], { isNot }: Row, position: number): string {
  return `/where/${match}/${position}${isNot ? "/not" : ""}`;
}

function customerOf(row: Row, pointer: string, faults: Fault[]): object {
  const customer = row.kind === "custom" ? CUSTOM_FIELD + row.name : row.name;
  if (row.name === "")
    faults.push({ detail: "Enter the name of the field.", pointer: `${pointer}/customer` });
  const type = isCustomerField(customer) ? CUSTOMER_FIELDS[customer] : row.type;
  return { customer, ...testOf({ ...row, type }, `${pointer}/value`, faults) };
}

function eventOf(
  { name, data, times, timesOp, amount, amountOp, ...row }: Row,
  pointer: string,
  faults: Fault[],
): object {
  if (name === "") faults.push({ detail: "Enter the name of the event.", pointer: `${pointer}/event` });
  const compared = data.map(({ key, ...test }, j) => {
    const at = `${pointer}/data/${j}`;
    if (key === "") faults.push({ detail: "Enter the name of the property.", pointer: `${at}/key` });
    return { key, ...testOf(test, `${at}/value`, faults) };
  });
  const within = {
    ...(row.last !== "" && { last: `${row.last}${row.lastUnit}` }),
    ...(row.since !== "" && { since: momentOf(row.since) }),
    ...(row.until !== "" && { until: momentOf(row.until) }),
  };
  return {
    event: name,
    ...(compared.length > 0 && { data: compared }),
    ...(amount !== "" && {
      value: { op: amountOp, value: numberOf(amount, `${pointer}/value/value`, faults) },
    }),
    ...(Object.keys(within).length > 0 && { within }),
    ...(times !== "" && {
      times: { op: timesOp, value: numberOf(times, `${pointer}/times/value`, faults) },
    }),
  };
}

function testOf({ op, value, type }: Comparison, pointer: string, faults: Fault[]): object {
  if (op === "exists" || op === "absent") return { op: "exists", value: op === "exists" };
  const relative = Object.hasOwn(RELATIVE, op) ? RELATIVE[op] : undefined;
  if (relative) return { op: relative.op, value: { last: lastOf(value) } };
  const scalar = (text: string) => scalarOf(text, type, pointer, faults);
  if (op !== "in") return { op, value: scalar(value) };
  const texts = value.split(",").map((text) => text.trim());
  return { op, value: texts.filter((text) => text !== "" || texts.length === 1).map(scalar) };
}

function scalarOf(text: string, type: string, pointer: string, faults: Fault[]): string | number | boolean {
  if (text === "") faults.push({ detail: "Enter a value.", pointer });
  else if (type === "number") return numberOf(text, pointer, faults);
  else if (type === "boolean") return booleanOf(text, pointer, faults);
  return type === "date" ? momentOf(text) : text;
}

/** What people type for a unit, in the languages of the console. */
const UNIT_WORDS = {
  d: /^(?:|d|days?|tagen?|tage|jours?|días?)$/i,
  h: /^(?:h|hours?|stunden?|heures?|horas?)$/i,
  m: /^(?:m|min|mins|minut(?:e|en|es|o|os))$/i,
};

/** Returns a time such as `7 days`, a number of days without a unit, as the API takes it. */
function lastOf(text: string): string {
  const [, number, word = ""] = /^(\d+)\s*(\p{L}*)$/u.exec(text) ?? [];
  const [unit] = Object.entries(UNIT_WORDS).find(([, words]) => words.test(word)) ?? [];
  return number === undefined || unit === undefined ? text : number + unit;
}

function numberOf(text: string, pointer: string, faults: Fault[]): number {
  const value = Number(text);
  if (!Number.isFinite(value)) faults.push({ detail: "Enter a number, such as 20.", pointer });
  return value;
}

function booleanOf(text: string, pointer: string, faults: Fault[]): boolean {
  const word = text.toLowerCase();
  if (word !== "true" && word !== "false") faults.push({ detail: "Enter true or false.", pointer });
  return word === "true";
}

/** A day begins in UTC, as the form says. */
function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
