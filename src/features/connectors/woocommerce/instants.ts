import { parseDateTime } from "../../../lib/date-time.ts";

/** Returns the instant of a date and time in UTC that WooCommerce writes without an offset; undefined for none. */
export function instantOf(gmt: string | null | undefined): string | undefined {
  if (!gmt) return undefined;
  return parseDateTime(
    /(?:[zZ]|[+-]\d\d:\d\d)$/.test(gmt) ? gmt : `${gmt.replace(" ", "T")}Z`,
  )?.toISOString();
}
