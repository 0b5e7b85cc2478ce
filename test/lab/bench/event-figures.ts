import { customersPerStore } from "./bodies.ts";
import type { BenchStore, Environment } from "./environment.ts";
import { fill, fillCustomers, fillStores } from "./fill.ts";
import type { Outcome } from "./load.ts";
import { insertsPerSecond } from "./pgbench.ts";
import { atLeast, atMost, type Ratio } from "./report.ts";
import { perSecond, runLoad } from "./run-load.ts";

type Settings = { program: string; stored: number; seconds: number };

const SECONDS = 10;
/** The speed of a shared machine varies, so compared figures are measured alternately in rounds. */
const TURNS = 3;
const MANY_STORES = 300;
const BULK_SIZE = 100;
const BACKLOG = 100_000;
const FEW = 100_000;
const LONGEST_MS = 120_000;

/**
 * Compares single events per second, at 128 and at 32 connections, with one-row inserts by pgbench at 32
 * clients. Events of more connections share more statements. Service, database and load generator share the
 * cores of the machine.
 */
export async function single(environment: Environment, { program, seconds }: Settings): Promise<Ratio[]> {
  const store = await environment.newStore();
  const server = await environment.server();
  const load = async (connections: number) =>
    await runLoad(server.origin, store, { size: 1, seconds, connections });
  for (let round = 0; round < TURNS; round++) await load(32);
  const rounds: { inserts: number; few: Outcome; many: Outcome }[] = [];
  for (let round = 0; round < TURNS; round++) {
    const inserts = await insertsPerSecond(program, environment.url, { rows: 1, seconds });
    rounds.push({ inserts, few: await load(32), many: await load(128) });
  }
  await server.stop();
  const inserts = mean(rounds.map((round) => round.inserts));
  const few = rounds.map((round) => round.few);
  const many = rounds.map((round) => round.many);
  return [
    againstInserts("single events, 128 connections", many, inserts, 0.8),
    againstInserts("the same at 32 connections", few, inserts, 0.6),
  ];
}

/**
 * Compares single events per second over 1, 10 and 300 stores, at 128 connections, with one-row inserts by
 * pgbench at 32 clients. The stores' customers exist.
 */
export async function stores(environment: Environment, { program, seconds }: Settings): Promise<Ratio[]> {
  const server = await environment.server();
  const all = await fillStores(environment, MANY_STORES);
  const counts = [1, 10, MANY_STORES];
  for (const count of counts) await fillCustomers(environment, all.slice(0, count), customersPerStore(count));
  const load = async (count: number) => {
    const shape = { size: 1, seconds, connections: 128 };
    return runLoad(server.origin, all.slice(0, count), shape);
  };
  for (const count of counts) await load(count);
  const rounds: { inserts: number; events: Outcome[] }[] = [];
  for (let round = 0; round < TURNS; round++) {
    const inserts = await insertsPerSecond(program, environment.url, { rows: 1, seconds });
    const events: Outcome[] = [];
    for (const count of counts) events.push(await load(count));
    rounds.push({ inserts, events });
  }
  await server.stop();
  const inserts = mean(rounds.map((round) => round.inserts));
  return counts.map((count, i) => {
    const events = rounds.flatMap((round) => round.events[i] ?? []);
    return againstInserts(`single events over ${count} stores`, events, inserts, 0.7);
  });
}

/** Measures the longest response time at half the maximum rate. */
export async function half(environment: Environment): Promise<Ratio[]> {
  const store = await environment.newStore();
  const server = await environment.server();
  const maximum = perSecond(await runLoad(server.origin, store, { size: 1, seconds: 5 }));
  const rate = Math.round(maximum / 2);
  const { medianMs, p99Ms, maxMs } = await runLoad(server.origin, store, { size: 1, seconds: SECONDS, rate });
  await server.stop();
  const figures = { ours: `${ms(maxMs)} at ${each(rate)}`, p50Ms: medianMs, p99Ms };
  return [atMost("longest wait at half the load / 100 ms", figures, maxMs / 100, 1)];
}

/**
 * Compares bulk events per second over 1 and 300 stores, from the first request until the last event is stored,
 * with inserts of 100 rows.
 */
export async function bulk(environment: Environment, { program, seconds }: Settings): Promise<Ratio[]> {
  const groups = [[await environment.newStore()], await fillStores(environment, MANY_STORES)];
  const server = await environment.server();
  const stored = groups.map(() => 0);
  const load = async (group: number) => {
    const stores = groups[group] ?? [];
    const count = (stored[group] ?? 0) + BACKLOG;
    stored[group] = count;
    const begin = performance.now();
    await sendBacklog(server.origin, stores, BACKLOG);
    await untilStored(environment, stores, count);
    return (BACKLOG * 1000) / (performance.now() - begin);
  };
  for (const group of groups.keys()) await load(group);
  const rounds: { inserts: number; events: number[] }[] = [];
  for (let round = 0; round < TURNS; round++) {
    const inserts = await insertsPerSecond(program, environment.url, { rows: BULK_SIZE, seconds });
    const events: number[] = [];
    for (const group of groups.keys()) events.push(await load(group));
    rounds.push({ inserts, events });
  }
  await server.stop();
  const inserts = mean(rounds.map((round) => round.inserts));
  return groups.map(({ length }, group) => {
    const events = mean(rounds.map((round) => round.events[group] ?? Number.NaN));
    const figures = { ours: each(events), yardstick: `pgbench ${each(inserts)}` };
    return atLeast(`bulk events over ${length} stores`, figures, events / inserts, 0.3);
  });
}

/**
 * Compares bulk requests per second without and with workers, and the rate at which a worker drains the
 * backlog.
 */
export async function backlog(environment: Environment): Promise<Ratio[]> {
  const store = await environment.newStore();
  const all = await environment.server();
  await sendBacklog(all.origin, [store], 10_000);
  const withWorkers = await sendBacklog(all.origin, [store], BACKLOG / 2);
  await untilStored(environment, [store], 10_000 + BACKLOG / 2);
  await all.stop();

  const api = await environment.server({ ROLE: "api" });
  const alone = await environment.newStore();
  const without = await sendBacklog(api.origin, [alone], BACKLOG);
  await api.stop();
  const begin = performance.now();
  const worker = await environment.server({ ROLE: "worker" });
  await untilStored(environment, [alone], BACKLOG);
  const drained = (BACKLOG * 1000) / (performance.now() - begin);
  await worker.stop();
  const answers = { ours: each(without), yardstick: each(withWorkers) };
  const drain = { ours: each(drained), yardstick: `${each(without * BULK_SIZE)} accepted` };
  return [
    atLeast("bulk answers without workers / with", answers, without / withWorkers, 0.95),
    atLeast("backlog of 100,000: drained / accepted", drain, drained / (without * BULK_SIZE), 0.3),
  ];
}

/** Compares requests per second with a rate limit that is never reached and without one. */
export async function limiter(environment: Environment, { seconds }: Settings): Promise<Ratio[]> {
  const store = await environment.newStore();
  const servers = {
    on: await environment.server({ EVENT_RATE_LIMIT: "999999" }),
    off: await environment.server({ EVENT_RATE_LIMIT: "0" }),
  };
  const load = async ({ origin }: { origin: string }) =>
    perSecond(await runLoad(origin, store, { size: 1, seconds }));
  for (const server of Object.values(servers)) await load(server);
  const rounds: { on: number; off: number }[] = [];
  for (let round = 0; round < TURNS; round++) {
    rounds.push({ on: await load(servers.on), off: await load(servers.off) });
  }
  for (const server of Object.values(servers)) await server.stop();
  const on = mean(rounds.map((round) => round.on));
  const off = mean(rounds.map((round) => round.off));
  const figures = { ours: each(on), yardstick: each(off) };
  return [atLeast("with the rate limit / without", figures, on / off, 0.75)];
}

/** Compares the cost of an event with many stored events and with few. */
export async function growth(environment: Environment, { stored }: Settings): Promise<Ratio[]> {
  const store = await environment.newStore();
  const rates: number[] = [];
  for (const count of [FEW, stored]) {
    await fill(environment, store, count);
    const server = await environment.server();
    await runLoad(server.origin, store, { size: 1, seconds: 3 });
    rates.push(perSecond(await runLoad(server.origin, store, { size: 1, seconds: SECONDS })));
    await server.stop();
  }
  const [few = 0, many = 0] = rates;
  const figures = { ours: `${each(many)}, ${stored.toLocaleString("en")} stored`, yardstick: each(few) };
  return [atMost("cost of an event, many stored / few", figures, few / many, 1.3)];
}

/** Compares means of turns. */
function againstInserts(what: string, turns: Outcome[], inserts: number, wanted: number): Ratio {
  const rate = mean(turns.map(perSecond));
  const figures = {
    ours: each(rate),
    yardstick: `pgbench ${each(inserts)}`,
    p50Ms: mean(turns.map(({ medianMs }) => medianMs)),
    p99Ms: mean(turns.map(({ p99Ms }) => p99Ms)),
  };
  return atLeast(what, figures, rate / inserts, wanted);
}

/** Sends events in bulk and returns the requests per second. */
async function sendBacklog(origin: string, stores: BenchStore[], events: number): Promise<number> {
  return perSecond(await runLoad(origin, stores, { size: BULK_SIZE, requests: events / BULK_SIZE }));
}

/**
 * Waits until no batch is pending, then counts once, because repeated counts would slow down the measured
 * service.
 */
async function untilStored({ sql }: Environment, stores: BenchStore[], count: number): Promise<void> {
  const ids = stores.map(({ id }) => id);
  const waiting = "select exists (select from event_batches where store_id = any($1)) as waiting";
  const end = performance.now() + LONGEST_MS;
  while (performance.now() < end) {
    const { rows } = await sql.query<{ waiting: boolean }>(waiting, [ids]);
    if (!rows[0]?.waiting) break;
    await Bun.sleep(50);
  }
  const statement = "select count(*)::int as stored from events where store_id = any($1)";
  const { rows } = await sql.query<{ stored: number }>(statement, [ids]);
  const stored = rows[0]?.stored ?? 0;
  if (stored < count)
    throw new Error(`only ${stored} of ${count} events were stored within ${LONGEST_MS / 1000} s`);
}

function mean(figures: number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function each(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s`;
}

function ms(duration: number): string {
  return `${duration.toFixed(1)} ms`;
}
