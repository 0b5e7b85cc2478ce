import { atMost, type Ratio } from "./report.ts";

const ROUNDS = 200;
/** Long enough for code that is compiled while it runs. */
const WARM_UP = 100;

type Options<Result> = {
  rounds?: number;
  /** Called with the result of each round, after its time was taken. */
  check?: (result: Result) => void;
};

/** Measures calls one at a time; the p99 must be at most the limit. `work` is given the number of the round. */
export async function measure<Result>(
  what: string,
  limitMs: number,
  work: (round: number) => Promise<Result>,
  { rounds = ROUNDS, check }: Options<Result> = {},
): Promise<Ratio> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const startedAt = performance.now();
    const result = await work(round);
    if (round >= WARM_UP) times.push(performance.now() - startedAt);
    check?.(result);
  }
  return ratioOf(what, limitMs, times);
}

/** Returns how the p99 of times compares with a limit. */
export function ratioOf(what: string, limitMs: number, times: number[]): Ratio {
  const sorted = times.toSorted((a, b) => a - b);
  const [median = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map(
    (share) => sorted[Math.floor(sorted.length * share)],
  );
  const figures = { ours: `p99 ${p99.toFixed(1)} ms`, yardstick: `${limitMs} ms`, p50Ms: median, p99Ms: p99 };
  return atMost(what, figures, p99 / limitMs, 1);
}
