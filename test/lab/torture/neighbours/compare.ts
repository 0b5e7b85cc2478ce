import { MEASURED, type Measured, type Samples } from "./quiet.ts";

/** One measure of the quiet store before and during one way of misbehaving, in milliseconds. */
export type Compared = {
  way: string;
  measured: Measured;
  quiet: { p50: number; p99: number; count: number };
  during: { p50: number; p99: number; count: number };
  ratio: number;
  failures: string[];
};

export type Limits = {
  /** The limit of a p99 as a multiple of its quiet p99. */
  factor: number;
  /** A p99 below this is no breach: it may be noise of a small machine. */
  floorMs: number;
};

export function compared(way: string, quiet: Samples, during: Samples): Compared[] {
  return MEASURED.map((measured) => {
    const [before, after] = [summed(quiet.times[measured]), summed(during.times[measured])];
    const failures = measured === "requests" ? during.failures : [];
    return { ...{ way, measured, quiet: before, during: after, failures }, ratio: after.p99 / before.p99 };
  });
}

/** Returns one line for each measure that exceeds its limit and for failed requests. */
export function breaches(rows: Compared[], { factor, floorMs }: Limits): string[] {
  return rows.flatMap(({ way, measured, quiet, during, failures }) => {
    const limit = Math.max(factor * quiet.p99, floorMs);
    const late = `${way}: p99 of ${measured} is ${ms(during.p99)}, quiet ${ms(quiet.p99)}, limit ${ms(limit)}`;
    const failed = `${way}: ${failures.length} of ${during.count} requests failed, such as ${failures[0]}`;
    return [
      ...(during.count === 0 || during.p99 > limit ? [late] : []),
      ...(failures.length > 0 ? [failed] : []),
    ];
  });
}

/** Returns the rows as aligned lines with a header. */
export function table(rows: Compared[]): string[] {
  const cells = rows.map(({ way, measured, quiet, during, ratio, failures }) => [
    ...[way, measured, ms(quiet.p50), ms(quiet.p99), ms(during.p50), ms(during.p99)],
    ...[`${ratio.toFixed(1)}x`, String(during.count), measured === "requests" ? String(failures.length) : ""],
  ]);
  const head = ["way", "measured", "quiet p50", "p99", "during p50", "p99", "ratio", "samples", "failed"];
  const all = [head, ...cells];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  return all.map((row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
}

function summed(times: number[]): Compared["quiet"] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}

function ms(time: number): string {
  return `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
}
