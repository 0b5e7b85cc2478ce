import { DAY_MS } from "../../../lib/duration.ts";
import { invalid } from "../../../lib/problem.ts";
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

/**
 * Throws 422 for a range of more than `maxDays`. A `to` without a time counts from its midnight: 1 January to 1 May are
 * 120 days, both of them whole.
 */
export function requireRange({ to }: AsnDates, window: AsnWindow, maxDays: number): void {
  const isWholeDay = !to || !hasTime(to);
  const last = window.to.getTime() - 999 - (isWholeDay ? LAST_SECOND_MS : 0);
  if (last - window.from.getTime() <= maxDays * DAY_MS) return;
  const detail = `The to must be at most ${maxDays} days after from.`;
  throw invalid({ detail, parameter: to ? "to" : "from" });
}

/** Returns the last second of a `to`. */
function endOf(text: string): number {
  const second = parseDate(text)?.getTime();
  if (second === undefined) return LAST_SECOND_MS;
  return hasTime(text) ? second : second + LAST_SECOND_MS;
}

function hasTime(text: string): boolean {
  return /[T ]/i.test(text.trim());
}
