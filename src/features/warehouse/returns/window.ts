import { instantNear } from "../../../lib/date-time.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import type { Fault } from "../../../lib/problem.ts";
import { parseDate } from "./parse-date.ts";

/** A range of seconds, both ends inclusive; without `to` it has no end. */
export type Window = { from: Date; to: Date | undefined };

const MAX_WINDOW_MS = 120 * DAY_MS;

/** Returns the last millisecond of a window. */
export function lastInstantOf(to: Date): Date {
  return instantNear(to.getTime() + 999);
}

/**
 * Returns the window of a list. `to` is ignored without `from`; `from` alone means a day; the default is the
 * last 24 hours without an end. Appends errors to `faults`.
 */
export function windowOf(range: { from?: string; to?: string }, now: Date, faults: Fault[]): Window {
  const from = dateOf("from", range.from, faults);
  const to = dateOf("to", range.to, faults);
  if (!from) return { from: new Date(Math.floor((now.getTime() - DAY_MS) / 1000) * 1000), to: undefined };
  if (!to)
    return { from, to: new Date(Math.min(from.getTime() + DAY_MS, Date.UTC(9999, 11, 31, 23, 59, 59))) };

  if (to < from) faults.push({ detail: "The to must not be before from.", parameter: "to" });
  if (to.getTime() - from.getTime() > MAX_WINDOW_MS) {
    faults.push({ detail: "The to must be at most 120 days after from.", parameter: "to" });
  }
  return { from, to };
}

function dateOf(name: string, text: string | undefined, faults: Fault[]): Date | undefined {
  if (!text) return undefined;
  const date = parseDate(text);
  if (!date) faults.push({ detail: `The ${name} is not a valid date.`, parameter: name });
  return date;
}
