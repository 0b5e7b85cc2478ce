import { parseDateTime } from "../../../lib/date-time.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { isDay } from "../../../lib/local-days.ts";
import { type Content, html, labelText, type Markup, type PerReader, type Reader } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const MAX_RELATIVE_DAYS = 30;

/** How moments are written, the same everywhere in the console. */
const FORMS = {
  day: { dateStyle: "medium" },
  moment: { dateStyle: "medium", timeStyle: "short" },
  /** To the second, and with the time zone: what a shorter form stands for. */
  exact: { dateStyle: "long", timeStyle: "long" },
  /** Where a span begins or ends: without the year. */
  edge: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  edgeDay: { month: "short", day: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns a moment as people say it, such as "3 hours ago"; pointing at it shows it exactly. */
export function ago(moment: string, now: Date): Markup {
  return time(moment, (reader) => relative(moment, now, reader));
}

/** Returns how long something waits, in the colour of the store's limits, and in words for those who see no colours. */
export function waitingSince(
  moment: string,
  now: Date,
  { soonDays, lateDays }: { soonDays: number; lateDays: number },
): Markup {
  const days = (now.getTime() - Date.parse(moment)) / DAY_MS;
  if (days < soonDays) return ago(moment, now);
  const [look, words] = days < lateDays ? (["soon", "waiting"] as const) : (["late", "late"] as const);
  const text = (reader: Reader) =>
    html`${relative(moment, now, reader)}<span class="hidden">, ${say(words)}</span>`;
  return time(moment, text, `waits ${look}`);
}

/** Returns a moment with its date and time, in the store's time zone; pointing at it shows it exactly. */
export function exactTime(moment: string): Markup {
  return time(moment, (reader) => formatOf("moment", reader).format(new Date(moment)));
}

/** Returns a day of the calendar, such as 2026-03-09, in the form of the other dates. */
export function calendarDay(day: string): Markup {
  const noon = new Date(`${day}T12:00:00Z`);
  return html`<time datetime="${day}">${({ locale }) => formatOf("day", { locale, timeZone: "UTC" }).format(noon)}</time>`;
}

/** Returns a day or a moment that stands in a saved text, in the form of the others; what is neither stays as it is. */
export function statedTime(text: string): Markup {
  if (isDay(text)) return calendarDay(text);
  const instant = parseDateTime(text);
  return instant ? exactTime(instant.toISOString()) : html`${text}`;
}

/** Returns the day of the store that a moment is on; pointing at it shows the moment exactly. */
export function dayOf(moment: string): Markup {
  return time(moment, (reader) => formatOf("day", reader).format(new Date(moment)));
}

/** Returns from when until when a column of a chart goes, by the store's clock; or the day of the store that it is. */
export function span(from: string, until: string, isDay: boolean): PerReader {
  if (isDay) return edge(from, isDay);
  return (reader) => formatOf("edge", reader).formatRange(new Date(from), new Date(until));
}

/** Returns a moment at which a chart begins or ends; or the day of the store that it is on. */
export function edge(moment: string, isDay: boolean): PerReader {
  return (reader) => formatOf(isDay ? "edgeDay" : "edge", reader).format(new Date(moment));
}

function time(moment: string, text: (reader: Reader) => Content, look?: string): Markup {
  const exact = (reader: Reader) => formatOf("exact", reader).format(new Date(moment));
  return look === undefined
    ? html`<time datetime="${moment}" title="${exact}">${text}</time>`
    : html`<time datetime="${moment}" title="${exact}" class="${look}">${text}</time>`;
}

function relative(moment: string, now: Date, reader: Reader): string {
  const seconds = (Date.parse(moment) - now.getTime()) / 1_000;
  if (Math.abs(seconds) > MAX_RELATIVE_DAYS * 86_400) return formatOf("day", reader).format(new Date(moment));
  const format = relativeFormat(reader.locale);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return labelText(say("just now"), reader);
}

/** Formats cost more to make than to use; there are as many as languages, countries and time zones in use. */
const MAX_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

type Place = Pick<Reader, "locale" | "timeZone">;

function formatOf(form: keyof typeof FORMS, { locale, timeZone }: Place): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone });
  return kept(formats, `${form} ${locale} ${timeZone}`, make);
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(relativeFormats, locale, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
}

function kept<Format>(all: Map<string, Format>, key: string, make: () => Format): Format {
  const known = all.get(key);
  if (known) return known;
  if (all.size >= MAX_FORMATS) all.clear();
  const made = make();
  all.set(key, made);
  return made;
}
