import { parseDate } from "../returns/parse-date.ts";

/** Both ends included, to the second. */
export type AsnWindow = { from: Date; to: Date };

export type AsnDates = { from?: string | null | undefined; to?: string | null | undefined };

const DAY = 86_400_000;
const LAST_SECOND = DAY - 1_000;

/**
 * The window of the report: a `to` that is a date is the end of that day, days are days of UTC. Unless given
 * it goes from the day one week ago to the end of today. What is no date is 1970-01-01, as on the platform
 * that this API stands in for.
 */
export function asnWindow({ from, to }: AsnDates, now: Date): AsnWindow {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const first = from ? (parseDate(from)?.getTime() ?? 0) : today - 7 * DAY;
  const last = to ? endOf(to) : today + LAST_SECOND;
  return { from: new Date(first), to: new Date(last + 999) };
}

/** The last second that a text means. */
function endOf(text: string): number {
  const second = parseDate(text)?.getTime();
  if (second === undefined) return LAST_SECOND;
  return /[T ]/i.test(text.trim()) ? second : second + LAST_SECOND;
}
