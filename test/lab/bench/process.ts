import { residentMb } from "../../support/resident-memory.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { atMost, type Ratio } from "./report.ts";
import { CASES } from "./request-figures.ts";
import { prepareWorld, type World } from "./request-world.ts";
import { runLoad } from "./run-load.ts";
import { twoProcesses } from "./two-processes.ts";

const REQUESTS = 1_000_000;
const OBJECTS = 2_000;
const STARTS = 5;
const TURN_REQUESTS = 5_000;
/** A peak lasts until memory is freed, a few times a second. */
const SAMPLE_MS = 50;
/** In this time the runtime collects what the requests have left. */
const REST_MS = 30_000;
/** The requests of a turn, by operation. */
const SHARES = { return: 0.2, order: 0.2, customer: 0.1, list: 0.02, "create-order": 0.08, event: 0.4 };

/**
 * Measures the start on an existing database, what a second process adds, and the memory of a process with workers during and
 * after 1,000,000 requests of six operations (`--requests N`).
 */
export async function benchProcess(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--requests");
  const requests = at < 0 ? REQUESTS : Number(options[at + 1]);
  const environment = await prepareEnvironment();
  try {
    process.stderr.write("filling …\n");
    const world = await prepareWorld(environment, OBJECTS);
    await world.server.stop();
    const figures = [await starts(environment), await twoProcesses(environment, world.store)];
    return [...figures, ...(await memory(world, requests))];
  } finally {
    await environment.clear();
  }
}

async function starts(environment: Environment): Promise<Ratio> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const server = await environment.server();
    times.push(performance.now() - startedAt);
    await server.stop();
  }
  const sorted = times.sort((a, b) => a - b);
  const median = sorted[Math.floor(STARTS / 2)] ?? Number.NaN;
  const figures = { ours: `ready after ${Math.round(median)} ms`, p50Ms: median };
  return atMost("start on an existing database, s", figures, median / 1_000, 1);
}

async function memory({ environment, store, ...world }: World, requests: number): Promise<Ratio[]> {
  const server = await environment.server();
  const first: Record<string, number> = {};
  const peaks: number[] = [];
  const turns = Math.ceil(requests / TURN_REQUESTS);
  for (let turn = 0; turn < turns; turn++) {
    const loads = async () => {
      for (const [name, share] of Object.entries(SHARES)) {
        const count = TURN_REQUESTS * share;
        const one = CASES[name]?.({ environment, store, ...world });
        const shape = one ? { template: one.template, expect: one.expect } : { size: 1 };
        await runLoad(server.origin, store, { ...shape, requests: count, first: first[name] ?? 0 });
        first[name] = (first[name] ?? 0) + count;
      }
    };
    peaks.push(await peakDuring(server.pid, loads()));
    if (turn % 20 === 0) process.stderr.write(`${turn * TURN_REQUESTS} of ${requests} requests …\n`);
  }
  const half = Math.floor(peaks.length / 2);
  const [early, late] = [Math.max(...peaks.slice(0, half)), Math.max(...peaks.slice(half))];
  await Bun.sleep(REST_MS);
  const rested = await residentMb(server.pid);
  await server.stop();
  const figures = `${(turns * TURN_REQUESTS).toLocaleString("en")} requests`;
  return [
    atMost("resident memory after rest, MB", figures, rested, 200),
    atMost("resident memory under load, MB", figures, late, 200),
    atMost(
      "its growth in the second half, %",
      `${Math.round(early)} to ${Math.round(late)} MB`,
      (late / early - 1) * 100,
      5,
    ),
  ];
}

/** Returns the most resident memory, in MB, that a process has while `work` goes on. */
async function peakDuring(pid: number, work: Promise<void>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let peak = 0;
  while (!isDone) {
    peak = Math.max(peak, await residentMb(pid));
    await Promise.race([done, Bun.sleep(SAMPLE_MS)]);
  }
  return peak;
}
