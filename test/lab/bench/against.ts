import { join } from "node:path";
import { endWithUs, temporaryFolder } from "../../support/ends-with-us.ts";
import { codeOf } from "./commit-code.ts";
import { CODE_FOLDER } from "./environment.ts";
import { median } from "./median.ts";

const PROGRAM = decodeURIComponent(new URL("main.ts", import.meta.url).pathname);

/** What a run has measured of a figure, as `jsonOf` writes it. */
export type Figure = { what: string; ours: string; ratio: number; p50Ms?: number | null; cpuUs?: number };
export type Sides = { theirs: Figure[][]; ours: Figure[][] };

/**
 * Runs a bench of the service at a commit and of today's in turns, each time in a database of its own, and returns the
 * table of both. The load, the yardsticks and what is measured are today's.
 */
export async function compareWith(commit: string, args: string[], rounds: number): Promise<string> {
  const code = await codeOf(commit);
  const results = await temporaryFolder("aftersale-against-");
  const runs: Sides = { theirs: [], ours: [] };
  const folders = { theirs: code.path, ours: "" };
  for (let round = 0; round < rounds; round++) {
    const sides = ["theirs", "ours"] as const;
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      process.stderr.write(`round ${round + 1} of ${rounds}, ${side === "ours" ? "this code" : commit} …\n`);
      const file = join(results.path, `${side}-${round}.json`);
      runs[side].push(await runOf([...args, "--json", file], { folder: folders[side], file }));
    }
  }
  await results.remove();
  await code.remove();
  return comparison(commit, runs);
}

async function runOf(args: string[], { folder, file }: { folder: string; file: string }): Promise<Figure[]> {
  const child = Bun.spawn([process.execPath, PROGRAM, ...args], {
    ...{ env: { ...process.env, [CODE_FOLDER]: folder }, stdout: "ignore", stderr: "inherit" },
  });
  endWithUs(child);
  // Status 1 says that a figure was missed.
  if ((await child.exited) > 1 || !(await Bun.file(file).exists())) throw new Error("A run has failed.");
  return Bun.file(file).json();
}

/**
 * Returns the table, for a page: of each figure the run in the middle of a side, and how today's compares with the
 * other. The ratio of two rates has its standard error, by the pairs of runs: a ratio that is less than two of them
 * from 1 says nothing.
 */
export function comparison(commit: string, { theirs, ours }: Sides): string {
  const names = new Set(ours.flat().map(({ what }) => what));
  const head = ["", commit, "this code", "ratio"];
  for (const what of ["median, ms", "CPU, µs"]) head.push(`${what}: ${commit}`, "this code", "ratio");
  const rows = [...names].map((what) => {
    const [before, now] = [theirs, ours].map((runs) => ofFigure(runs, what));
    const pair = (of: "p50Ms" | "cpuUs", digits: number) => [
      ...[before?.[of], now?.[of]].map((value) => value?.toFixed(digits) ?? ""),
      shareOf(now?.[of], before?.[of]),
    ];
    const share = `${shareOf(now?.ratio, before?.ratio)}${errorOf(now?.ratios, before?.ratios)}`;
    const shares = [before?.middle ?? "", now?.middle ?? "", share];
    return [what, ...shares, ...pair("p50Ms", 2), ...pair("cpuUs", 0)];
  });
  const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...rows].map(line).join("");
}

function ofFigure(runs: Figure[][], what: string) {
  const figures = runs.flatMap((run) => run.find((figure) => figure.what === what) ?? []);
  if (figures.length === 0) return undefined;
  const ratios = figures.map((figure) => figure.ratio);
  const ratio = median(ratios);
  const sorted = figures.toSorted((a, b) => a.ratio - b.ratio);
  const medianOf = (of: "p50Ms" | "cpuUs") => {
    const values = figures.flatMap((figure) => figure[of] ?? []);
    return values.length > 0 ? median(values) : undefined;
  };
  const middle = sorted[Math.floor(sorted.length / 2)]?.ours;
  return { ratio, ratios, middle, p50Ms: medianOf("p50Ms"), cpuUs: medianOf("cpuUs") };
}

function shareOf(now: number | undefined, before: number | undefined): string {
  return now === undefined || before === undefined ? "" : (now / before).toFixed(2);
}

/** Of the mean of the ratios of each pair of runs; empty where there are too few pairs to say. */
function errorOf(now: number[] = [], before: number[] = []): string {
  const pairs = now.flatMap((ratio, i) => ratio / (before[i] ?? Number.NaN)).filter(Number.isFinite);
  if (pairs.length < 3) return "";
  const mean = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
  const squares = pairs.reduce((sum, pair) => sum + (pair - mean) ** 2, 0);
  return ` ± ${Math.sqrt(squares / (pairs.length - 1) / pairs.length).toFixed(2)}`;
}
