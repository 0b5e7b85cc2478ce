import { readFile } from "node:fs/promises";
import { PgBoss } from "pg-boss";
import { residentMb } from "../../support/resident-memory.ts";
import type { BenchStore, Environment, Server } from "./environment.ts";
import { atLeast, atMost, type Ratio } from "./report.ts";
import { type Subscribers, startSubscribers } from "./subscribers.ts";
import { fillBacklog, fillWebhooks } from "./webhook-fill.ts";
import { type Latency, latencyOf } from "./webhook-latency.ts";

type Settings = { most: number };

const HOSTS = 20;
const WEBHOOKS = 100;
const FIFO_MS = 20_000;
const WINDOW_MS = 20_000;
const LATENCY = { webhooks: 100, returns: 1_000, rate: 200, seconds: 18 };

/**
 * Measures events per second from a backlog of 100,000 in 50,000 streams, against an ordered pg-boss queue.
 */
export async function speed(environment: Environment): Promise<Ratio[]> {
  const { perSecond, ...cpu } = await drained(environment, { streams: 50_000, events: 2 });
  const fifo = await fifoPerSecond(environment, { keys: 50_000, jobs: 2 });
  const figures = { ours: each(perSecond), yardstick: each(fifo) };
  return [
    atLeast(
      "backlog of 100,000 events / 5,000 a second",
      { ours: each(perSecond), ...cpu },
      perSecond / 5_000,
      1,
    ),
    atLeast("the same / by a key_strict_fifo queue", figures, perSecond / fifo, 20),
  ];
}

/** Compares events per second from a large backlog and from a small one. */
export async function growth(environment: Environment, { most }: Settings): Promise<Ratio[]> {
  const few: number[] = [];
  for (let i = 0; i < 5; i++) few.push((await drained(environment, { streams: 500, events: 2 })).perSecond);
  const little = few.sort((a, b) => a - b)[2] ?? 0;
  const { perSecond: much } = await drained(environment, { streams: most / 2, events: 2 });
  const figures = {
    ours: `${each(much)} of ${most.toLocaleString("en")}`,
    yardstick: `${each(little)} of 1,000`,
  };
  return [atLeast("a large backlog / a small one", figures, much / little, 0.8)];
}

/** Measures the time from the commit of a change to the receipt of its event, at 200 events per second. */
export async function latency(environment: Environment): Promise<Ratio[]> {
  const { medianMs, p95Ms, p99Ms, events } = await withWorker(
    environment,
    { alive: WEBHOOKS },
    (store, subscribers) => latencyOf(environment, store, subscribers, LATENCY),
  );
  const figures = { ours: `p95 ${ms(p95Ms)} of ${events} events`, p50Ms: medianMs, p99Ms };
  return [
    atMost("commit to receipt: median / 5 ms", figures, medianMs / 5, 1),
    atMost("commit to receipt: p95 / 20 ms", figures, p95Ms / 20, 1),
  ];
}

/**
 * Compares latency with and without a tenth of the receivers never responding; they have 100 of 1,000
 * streams.
 */
export async function isolation(environment: Environment): Promise<Ratio[]> {
  const runs: { dead: number; latency: Latency }[] = [];
  for (const dead of [0, 10, 0, 10]) {
    const alive = WEBHOOKS - dead;
    // Events are published at the same rate for the same number of webhooks in both cases.
    const load = { ...LATENCY, webhooks: WEBHOOKS };
    runs.push({
      dead,
      latency: await withWorker(environment, { alive, dead }, (store, subscribers) =>
        latencyOf(environment, store, subscribers, load),
      ),
    });
  }
  const p95 = (dead: number) => {
    const latencies = runs.filter((run) => run.dead === dead).map((run) => run.latency.p95Ms);
    return Math.min(...latencies);
  };
  const figures = { ours: `p95 ${ms(p95(10))}`, yardstick: `p95 ${ms(p95(0))}` };
  return [atMost("with dead receivers / without", figures, p95(10) / p95(0), 1.1)];
}

/** Measures the transactions and CPU time of an idle worker. */
export async function idle(environment: Environment): Promise<Ratio[]> {
  return withWorker(environment, { alive: 1 }, async (_, __, worker) => {
    const read = async () => {
      const { rows } = await environment.sql.query<{ done: number }>(
        "select xact_commit::int as done from pg_stat_database where datname = current_database()",
      );
      return { done: rows[0]?.done ?? 0, cpuMs: await cpuMsOf(worker.pid) };
    };
    await Bun.sleep(3_000);
    const before = await read();
    await Bun.sleep(WINDOW_MS);
    const after = await read();
    const perSecond = ((after.done - before.done) * 1_000) / WINDOW_MS;
    const cpu = (after.cpuMs - before.cpuMs) / WINDOW_MS;
    const figures = `${perSecond.toFixed(1)} transactions a second, ${(cpu * 100).toFixed(1)} % of a core`;
    return [atMost("idle: transactions a second / 10", figures, perSecond / 10, 1)];
  });
}

/**
 * Measures latency and memory after a subscriber's long outage: 100,000 streams wait for a receiver that
 * never responds.
 */
export async function outage(environment: Environment): Promise<Ratio[]> {
  const counts = { alive: WEBHOOKS - 1, dead: 1 };
  return withWorker(environment, counts, async (store, subscribers, worker) => {
    const quiet = await latencyOf(environment, store, subscribers, LATENCY);
    const before = await residentMb(worker.pid);
    await environment.sql.query(
      `insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending, due_at)
       select store_id, webhook_id, 'down-' || n, 1, 1, now() - n * interval '1 second'
       from generate_series(1, 100000) as n, (select * from webhook_streams where webhook_id = $1 limit 1) as one`,
      [`hook-${WEBHOOKS - 1}`],
    );
    await environment.sql.query(
      `insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
       select store_id, webhook_id, 'down-' || n, 1, 'down-' || n, type, at, payload_id, request_id, 'pending', now()
       from generate_series(1, 100000) as n, (select * from webhook_events where webhook_id = $1 limit 1) as one`,
      [`hook-${WEBHOOKS - 1}`],
    );
    await environment.sql.query("vacuum analyze");
    await environment.sql.query("checkpoint");
    const busy = await latencyOf(environment, store, subscribers, LATENCY);
    const grown = (await residentMb(worker.pid)) - before;
    return [
      atMost(
        "with a subscriber down / without",
        {
          ours: `p95 ${ms(busy.p95Ms)}`,
          yardstick: `p95 ${ms(quiet.p95Ms)}`,
          p50Ms: busy.medianMs,
          p99Ms: busy.p99Ms,
        },
        busy.p95Ms / quiet.p95Ms,
        1.25,
      ),
      atMost("memory that it takes / 64 MB", `${grown.toFixed(0)} MB`, grown / 64, 1),
    ];
  });
}

/** Returns the events per second from the first received event to the last, or for at most 40 seconds, and the CPU of each. */
async function drained(environment: Environment, { streams, events }: { streams: number; events: number }) {
  const store = await environment.newStore();
  const subscribers = await startSubscribers(HOSTS);
  const all = streams * events;
  const urls = Array.from({ length: WEBHOOKS }, (_, n) => subscribers.alive[n % HOSTS] ?? "");
  await fillWebhooks(environment, store, urls);
  await fillBacklog(environment, store, { streams, events, webhooks: WEBHOOKS });
  const worker = await startWorker(environment, subscribers);
  const longest = performance.now() + 600_000;
  const cpu = () => environment.cpuSeconds([worker]);
  let begin = { count: 0, at: 0, cpu: cpu() };
  let now = begin;
  while (now.count < all && (begin.at === 0 || now.at - begin.at < 2 * WINDOW_MS)) {
    now = { ...begin, count: await subscribers.count(), at: performance.now() };
    if (begin.at === 0 && now.count > 0) begin = { ...now, cpu: cpu() };
    if (now.at > longest) throw new Error(`only ${now.count} of ${all} events were received`);
    await Bun.sleep(all > 10_000 ? 50 : 5);
  }
  const [before, after] = [begin.cpu, cpu()];
  await worker.stop();
  await subscribers.stop();
  await empty(environment);
  const count = now.count - begin.count;
  return {
    perSecond: (count * 1_000) / (now.at - begin.at),
    ...(before !== undefined && after !== undefined && { cpuUs: ((after - before) * 1e6) / count }),
  };
}

/**
 * Returns the jobs per second that one worker fetches and completes from a queue with the policy
 * key_strict_fifo.
 */
async function fifoPerSecond(
  { sql, url }: Environment,
  { keys, jobs }: { keys: number; jobs: number },
): Promise<number> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("fifo", { policy: "key_strict_fifo" });
  await sql.query(
    `insert into pgboss.job (name, policy, data, singleton_key, keep_until)
     select 'fifo', 'key_strict_fifo', '{}', 'key-' || n % $1, now() + interval '1 day'
     from generate_series(1, $1::int * $2::int) as n`,
    [keys, jobs],
  );
  await sql.query("vacuum analyze pgboss.job_common");
  const begin = performance.now();
  let done = 0;
  while (performance.now() - begin < FIFO_MS) {
    const fetched = await boss.fetch("fifo");
    await boss.complete(
      "fifo",
      fetched.map(({ id }) => id),
    );
    done += fetched.length;
  }
  const perSecond = (done * 1_000) / (performance.now() - begin);
  await boss.deleteQueue("fifo");
  await boss.stop({ graceful: false });
  return perSecond;
}

async function withWorker<Result>(
  environment: Environment,
  { alive, dead = 0 }: { alive: number; dead?: number },
  measure: (store: BenchStore, subscribers: Subscribers, worker: Server) => Promise<Result>,
): Promise<Result> {
  const store = await environment.newStore();
  const subscribers = await startSubscribers(alive, dead);
  await fillWebhooks(environment, store, [...subscribers.alive, ...subscribers.dead]);
  const worker = await startWorker(environment, subscribers);
  const result = await measure(store, subscribers, worker);
  await worker.stop();
  await subscribers.stop();
  await empty(environment);
  return result;
}

function startWorker(environment: Environment, { hosts }: Subscribers): Promise<Server> {
  return environment.server({ ROLE: "worker", WEBHOOK_ALLOWED_HOSTS: hosts });
}

async function empty({ sql }: Environment): Promise<void> {
  await sql.query(
    "truncate webhooks, webhook_history, webhook_streams, webhook_events, webhook_payloads, webhook_attempts",
  );
  await sql.query("delete from pgboss.job where name = 'webhooks.deliver'");
}

async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function each(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s`;
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
