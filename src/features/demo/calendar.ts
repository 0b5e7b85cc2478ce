import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS, HOUR_MS } from "../../lib/duration.ts";

/** Times in the past, relative to the day on which the demo store is created. */
export type Calendar = {
  /** Returns the time `daysAgo` days ago at `hour` UTC, which may be fractional. */
  moment(daysAgo: number, hour: number): Date;
};

export function createCalendar(now: Date): Calendar {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return { moment: (daysAgo, hour) => new Date(today - daysAgo * DAY_MS + Math.round(hour * HOUR_MS)) };
}

/** Returns a ctx whose clock is at `time`. */
export function at(ctx: Ctx, time: Date): Ctx {
  return { ...ctx, now: () => time };
}
