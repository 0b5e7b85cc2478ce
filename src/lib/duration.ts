export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS } as const;

export type DurationUnit = keyof typeof UNITS_MS;

/** Returns the milliseconds of a duration such as `90s`, in one of `units`; NaN for any other string. */
export function durationMs(text: string, units: readonly DurationUnit[]): number {
  const [, count, name] = /^(\d{1,9}) ?([a-z]+)$/.exec(text.trim()) ?? [];
  const unit = units.find((candidate) => candidate === name);
  return unit ? Number(count) * UNITS_MS[unit] : Number.NaN;
}
