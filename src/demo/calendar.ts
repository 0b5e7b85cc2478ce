import type { Ctx } from "../ctx.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Instants of the past, counted back from the day on which the demo store is made. */
export type Calendar = {
  /** An hour (UTC, fractions count) of the day that many days ago. */
  moment(daysAgo: number, hour: number): Date;
};

export function createCalendar(now: Date): Calendar {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return { moment: (daysAgo, hour) => new Date(today - daysAgo * DAY + Math.round(hour * HOUR)) };
}

/** The same ctx at another time: what verbs do with it is dated by it. */
export function at(ctx: Ctx, time: Date): Ctx {
  return { ...ctx, now: () => time };
}
