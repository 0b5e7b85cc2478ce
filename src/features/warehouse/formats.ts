import { amountOf, minorDigits } from "../../lib/money.ts";

export type PhpDate = { date: string; timezone_type: number; timezone: string };

/** Formats smallest units of a currency as this API does: with two decimals, or more if the currency has more. */
export function minorText(minor: bigint, currency: string): string {
  const digits = minorDigits(currency);
  return digits === 0 ? `${minor}.00` : amountOf(minor, digits);
}

/** Formats a time as `2026-03-02 14:05:09`, in UTC. */
export function phpDateTime(instant: Date): string {
  return toTheSecond(instant).replace("T", " ");
}

/** Formats a time as `2026-03-02T14:05:09+00:00`. */
export function zonedDateTime(instant: Date): string {
  return `${toTheSecond(instant)}+00:00`;
}

/** Returns a time as PHP, the language of Loop's API, serializes it. */
export function phpDate(instant: Date): PhpDate {
  const fraction = String(instant.getUTCMilliseconds()).padStart(3, "0");
  return { date: `${phpDateTime(instant)}.${fraction}000`, timezone_type: 3, timezone: "UTC" };
}

function toTheSecond(instant: Date): string {
  return instant.toISOString().slice(0, "2026-03-02T14:05:09".length);
}
