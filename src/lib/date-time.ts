const RFC_3339 =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns the instant of an RFC 3339 date-time with offset, to the millisecond; undefined for any other
 * string, for days and leap seconds that don't exist, and for instants outside the years 1 to 9999 in UTC, which the
 * database can't store. A leap second is the second after it, as in Unix time.
 */
export function parseDateTime(text: string): Date | undefined {
  // The fast path: most strings are not date-times.
  if (text.length < 20 || text.charCodeAt(4) !== HYPHEN || !RFC_3339.test(text)) return undefined;
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;

  const instant = text.charCodeAt(SECONDS_AT) === SIX ? leapSecond(text) : new Date(text.toUpperCase());
  const utcYear = instant?.getUTCFullYear() ?? 0;
  return utcYear >= 1 && utcYear <= 9999 ? instant : undefined;
}

const SECONDS_AT = "2016-12-31T23:59:".length;
const SIX = 0x36;

function leapSecond(text: string): Date | undefined {
  return afterLeapSecond(
    new Date(`${text.slice(0, SECONDS_AT)}59${text.slice(SECONDS_AT + 2)}`.toUpperCase()),
  );
}

/**
 * Returns the instant of the 60th second of a minute, of which `before` is the 59th; undefined unless it ends June or December
 * in UTC (RFC 3339, section 5.7).
 */
export function afterLeapSecond(before: Date): Date | undefined {
  return LAST_MINUTE.test(before.toISOString()) ? new Date(before.getTime() + 1_000) : undefined;
}

const LAST_MINUTE = /-(?:06-30|12-31)T23:59:/;

/** Returns the instant of a string that has been checked to be a date-time. */
export function checkedInstant(text: string): Date {
  const instant = parseDateTime(text);
  if (!instant) throw new Error(`${text} is no date-time`);
  return instant;
}

export function isDateTime(text: string): boolean {
  return parseDateTime(text) !== undefined;
}

const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the instant of a Unix time, or the nearest one that the database can store. */
export function instantNear(ms: number): Date {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}

const HYPHEN = 0x2d;

/** The number that the digits from `from` up to `end` form. */
function numberAt(text: string, from: number, end: number): number {
  let number = 0;
  for (let i = from; i < end; i++) number = number * 10 + text.charCodeAt(i) - 0x30;
  return number;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
