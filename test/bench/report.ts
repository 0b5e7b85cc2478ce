export type Ratio = { what: string; figures: string; ratio: number; wanted: string; met: boolean };

export function atLeast(what: string, figures: string, ratio: number, least: number): Ratio {
  return { what, figures, ratio, wanted: `>= ${least}`, met: ratio >= least };
}

export function atMost(what: string, figures: string, ratio: number, most: number): Ratio {
  return { what, figures, ratio, wanted: `<= ${most}`, met: ratio <= most };
}

/** Prints the figures as a table. */
export function print(ratios: Ratio[]): void {
  const rows = [
    ["", "measured", "ratio", "wanted", ""],
    ...ratios.map(({ what, figures, ratio, wanted, met }) => [
      what,
      figures,
      ratio.toFixed(2),
      wanted,
      met ? "yes" : "NO",
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
}
