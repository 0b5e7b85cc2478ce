import type { Outcome } from "./replay.ts";
import type { Sums } from "./sums.ts";

const SHOWN = 10;

/** Returns what a replay found, as text for a terminal. */
export function report(outcome: Outcome): string {
  return [
    "",
    ...skipped(outcome),
    "",
    ...answers(outcome),
    "",
    ...timings(outcome),
    "",
    ...sums(outcome),
    "",
    ...verdict(outcome),
    "",
  ].join("\n");
}

function skipped({ plan }: Outcome): string[] {
  const reasons = [...plan.skipped].sort(([, a], [, b]) => b.lines - a.lines);
  const lines = reasons.reduce((all, [, { lines }]) => all + lines, 0);
  return [
    `Of ${plan.lines} lines ${plan.lines - lines} are replayed, ${lines} skipped:`,
    ...table([
      ["lines", "units", "reason"],
      ...reasons.map(([reason, { lines, units }]) => [String(lines), String(units), reason]),
    ]),
  ];
}

function answers({ tally: { orders, returns, moves } }: Outcome): string[] {
  return [
    "Responses:",
    ...table([
      ["new", "already there", ""],
      [String(orders.created), String(orders.repeated), "orders (200, 409)"],
      [String(returns.created), String(returns.repeated), "returns (201, 200)"],
      [String(moves.made), String(moves.found), "changes of status (204, found by reading)"],
    ]),
  ];
}

function timings({ timings }: Outcome): string[] {
  return table([
    ["seconds", "requests", "per second", "phase"],
    ...timings.map(({ phase, requests, ms }) => [
      (ms / 1000).toFixed(1),
      String(requests),
      String(Math.round((requests / ms) * 1000)),
      phase,
    ]),
  ]);
}

function sums({ expected, read }: Outcome): string[] {
  return table([
    ["the file", "read back", "", ""],
    ...(Object.keys(expected) as (keyof Sums)[]).map((name) => [
      String(expected[name]),
      String(read[name]),
      expected[name] === read[name] ? "=" : "≠",
      name,
    ]),
  ]);
}

function verdict({ faults, plan }: Outcome): string[] {
  if (faults.length === 0) {
    return [
      `No difference: ${plan.orders.length} orders byte for byte, ${plan.returns.length} returns to the penny.`,
    ];
  }
  const more = faults.length > SHOWN ? [`  … and ${faults.length - SHOWN} more`] : [];
  return [`Differences: ${faults.length}`, ...faults.slice(0, SHOWN).map((fault) => `  ${fault}`), ...more];
}

/** Returns a table with headings, all columns but the last aligned right. */
function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const last = widths.length - 1;
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === last ? cell : cell.padStart(widths[column] ?? 0))).join("  ")}`.trimEnd(),
  );
}
