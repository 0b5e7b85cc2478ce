import { HOUR_MS } from "../../lib/duration.ts";

const MAX_RETRY_AFTER_MS = HOUR_MS;
const JITTER = 0.1;

type Failed = {
  /** Attempts made, including this one. */
  tries: number;
  retryAfter?: string | undefined;
  now: Date;
  /**
   * From 0 up to 1, drawn for each attempt, so that events which failed together are not retried together.
   */
  random: number;
};

/** Returns the pause before the next attempt in milliseconds; undefined after the last attempt. */
export function pauseAfter(schedule: readonly number[], failed: Failed): number | undefined {
  const entry = schedule[failed.tries];
  if (entry === undefined) return undefined;
  const pause = entry * (1 - JITTER + 2 * JITTER * failed.random);
  return Math.round(Math.max(pause, retryAfterMs(failed)));
}

/** Returns the pause that `Retry-After` requests, in seconds or as an HTTP date, capped at an hour. */
function retryAfterMs({ retryAfter, now }: Failed): number {
  const value = retryAfter?.trim() ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(httpDate(value)) - now.getTime();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
}

/**
 * Returns the string if it is an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110), else an
 * empty string.
 */
function httpDate(value: string): string {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)
    ? value
    : "";
}
