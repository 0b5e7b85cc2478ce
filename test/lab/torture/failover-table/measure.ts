import pg from "pg";
import type { ServiceProcess } from "../../../support/process.ts";
import type { Situation } from "./situations.ts";
import { end, type World } from "./world.ts";
import { startWriters, type Write } from "./writers.ts";

/** What a situation was like for some processes. */
export type Figures = {
  situation: string;
  processes: number;
  /** While the database was away, for so long; without the line of each failed request. */
  logLines: number;
  minutes: number;
  connectsPerSecond: number;
  /** The most sessions that clients had on the standby, until the end. */
  sessionsOnStandby: number;
  /** The time from the end to the first write that a process served, for the last process; undefined for never. */
  firstSuccessMs: number | undefined;
  /** The time from the end to the last failure of a write that was sent after it; 0 without one. */
  lastFailureMs: number;
  acknowledged: number;
  lost: number;
  /** Responses 5xx other than 503. */
  errors: number;
};

const WARM_MS = 1_000;
const SAMPLE_MS = 200;
const GIVE_UP_MS = 20_000;
const TOO_MANY_CONNECTIONS = "53300";

/** Measures a situation with so many processes; writes go on for `afterMs` after its end. */
export async function measure(
  world: World,
  situation: Situation,
  { processes: count, afterMs }: { processes: number; afterMs: number },
): Promise<Figures> {
  const { pair, link } = world;
  const processes = await world.start(count);
  const old = { primary: pair.primary(), standby: pair.standby() };
  const all: Write[] = [];
  let writers = startWriters(processes, world);
  const stopWriters = async () => {
    await writers.stop();
    all.push(...writers.writes.splice(0));
  };
  try {
    await Bun.sleep(WARM_MS);
    if (situation.isQuiet) await stopWriters();
    const before = { lines: linesOf(processes), tried: link.counts().tried };
    await situation.begin(world);
    const sampler = sampleSessions(world, old.standby.url);
    await Bun.sleep(situation.holdMs);
    const minutes = situation.holdMs / 60_000;
    const logLines = linesOf(processes) - before.lines;
    const connectsPerSecond = (link.counts().tried - before.tried) / (situation.holdMs / 1_000);
    await situation.end(world);
    const endedAt = performance.now();
    if (situation.isQuiet) writers = startWriters(processes, world);
    for (const until = endedAt + GIVE_UP_MS; performance.now() < until; await Bun.sleep(SAMPLE_MS)) {
      const hasAll = processes.every((_, i) => firstSuccess(writers.writes, i, endedAt) !== undefined);
      if (hasAll && performance.now() > endedAt + afterMs) break;
    }
    const sessionsOnStandby = await sampler.stop();
    await stopWriters();
    const firsts = processes.map((_, i) => firstSuccess(all, i, endedAt));
    const failures = all.filter(({ start, status }) => start > endedAt && !isDone(status));
    const done = all.filter(({ status }) => isDone(status));
    return {
      ...{
        situation: situation.name,
        processes: count,
        logLines,
        minutes,
        connectsPerSecond,
        sessionsOnStandby,
      },
      firstSuccessMs: firsts.every((ms) => ms !== undefined) ? Math.max(...firsts) : undefined,
      lastFailureMs: Math.max(0, ...failures.map((one) => one.end - endedAt)),
      acknowledged: done.length,
      lost: await countLost(world, done),
      errors: all.filter(({ status }) => status >= 500 && status !== 503).length,
    };
  } finally {
    await writers.stop();
    await Promise.all(processes.map(end));
    if (pair.primary() !== old.primary) {
      await pair.rebuild();
      link.pointAt(pair.primary().url);
    }
  }
}

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

function firstSuccess(writes: Write[], process: number, since: number): number | undefined {
  const times = writes
    .filter((one) => one.process === process && isDone(one.status) && one.start > since)
    .map((one) => one.end - since);
  return times.length === 0 ? undefined : Math.min(...times);
}

function linesOf(processes: ServiceProcess[]): number {
  const lines = processes.flatMap(({ output }) => output().split("\n"));
  return lines.filter((line) => line !== "" && !line.includes('"requestId"')).length;
}

/** Counts the sessions on a standby again and again; `stop` returns the most. */
function sampleSessions({ pair }: World, url: string) {
  let most = 0;
  let running = true;
  const sampling = (async () => {
    for (; running; await Bun.sleep(SAMPLE_MS))
      most = Math.max(most, await sessionsAt(url, pair.primary().url));
  })();
  return {
    stop: async () => {
      running = false;
      await sampling;
      return most;
    },
  };
}

/** Returns the sessions of clients; none of a server that has become the primary. */
async function sessionsAt(url: string, primary: string): Promise<number> {
  if (url === primary) return 0;
  const client = new pg.Client({ connectionString: url, application_name: "sampling" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and application_name <> 'sampling' and pg_is_in_recovery()`,
    );
    return rows[0]?.count ?? 0;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== TOO_MANY_CONNECTIONS) throw error;
    return Number.POSITIVE_INFINITY;
  } finally {
    await client.end();
  }
}

async function countLost({ pair }: World, done: Write[]): Promise<number> {
  const client = new pg.Client(pair.primary().url);
  await client.connect();
  try {
    const { rows } = await client.query<{ mark: string }>("select data->>'mark' as mark from events");
    const found = new Set(rows.map(({ mark }) => mark));
    return done.filter(({ mark }) => !found.has(mark)).length;
  } finally {
    await client.end();
  }
}
