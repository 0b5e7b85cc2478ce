import { phpDateTime } from "../formats.ts";

/** A time as PHP, the language of Loop's API, serializes it. */
export type PhpDate = { date: string; timezone_type: number; timezone: string };

export function phpDate(instant: Date): PhpDate {
  const fraction = String(instant.getUTCMilliseconds()).padStart(3, "0");
  return { date: `${phpDateTime(instant)}.${fraction}000`, timezone_type: 3, timezone: "UTC" };
}
