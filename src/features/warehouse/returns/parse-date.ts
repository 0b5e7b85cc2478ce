import { afterLeapSecond } from "../../../lib/date-time.ts";

const DATE_PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:Z|([+ -])(\d{2}):?(\d{2}))?)?$/i;

/**
 * Parses a date in any of the formats that clients of this API send, to the second: a date alone, or with a
 * time after a space or `T`, padded or not, with `Z`, an offset, or neither for UTC. The `+` of an offset may
 * have been decoded to a space. Returns undefined for an invalid date, and for leap seconds that don't exist.
 */
export function parseDate(text: string): Date | undefined {
  const match = DATE_PATTERN.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (year < 1 || hour > 23 || minute > 59 || second > 60) return undefined;
  const isLeapSecond = second === 60;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, isLeapSecond ? 59 : second);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;

  const [sign, hours = 0, minutes = 0] = [match[7], Number(match[8] ?? 0), Number(match[9] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * 60_000 * (sign === "-" ? -1 : 1);
  const given = new Date(local.getTime() - offset);
  const instant = isLeapSecond ? afterLeapSecond(given) : given;
  const utcYear = instant?.getUTCFullYear() ?? 0;
  return utcYear >= 1 && utcYear <= 9999 ? instant : undefined;
}
