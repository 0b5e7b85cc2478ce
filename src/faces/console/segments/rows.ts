import { CUSTOM_FIELD, isCustomerField } from "../../../features/segments/condition.ts";
import type { Form } from "../../pages/form.ts";
import { RELATIVE } from "./words.ts";

/** A comparison as a form has it: texts. `type` is what a custom value is compared as. */
export type Comparison = {
  op: string;
  value: string;
  type: string;
  /** A saved time such as `7d`, which the form has in words. */
  time?: string;
};

type DataRow = Comparison & { key: string };

/** One condition of a segment as a form has it. */
export type Row = Comparison & {
  kind: "customer" | "custom" | "event";
  isNot: boolean;
  /** A field of the profile, the name of a custom one, or the name of an event. */
  name: string;
  data: DataRow[];
  times: string;
  timesOp: string;
  /** What an event's value is compared with. */
  amount: string;
  amountOp: string;
  last: string;
  lastUnit: string;
  since: string;
  until: string;
};

export type Rows = { match: "all" | "any"; rows: Row[] };

/** As many as the API takes. */
const MAX_ROWS = 50;
const KINDS = ["customer", "custom", "event"] as const;

/** Returns an empty condition of a kind. */
export function emptyRow(kind: Row["kind"]): Row {
  return {
    ...{ kind, isNot: false, name: kind === "customer" ? "email" : "", op: "=", value: "", type: "text" },
    ...{
      data: [],
      times: "",
      timesOp: ">=",
      amount: "",
      amountOp: ">=",
      last: "",
      lastUnit: "d",
      since: "",
      until: "",
    },
  };
}

const EMPTY_DATA: DataRow = { key: "", op: "=", value: "", type: "text" };

/** Reads the conditions that a form has. Each value is found by its name and the position of its condition. */
export function rowsOf({ get }: Pick<Form, "get">): Rows {
  const rows: Row[] = [];
  for (let i = 0; i < MAX_ROWS; i++) {
    const kind = KINDS.find((each) => each === get(`kind-${i}`));
    if (!kind) break;
    const value = (name: string) => get(`${name}-${i}`);
    rows.push({
      ...{ kind, isNot: value("not") === "on", name: value("name") },
      ...{ op: value("op") || "=", value: value("value"), type: value("type") || "text" },
      ...{ times: value("times"), timesOp: value("timesOp") || ">=", data: dataOf(get, i) },
      ...{ amount: value("amount"), amountOp: value("amountOp") || ">=" },
      ...{ last: value("last"), lastUnit: value("lastUnit") || "d" },
      ...{ since: value("since"), until: value("until") },
    });
  }
  return { match: get("match") === "any" ? "any" : "all", rows };
}

function dataOf(get: Form["get"], row: number): DataRow[] {
  const data: DataRow[] = [];
  // A comparison is there as long as it has an operator, which is never empty.
  for (let j = 0; j < MAX_ROWS && get(`dataOp-${row}-${j}`) !== ""; j++) {
    const value = (name: string) => get(`${name}-${row}-${j}`);
    data.push({
      ...{ key: value("dataKey"), op: value("dataOp") },
      ...{ value: value("dataValue"), type: value("dataType") || "text" },
    });
  }
  return data;
}

/** Returns the conditions after a button of the form: one more, or one less. */
export function changedRows({ match, rows }: Rows, button: string): Rows {
  const [verb = "", what = "", which = ""] = button.split(":");
  const kind = KINDS.find((each) => each === what);
  if (verb === "add" && kind && rows.length < MAX_ROWS) return { match, rows: [...rows, emptyRow(kind)] };
  const at = Number(what);
  if (verb === "remove") return { match, rows: rows.filter((_, i) => i !== at) };
  const changed = (change: (data: DataRow[]) => DataRow[]) => ({
    match,
    rows: rows.map((row, i) => (i === at ? { ...row, data: change(row.data) } : row)),
  });
  if (verb === "addData") return changed((data) => [...data, EMPTY_DATA].slice(0, MAX_ROWS));
  if (verb === "removeData") return changed((data) => data.filter((_, j) => j !== Number(which)));
  return { match, rows };
}

type Json = Record<string, unknown>;

/** Returns the conditions of a saved segment; undefined when the form doesn't show all of them. */
export function rowsOfCondition(where: unknown): Rows | undefined {
  const { all, any } = where as { all?: unknown[]; any?: unknown[] };
  const match = any ? "any" : "all";
  const rows = (all ?? any ?? [where]).map(rowOf);
  return rows.every((row) => row !== undefined) ? { match, rows } : undefined;
}

function rowOf(condition: unknown): Row | undefined {
  const { not } = condition as Json;
  if (not !== undefined) {
    const inner = (not as Json).not === undefined ? rowOf(not) : undefined;
    return inner && { ...inner, isNot: true };
  }
  const { customer, event } = condition as { customer?: string; event?: string };
  if (customer !== undefined) return customerRow(customer, condition as Json);
  return event === undefined ? undefined : eventRow(event, condition as Json);
}

function customerRow(customer: string, { is, ...test }: Json): Row | undefined {
  const kind = isCustomerField(customer) ? "customer" : "custom";
  const name = kind === "custom" ? customer.slice(CUSTOM_FIELD.length) : customer;
  const asked = is === undefined ? test : { op: "=", value: is };
  const compared = relativeOf(asked) ?? comparisonOf(asked);
  return name === name.trim() && compared ? { ...emptyRow(kind), name, ...compared } : undefined;
}

function eventRow(event: string, condition: Json): Row | undefined {
  const {
    data = [],
    value,
    within = {},
    times,
  } = condition as {
    data?: Json[];
    value?: { op: string; value?: unknown };
    within?: { last?: string; since?: string; until?: string };
    times?: { op: string; value: number };
  };
  const rows = data.map((each) => {
    const compared = comparisonOf(each);
    return compared && { ...compared, key: String(each.key) };
  });
  if (event !== event.trim() || rows.some((row) => row === undefined || row.key !== row.key.trim())) {
    return undefined;
  }
  if (value && typeof value.value !== "number") return undefined;
  const { last = "", since = "", until = "" } = within;
  return {
    ...{ ...emptyRow("event"), name: event, data: rows as DataRow[], since, until },
    ...(times && { times: String(times.value), timesOp: times.op }),
    ...(value && { amount: String(value.value), amountOp: value.op }),
    ...(last && { last: last.slice(0, -1), lastUnit: last.slice(-1) }),
  };
}

/** Returns the texts of a comparison with a time up to now; undefined for any other one. */
function relativeOf({ op, value }: Json): Comparison | undefined {
  const last = (value as { last?: string } | undefined)?.last;
  const known = Object.entries(RELATIVE).find(([, each]) => each.op === op);
  if (last === undefined || !known) return undefined;
  return { op: known[0], value: "", type: "text", time: last };
}

/** Returns the texts of a comparison; undefined when they would be read as another one. */
function comparisonOf({ op, value }: Json): Comparison | undefined {
  if (op === "exists") return { op: value === false ? "absent" : "exists", value: "", type: "text" };
  const values = Array.isArray(value) ? value : [value];
  if (values.some((each) => typeof each === "object")) return undefined;
  const [type, ...others] = [...new Set(values.map(typeOf))];
  const texts = values.map(String);
  const isPlain = texts.every((text) => text !== "" && text === text.trim() && !text.includes("\n"));
  if (type === undefined || others.length > 0 || !isPlain) return undefined;
  if (op === "in" && texts.some((text) => text.includes(","))) return undefined;
  return { op: String(op), value: texts.join(", "), type };
}

function typeOf(value: unknown): string {
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
}
