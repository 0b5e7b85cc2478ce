import { instantNear } from "../../../lib/date-time.ts";
import { MIN_WITHDRAWAL_DAYS } from "../../stores/settings-schema.ts";

/** The end of a withdrawal period, and what moved it. */
export type PeriodEnd = {
  /** The first instant after the period. */
  end: Date;
  /** The last day of the period, in `timeZone`. */
  lastDay: string;
  timeZone: string;
  /** The days before `lastDay` on which the period would have ended, and why it doesn't, oldest first. */
  movedFrom: { day: string; reason: string }[];
};

/** Returns why a period can't end on a day; undefined for a working day. */
export type NonWorkingDay = (day: Temporal.PlainDate) => string | undefined;

type Terms = {
  deliveredAt: Date;
  days: number;
  /** Of the country that the last parcel was delivered to, at least one. */
  timeZones: readonly string[];
  nonWorkingDay: NonWorkingDay;
};

/** A table of holidays that names every day must not keep a period open. */
const MAX_MOVED_DAYS = 31;

/**
 * Returns the end of the period that began with the delivery of the last parcel. As Regulation (EEC, Euratom) 1182/71
 * says, the day of the delivery doesn't count, the period ends with its last day, and a last day that is no working
 * day is followed by the next one. Of several time zones the latest end counts.
 */
export function periodEnd(terms: Terms): PeriodEnd {
  const ends = terms.timeZones.map((timeZone) => endIn(timeZone, terms));
  return ends.reduce((latest, each) => (each.end > latest.end ? each : latest));
}

function endIn(timeZone: string, { deliveredAt, days, nonWorkingDay }: Terms): PeriodEnd {
  const delivered = Temporal.Instant.fromEpochMilliseconds(deliveredAt.getTime());
  const begun = delivered.toZonedDateTimeISO(timeZone).toPlainDate();
  const movedFrom: PeriodEnd["movedFrom"] = [];
  let last = begun.add({ days: Math.max(days, MIN_WITHDRAWAL_DAYS) });
  for (let reason = nonWorkingDay(last); reason; reason = nonWorkingDay(last)) {
    if (movedFrom.length === MAX_MOVED_DAYS) break;
    movedFrom.push({ day: last.toString(), reason });
    last = last.add({ days: 1 });
  }
  // The first instant of the next day: at a change of the clock it isn't always midnight.
  const next = last.add({ days: 1 }).toZonedDateTime(timeZone);
  return { end: instantNear(next.epochMilliseconds), lastDay: last.toString(), timeZone, movedFrom };
}

/** Returns a time to the second, with the offset of a time zone: `2026-03-10T14:03:21+01:00`. */
export function withOffset(at: Date, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return zoned.toString({ timeZoneName: "never", smallestUnit: "second" });
}
