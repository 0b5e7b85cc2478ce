import { spaced } from "../dates.ts";

/** A time as the platform's own language serialises it. */
export type SerialTime = { date: string; timezone_type: number; timezone: string };

export function serialTime(instant: Date): SerialTime {
  const fraction = String(instant.getUTCMilliseconds()).padStart(3, "0");
  return { date: `${spaced(instant)}.${fraction}000`, timezone_type: 3, timezone: "UTC" };
}
