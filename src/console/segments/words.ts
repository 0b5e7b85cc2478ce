import { CUSTOM_FIELD } from "../../segments/condition.ts";
import { type Content, html, type Markup } from "../html.ts";

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
    within,
    times,
  } = condition as {
    event: string;
    data?: Json[];
    within?: { last?: string; since?: string; until?: string };
    times?: { op: string; value: number };
  };
  const count = times && html` ${TIMES[times.op]} ${times.value === 1 ? "once" : `${times.value} times`}`;
  const compared = data.map(
    ({ key, ...test }, i) =>
      html`${i === 0 ? ", where " : " and "}<bdi class="term">${String(key)}</bdi> ${testText(test)}`,
  );
  return html`Did <bdi class="term">${event}</bdi>${count}${within && withinText(within)}${compared}`;
}

function withinText({ last, since, until }: { last?: string; since?: string; until?: string }): Content {
  if (last !== undefined) return ` in the last ${last.slice(0, -1)} ${UNITS[last.slice(-1)] ?? ""}`;
  return html`${since && html` since <bdi>${since}</bdi>`}${until && html` until before <bdi>${until}</bdi>`}`;
}

function testText({ op, value }: Json): Markup {
  if (op === "exists") return html`${OPERATORS[value === false ? "absent" : "exists"]}`;
  const values = (Array.isArray(value) ? value : [value]).map(
    (each, i) => html`${i > 0 && ", "}<bdi class="value">${String(each)}</bdi>`,
  );
  return html`${OPERATORS[String(op)]} ${values}`;
}
