import { afterLeapSecond, parseDateTime } from "../../../../lib/date-time.ts";
import { isDay } from "../../../../lib/local-days.ts";

/** A day, a time, and perhaps an offset: `2026-03-01 10:00:00 -0500`. */
const DATE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ]+([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const LEAP = "60";
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MS = 86_400_000;
/** The days whose offset is kept. */
const MAX_KNOWN_DAYS = 10_000;

/**
 * Returns a function from the dates of exports to instants, as the API writes them; undefined for any other text. One
 * without an offset is a time of the zone. A leap second is the second after it.
 */
export function createDateParser(timeZone: string): (text: string) => string | undefined {
  const offsetOf = createOffsets(timeZone);
  const days = new Map<string, boolean>();
  const isKnownDay = (day: string) => {
    if (days.size === MAX_KNOWN_DAYS) days.clear();
    const known = days.get(day) ?? isDay(day);
    days.set(day, known);
    return known;
  };
  return (text) => {
    const match = DATE.exec(text);
    if (!match) return undefined;
    const [, year, month, day, hour = "00", minute = "00", second = "00", zone] = match;
    const date = `${year}-${month}-${day}`;
    if (!isKnownDay(date)) return undefined;
    const isLeap = second === LEAP;
    const local = Date.parse(`${date}T${hour.padStart(2, "0")}:${minute}:${isLeap ? "59" : second}Z`);
    const offset = zone === undefined ? offsetOf(date, local) : fixedOffset(zone);
    if (offset === undefined) return undefined;
    const instant = parseDateTime(new Date(local - offset).toISOString());
    return (isLeap && instant ? afterLeapSecond(instant) : instant)?.toISOString();
  };
}

/** Returns how exactly a date of an export says when something was. */
export function exactnessMs(text: string): number {
  const [, , , , hour, , second] = DATE.exec(text) ?? [];
  if (hour === undefined) return DAY_MS;
  return second === undefined ? MINUTE_MS : SECOND_MS;
}

function fixedOffset(zone: string): number | undefined {
  if (/^(?:z|utc)$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * HOUR_MINUTES + minutes) * MINUTE_MS;
}

/** On nearly every day a zone has one offset, which is computed once. */
function createOffsets(timeZone: string): (day: string, local: number) => number {
  const known = new Map<string, number | undefined>();
  const offsetAt = (local: number) => {
    const wall = new Date(local).toISOString().slice(0, -1);
    return local - Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds;
  };
  return (day, local) => {
    if (!known.has(day)) {
      const start = Date.parse(`${day}T00:00:00Z`);
      const first = offsetAt(start);
      if (known.size === MAX_KNOWN_DAYS) known.clear();
      known.set(day, first === offsetAt(start + DAY_MS) ? first : undefined);
    }
    return known.get(day) ?? offsetAt(local);
  };
}
