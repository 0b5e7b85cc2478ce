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
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : httpDate(value, now) - now.getTime();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT` */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
const RFC_850 = /^[A-Z][a-z]{2,5}day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d:\d\d:\d\d) GMT$/;
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;

/**
 * Returns the Unix time of an HTTP date in any of its three forms, which every recipient has to take (RFC 9110, section
 * 5.6.7); NaN for any other string.
 */
function httpDate(value: string, now: Date): number {
  const [, day, month, year, time] = IMF_FIXDATE.exec(value) ?? RFC_850.exec(value) ?? [];
  if (year !== undefined) return Date.parse(`${day} ${month} ${fullYear(year, now)} ${time} GMT`);
  const [, monthBefore, dayAfter, timeBefore, yearAfter] = ASCTIME.exec(value) ?? [];
  return Date.parse(`${dayAfter} ${monthBefore} ${yearAfter} ${timeBefore} GMT`);
}

/** Returns a year of two digits as that of the century in which it is at most 50 years from now. */
function fullYear(year: string, now: Date): number {
  if (year.length === 4) return Number(year);
  const thisYear = now.getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  if (inThisCentury > thisYear + 50) return inThisCentury - 100;
  return inThisCentury < thisYear - 50 ? inThisCentury + 100 : inThisCentury;
}
