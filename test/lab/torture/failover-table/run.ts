import { DEFAULT_CONNECTIONS } from "../../../../src/lib/pool-sizes.ts";
import { type Figures, measure } from "./measure.ts";
import { situations } from "./situations.ts";
import { openWorld } from "./world.ts";

export type TableOptions = {
  /** Measures the code of this commit instead of today's. */
  commit?: string | undefined;
  processes: number[];
  /** Measures the situations whose names contain this. */
  only?: string | undefined;
  isShort: boolean;
  /** How long after the end writes may fail. */
  withinMs: number;
  say(line: string): void;
};

export type Table = { rows: Record<string, string>[]; figures: Figures[]; differences: string[] };

/** Of one process: what breaks is logged once by each part that notices, and then once a minute. */
const MAX_LOG_LINES = 60;
const MAX_CONNECTS_PER_SECOND = 10;

export async function measureAll({
  commit,
  only = "",
  processes,
  isShort,
  withinMs,
  say,
}: TableOptions): Promise<Table> {
  const world = await openWorld(commit);
  const afterMs = isShort ? 1_000 : 5_000;
  const figures: Figures[] = [];
  try {
    for (const count of processes) {
      for (const situation of situations(isShort).filter(({ name }) => name.includes(only))) {
        const measured = await measure(world, situation, { processes: count, afterMs });
        figures.push(measured);
        say(Object.values(rowOf(measured)).join(", "));
      }
    }
  } finally {
    await world.close();
  }
  return {
    figures,
    rows: figures.map(rowOf),
    differences: figures.flatMap((one) => overLimit(one, withinMs)),
  };
}

function rowOf(one: Figures): Record<string, string> {
  const { firstSuccessMs, lastFailureMs } = one;
  return {
    processes: String(one.processes),
    situation: one.situation,
    "log lines/min": String(Math.round(one.logLines / one.minutes)),
    "connects/s": one.connectsPerSecond.toFixed(1),
    "sessions on standby": String(one.sessionsOnStandby),
    "first write after": firstSuccessMs === undefined ? "never" : `${Math.round(firstSuccessMs)} ms`,
    "last failure after": lastFailureMs === 0 ? "none" : `${Math.round(lastFailureMs)} ms`,
    acknowledged: String(one.acknowledged),
    lost: String(one.lost),
    "5xx": String(one.errors),
  };
}

function overLimit(one: Figures, withinMs: number): string[] {
  const { processes, situation, firstSuccessMs = Number.POSITIVE_INFINITY } = one;
  const limits: [name: string, value: number, limit: number][] = [
    ["log lines", one.logLines, MAX_LOG_LINES * processes * Math.max(1, one.minutes)],
    ["connects per second", one.connectsPerSecond, MAX_CONNECTS_PER_SECOND * processes],
    ["sessions on the standby", one.sessionsOnStandby, DEFAULT_CONNECTIONS * processes],
    ["ms to the first write", firstSuccessMs, withinMs],
    ["ms to the last failure", one.lastFailureMs, withinMs],
    ["acknowledged writes lost", one.lost, 0],
    ["responses 5xx other than 503", one.errors, 0],
  ];
  return limits
    .filter(([, value, limit]) => value > limit)
    .map(
      ([name, value, limit]) =>
        `${processes} processes, ${situation}: ${Math.round(value)} ${name}, at most ${limit}`,
    );
}
