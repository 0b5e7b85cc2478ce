import { CUSTOM_FIELD } from "../../../features/segments/condition.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";

export const OPERATORS: Record<string, string> = {
  "=": "is",
  "!=": "is not",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
  startsWith: "begins with",
  in: "is one of",
  exists: "is there",
  absent: "is not there",
};
/** Comparisons of a date of the profile with a time such as 7 days: how the form calls them, and the API. */
export const RELATIVE: Record<string, { title: string; op: string }> = {
  within: { title: "is in the last", op: "=" },
  notWithin: { title: "is not in the last", op: "!=" },
  longerAgo: { title: "is longer ago than", op: "<" },
};
/** Comparisons of an event's value. */
export const AMOUNTS: Record<string, string> = Object.fromEntries(
  ["=", "!=", ">", ">=", "<", "<="].map((op) => [op, OPERATORS[op] ?? op]),
);
export const TIMES: Record<string, string> = {
  ">=": "at least",
  "=": "exactly",
  "<=": "at most",
  ">": "more than",
  "<": "less than",
  "!=": "not exactly",
};
export const UNITS: Record<string, string> = { d: "days", h: "hours", m: "minutes" };
export const FIELDS: Record<string, string> = {
  email: "E-mail",
  phoneNumber: "Phone number",
  firstName: "First name",
  lastName: "Last name",
  id: "Id",
  createdAt: "Created",
  updatedAt: "Changed",
  "location.street1": "Street",
  "location.street2": "Street, second line",
  "location.city": "City",
  "location.state": "State",
  "location.stateCode": "State code",
  "location.postalCode": "Postal code",
  "location.country": "Country",
  "location.countryCode": "Country code",
  "location.ianaTimeZoneName": "Time zone",
  "location.latitude": "Latitude",
  "location.longitude": "Longitude",
};

type Json = Record<string, unknown>;

/** Returns a saved condition in words. */
export function conditionText(where: unknown): Markup {
  const { all, any, not, customer } = where as Json;
  if (Array.isArray(all)) return list("All of these", all);
  if (Array.isArray(any)) return list("Any of these", any);
  if (not !== undefined) return html`Not: ${conditionText(not)}`;
  return customer === undefined ? eventText(where as Json) : customerText(where as Json);
}

function list(title: string, conditions: unknown[]): Markup {
  const [only, ...others] = conditions;
  if (others.length === 0 && only !== undefined) return conditionText(only);
  return html`<div class="condition-text"><p>${title}:</p><ul>${conditions.map((each) => html`<li>${conditionText(each)}</li>`)}</ul></div>`;
}

function customerText({ customer, is, ...test }: Json): Markup {
  const name = String(customer);
  const known = Object.hasOwn(FIELDS, name) ? FIELDS[name] : name.slice(CUSTOM_FIELD.length);
  return html`<bdi class="term">${known}</bdi> ${testText(is === undefined ? test : { op: "=", value: is })}`;
}

function eventText(condition: Json): Markup {
  const {
    event,
    data = [],
    value,
    within,
    times,
  } = condition as {
    event: string;
    data?: Json[];
    value?: Json;
    within?: { last?: string; since?: string; until?: string };
    times?: { op: string; value: number };
  };
  const count = times && html` ${TIMES[times.op]} ${times.value === 1 ? "once" : `${times.value} times`}`;
  const compared = data.map(
    ({ key, ...test }, i) =>
      html`${i === 0 ? ", where " : " and "}<bdi class="term">${String(key)}</bdi> ${testText(test)}`,
  );
  const valued = value && html`, with a value that ${testText(value)}`;
  return html`Did <bdi class="term">${event}</bdi>${count}${within && withinText(within)}${valued}${compared}`;
}

function withinText({ last, since, until }: { last?: string; since?: string; until?: string }): Content {
  if (last !== undefined) return ` in the last ${timeText(last)}`;
  return html`${since && html` since <bdi>${since}</bdi>`}${until && html` until before <bdi>${until}</bdi>`}`;
}

/** A time has another word where it stands for its beginning. */
const RELATIVE_WORDS: Record<string, (time: string) => string> = {
  "=": (time) => `is in the last ${time}`,
  "!=": (time) => `is not in the last ${time}`,
  ">": (time) => `is less than ${time} ago, or later`,
  ">=": (time) => `is at most ${time} ago, or later`,
  "<": (time) => `is longer ago than ${time}`,
  "<=": (time) => `is at least ${time} ago`,
};

function timeText(last: string): string {
  return `${last.slice(0, -1)} ${UNITS[last.slice(-1)] ?? ""}`;
}

function testText({ op, value }: Json): Markup {
  if (typeof value === "object" && value !== null && "last" in value) {
    return html`${RELATIVE_WORDS[String(op)]?.(timeText(String(value.last)))}`;
  }
  if (op === "exists") return html`${OPERATORS[value === false ? "absent" : "exists"]}`;
  const values = (Array.isArray(value) ? value : [value]).map(
    (each, i) => html`${i > 0 && ", "}<bdi class="value">${String(each)}</bdi>`,
  );
  return html`${OPERATORS[String(op)]} ${values}`;
}
