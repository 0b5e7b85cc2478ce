import { CUSTOM_FIELD } from "../../../features/segments/condition.ts";
import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { decimal } from "../components/count.ts";
import { statedTime } from "../components/time.ts";
import { say } from "../texts/texts.ts";

export const OPERATORS: Record<string, Label> = {
  "=": say("is"),
  "!=": say("is not"),
  ">": say("is more than"),
  ">=": say("is at least"),
  "<": say("is less than"),
  "<=": say("is at most"),
  startsWith: say("begins with"),
  in: say("is one of"),
  exists: say("is there"),
  absent: say("is not there"),
};
/** Comparisons of a date of the profile with a time such as 7 days: how the form calls them, and the API. */
export const RELATIVE: Record<string, { title: Label; op: string }> = {
  within: { title: say("is in the last"), op: "=" },
  notWithin: { title: say("is not in the last"), op: "!=" },
  longerAgo: { title: say("is longer ago than"), op: "<" },
};
/** Comparisons of an event's value. */
export const AMOUNTS: Record<string, Label> = Object.fromEntries(
  ["=", "!=", ">", ">=", "<", "<="].map((op) => [op, OPERATORS[op] ?? op]),
);
export const TIMES: Record<string, Label> = {
  ">=": say("at least"),
  "=": say("exactly"),
  "<=": say("at most"),
  ">": say("more than#times"),
  "<": say("less than#times"),
  "!=": say("not exactly"),
};
export const UNITS: Record<string, Label> = { d: say("days"), h: say("hours"), m: say("minutes") };
export const FIELDS: Record<string, Label> = {
  email: say("E-mail"),
  phoneNumber: say("Phone number"),
  firstName: say("First name"),
  lastName: say("Last name"),
  id: say("Id"),
  createdAt: say("Created"),
  updatedAt: say("Changed"),
  "location.street1": say("Street"),
  "location.street2": say("Street, second line"),
  "location.city": say("City"),
  "location.state": say("State#address"),
  "location.stateCode": say("State code"),
  "location.postalCode": say("Postal code"),
  "location.country": say("Country"),
  "location.countryCode": say("Country code"),
  "location.ianaTimeZoneName": say("Time zone"),
  "location.latitude": say("Latitude"),
  "location.longitude": say("Longitude"),
};

const TIME_FIELDS = new Set(["createdAt", "updatedAt"]);

type Json = Record<string, unknown>;

/** Returns a saved condition in words. */
export function conditionText(where: unknown): Markup {
  const { all, any, not, customer } = where as Json;
  if (Array.isArray(all)) return list(say("All of these:"), all);
  if (Array.isArray(any)) return list(say("Any of these:"), any);
  if (not !== undefined) return html`${say("Not: {condition}", { condition: conditionText(not) })}`;
  return customer === undefined ? eventText(where as Json) : customerText(where as Json);
}

function list(title: Label, conditions: unknown[]): Markup {
  const [only, ...others] = conditions;
  if (others.length === 0 && only !== undefined) return conditionText(only);
  return html`<div class="condition-text"><p>${title}</p><ul>${conditions.map((each) => html`<li>${conditionText(each)}</li>`)}</ul></div>`;
}

function customerText({ customer, is, ...test }: Json): Markup {
  const name = String(customer);
  const known = Object.hasOwn(FIELDS, name) ? FIELDS[name] : name.slice(CUSTOM_FIELD.length);
  return html`<bdi class="term">${known}</bdi> ${testText(is === undefined ? test : { op: "=", value: is }, TIME_FIELDS.has(name))}`;
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
  const count =
    times &&
    html` ${TIMES[times.op]} ${say("once | {times} times", { times: times.value, count: times.value })}`;
  const happened = say("Did {event}", { event: html`<bdi class="term">${event}</bdi>` });
  const compared = data.map(
    ({ key, ...test }, i) =>
      html`${i === 0 ? say(", where") : html` ${say("and")}`} <bdi class="term">${String(key)}</bdi> ${testText(test)}`,
  );
  const valued = value && say(", with a value that {test}", { test: testText(value) });
  return html`${happened}${count}${within && withinText(within)}${valued}${compared}`;
}

function withinText({ last, since, until }: { last?: string; since?: string; until?: string }): Content {
  if (last !== undefined) return html` ${say("in the last {time}", { time: timeText(last) })}`;
  const [from, to] = [since, until].map((each) => each && html`<bdi>${statedTime(each)}</bdi>`);
  return html`${from && html` ${say("since {moment}", { moment: from })}`}${to && html` ${say("until before {moment}", { moment: to })}`}`;
}

/** A time has another word where it stands for its beginning. */
const RELATIVE_WORDS = {
  "=": "is in the last {time}",
  "!=": "is not in the last {time}",
  ">": "is less than {time} ago, or later",
  ">=": "is at most {time} ago, or later",
  "<": "is longer ago than {time}",
  "<=": "is at least {time} ago",
} as const;

const TIME_WORDS = {
  d: "{count} day | {count} days",
  h: "{count} hour | {count} hours",
  m: "{count} minute | {count} minutes",
} as const;

/** Returns a time that the API has as `7d` in words; another text as it is. */
export function timeText(last: string): Label {
  const [, count, unit] = /^(\d+)([dhm])$/.exec(last) ?? [];
  return unit === undefined
    ? last
    : say(TIME_WORDS[unit as keyof typeof TIME_WORDS], { count: Number(count) });
}

function testText({ op, value }: Json, isTime = false): Markup {
  if (typeof value === "object" && value !== null && "last" in value) {
    const words = RELATIVE_WORDS[op as keyof typeof RELATIVE_WORDS];
    return html`${say(words, { time: timeText(String(value.last)) })}`;
  }
  if (op === "exists") return html`${OPERATORS[value === false ? "absent" : "exists"]}`;
  const values = (Array.isArray(value) ? value : [value]).map(
    (each, i) =>
      html`${i > 0 && ", "}<bdi class="value">${isTime ? statedTime(String(each)) : valueText(each)}</bdi>`,
  );
  return html`${OPERATORS[String(op)]} ${values}`;
}

/** A text of digits stays: it may be a postal code. */
function valueText(value: unknown): Label {
  return typeof value === "number" ? decimal(String(value)) : String(value);
}
