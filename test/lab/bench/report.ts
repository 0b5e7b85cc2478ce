/**
 * What a figure was measured as: of the service, of what it is compared with, its response times, and the CPU of service and
 * Postgres for one request.
 */
export type Measured = { ours: string; yardstick?: string; p50Ms?: number; p99Ms?: number; cpuUs?: number };

/** A row of the table of figures. */
export type Ratio = Measured & { what: string; ratio: number; wanted: string; limit: number; met: boolean };

const COLUMNS = ["", "ours", "yardstick", "ratio", "p50 ms", "p99 ms", "wanted", "met"];
const LONGEST_WHAT = 60;

export function atLeast(what: string, figures: string | Measured, ratio: number, least: number): Ratio {
  return { what, ...measuredOf(figures), ratio, wanted: `>= ${least}`, limit: least, met: ratio >= least };
}

export function atMost(what: string, figures: string | Measured, ratio: number, most: number): Ratio {
  return { what, ...measuredOf(figures), ratio, wanted: `<= ${most}`, limit: most, met: ratio <= most };
}

/** Prints the figures as a table. */
export function print(ratios: Ratio[]): void {
  process.stdout.write(tableOf(ratios));
}

/** Returns the figures as a table with a line per figure. */
export function tableOf(ratios: Ratio[]): string {
  const cpuOf = ({ cpuUs }: Ratio) => cpuUs?.toFixed(0) ?? "";
  const cpu = ratios.some((ratio) => cpuOf(ratio) !== "");
  const rows = [
    [...COLUMNS, ...(cpu ? ["CPU µs"] : [])],
    ...ratios.map((ratio) => [...cellsOf(ratio), ...(cpu ? [cpuOf(ratio)] : [])]),
  ];
  const widths = [...COLUMNS, ""].map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Returns the figures as JSON, with null for what was not measured. */
export function jsonOf(ratios: Ratio[]): string {
  const rows = ratios.map(
    ({ what, ours, yardstick = null, ratio, p50Ms = null, p99Ms = null, cpuUs, wanted, met }) => {
      return {
        what,
        ours,
        yardstick,
        ratio,
        p50Ms,
        p99Ms,
        wanted,
        met,
        ...(cpuUs !== undefined && { cpuUs }),
      };
    },
  );
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function cellsOf({ what, ours, yardstick = "", ratio, p50Ms, p99Ms, wanted, met }: Ratio): string[] {
  const ms = (time: number | undefined) => time?.toFixed(1) ?? "";
  return [
    shortened(what, LONGEST_WHAT),
    ours,
    yardstick,
    ratio.toFixed(2),
    ms(p50Ms),
    ms(p99Ms),
    wanted,
    met ? "yes" : "NO",
  ];
}

/** Returns a text of at most `length` characters. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function measuredOf(figures: string | Measured): Measured {
  return typeof figures === "string" ? { ours: figures } : figures;
}
