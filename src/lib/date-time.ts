const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The instant that a full RFC 3339 date-time with offset names, to the millisecond; undefined for any other text, for
 * days that no calendar has, and for instants outside the years 1 to 9999 of UTC (the database has no others).
 */
export function parseDateTime(text: string): Date | undefined {
  // Most texts are none: "2026-" is what they have to begin like.
  if (text.length < 20 || text.charCodeAt(4) !== 0x2d) return undefined;
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;

  const instant = new Date(text.toUpperCase());
  const utcYear = instant.getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999 ? instant : undefined;
}

export function isDateTime(text: string): boolean {
  return parseDateTime(text) !== undefined;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
