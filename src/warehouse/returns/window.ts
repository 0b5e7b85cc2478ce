import { instantNear } from "../../lib/date-time.ts";
import type { Fault } from "../../lib/problem.ts";
import { parseDate } from "./parse-date.ts";

/** From a second to a second, both whole; without an end it goes on for ever. */
export type Window = { from: Date; to: Date | undefined };

const DAY = 86_400_000;
const LONGEST = 120 * DAY;

/** The end of a window's last second. */
export function lastInstantOf(to: Date): Date {
  return instantNear(to.getTime() + 999);
}

/**
 * The window of a list: `to` counts only with `from`, which alone means a day; without `from` it is the last
 * 24 hours, up to whatever happens. What is wrong goes into `faults`.
 */
export function windowOf(given: { from?: string; to?: string }, now: Date, faults: Fault[]): Window {
  const from = dateOf("from", given.from, faults);
  const to = dateOf("to", given.to, faults);
  if (!from) return { from: new Date(Math.floor((now.getTime() - DAY) / 1000) * 1000), to: undefined };
  if (!to) return { from, to: new Date(Math.min(from.getTime() + DAY, Date.UTC(9999, 11, 31, 23, 59, 59))) };

  if (to < from) faults.push({ detail: "The to must not be before from.", parameter: "to" });
  if (to.getTime() - from.getTime() > LONGEST) {
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
