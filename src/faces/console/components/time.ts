import { attributes, html, type Markup } from "../../pages/html.ts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const EXACT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const MAX_RELATIVE_DAYS = 30;

/** Returns a moment as people say it, such as "3 hours ago"; pointing at it shows it exactly. */
export function ago(moment: string, now: Date): Markup {
  return time(moment, relative(moment, now));
}

/** Returns a moment with its date and time in UTC. */
export function exactTime(moment: string): Markup {
  return time(moment, `${EXACT.format(new Date(moment))} UTC`);
}

/** Returns a day of the calendar, such as 2026-03-09, in the form of the other dates. */
export function calendarDay(day: string): Markup {
  return html`<time datetime="${day}">${DATE.format(new Date(`${day}T00:00:00Z`))}</time>`;
}

function time(moment: string, text: string): Markup {
  const title = `${EXACT.format(new Date(moment))} UTC`;
  return html`<time datetime="${moment}" title="${title}" ${attributes({ "data-local": true })}>${text}</time>`;
}

function relative(moment: string, now: Date): string {
  const seconds = (Date.parse(moment) - now.getTime()) / 1_000;
  if (Math.abs(seconds) > MAX_RELATIVE_DAYS * 86_400) return DATE.format(new Date(moment));
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit);
  }
  return "just now";
}
