import { DAY_MS } from "../../lib/duration.ts";
import { parseDate } from "../returns/parse-date.ts";

/** A range of time, both ends inclusive, to the second. */
export type AsnWindow = { from: Date; to: Date };

export type AsnDates = { from?: string | null | undefined; to?: string | null | undefined };

const LAST_SECOND_MS = DAY_MS - 1_000;

/**
 * Returns the window of the report. Days are in UTC; a `to` without a time means the end of that day. The
 * default is from the day one week ago to the end of today. An invalid date is 1970-01-01, as in Loop's API.
 */
export function asnWindow({ from, to }: AsnDates, now: Date): AsnWindow {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const first = from ? (parseDate(from)?.getTime() ?? 0) : today - 7 * DAY_MS;
  const last = to ? endOf(to) : today + LAST_SECOND_MS;
  return { from: new Date(first), to: new Date(last + 999) };
}

/** Returns the last second of a `to`. */
function endOf(text: string): number {
  const second = parseDate(text)?.getTime();
  if (second === undefined) return LAST_SECOND_MS;
  return /[T ]/i.test(text.trim()) ? second : second + LAST_SECOND_MS;
}
