/** The API's date-times end with the year 9999. */
const END_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the day that an instant is on in a time zone. */
export function localDay(instant: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the first instant after a day in a time zone; null when no date-time of the API can hold it. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): string | null {
  const ms = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  return ms > END_MS ? null : new Date(ms).toISOString();
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
