const RFC_3339 =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The instant that a full RFC 3339 date-time with offset names, to the millisecond; undefined for any other text, for
 * days that no calendar has, and for instants outside the years 1 to 9999 of UTC (the database has no others).
 */
export function parseDateTime(text: string): Date | undefined {
  // Most texts are none, and this is the cheapest way to tell.
  if (text.length < 20 || text.charCodeAt(4) !== HYPHEN || !RFC_3339.test(text)) return undefined;
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;

  const instant = new Date(text.toUpperCase());
  const utcYear = instant.getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999 ? instant : undefined;
}

export function isDateTime(text: string): boolean {
  return parseDateTime(text) !== undefined;
}

const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The instant of a Unix time, or the nearest one that the database has. */
export function instantNear(ms: number): Date {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS));
}

const HYPHEN = 0x2d;

/** The number that the digits of a text from one place up to another are. */
function numberAt(text: string, from: number, end: number): number {
  let number = 0;
  for (let i = from; i < end; i++) number = number * 10 + text.charCodeAt(i) - 0x30;
  return number;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
