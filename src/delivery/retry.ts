const LONGEST_WISH_MS = 3_600_000;
const JITTER = 0.1;

type Failed = {
  /** Attempts made, this one included. */
  tries: number;
  retryAfter?: string | undefined;
  now: Date;
  /** 0 up to 1, drawn anew for each attempt so that what failed together does not come back together. */
  random: number;
};

/** How many milliseconds after a failed attempt the next one comes; undefined when that was the last. */
export function pauseAfter(schedule: readonly number[], failed: Failed): number | undefined {
  const entry = schedule[failed.tries];
  if (entry === undefined) return undefined;
  const pause = entry * (1 - JITTER + 2 * JITTER * failed.random);
  return Math.round(Math.max(pause, wishOf(failed)));
}

/** What `Retry-After` asks for, in seconds or as a date, up to an hour. */
function wishOf({ retryAfter, now }: Failed): number {
  const text = retryAfter?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(httpDate(text)) - now.getTime();
  return ms > 0 ? Math.min(ms, LONGEST_WISH_MS) : 0;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that dates of HTTP have today. */
function httpDate(text: string): string {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? text
    : "";
}
