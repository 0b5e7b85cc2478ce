/** The API's date-times are of the years 1 to 9999. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const END_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the day that an instant is on in a time zone. */
export function localDay(instant: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the first instants of so many days in a time zone; the last one has the moment. */
export function startsOfDays(moment: Date, count: number, timeZone: string): Date[] {
  const today = localDay(moment.toISOString(), timeZone);
  const back = (days: number) => today.subtract({ days }).toZonedDateTime(timeZone).epochMilliseconds;
  return Array.from({ length: count }, (_, i) => new Date(back(count - 1 - i)));
}

/** Returns the first instant of a day in a time zone; null when no date-time of the API can hold it. */
export function beginOfDay(day: Temporal.PlainDate, timeZone: string): string | null {
  const ms = day.toZonedDateTime(timeZone).epochMilliseconds;
  return ms < FIRST_MS || ms > END_MS ? null : new Date(ms).toISOString();
}

/** Returns the first instant after a day in a time zone; null when no date-time of the API can hold it. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): string | null {
  return beginOfDay(day.add({ days: 1 }), timeZone);
}

/** Returns the instant of a date and time without an offset, as a form sends it, in a time zone; undefined for any other text. */
export function instantIn(text: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return undefined;
  }
}

/** Returns whether a text names a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a text is an existing day, such as 2026-12-24. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).year > 0;
  } catch {
    return false;
  }
}
