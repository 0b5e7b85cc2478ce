import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import { createProcessCli } from "../../support/cli.ts";
import { type DatabaseLink, linkTo } from "../../support/database-link.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { slowdown } from "../../support/slowdown.ts";
import { openPair, type Pair } from "../../support/standby.ts";
import { startWriters, type Writers, type Written } from "../../support/writers.ts";

/** How long the address leads to a server that can't be written; FAILOVER_SECONDS=2,8,30 is the long form. */
const SECONDS = (process.env.FAILOVER_SECONDS ?? "2").split(",").map(Number);
const PROCESSES = Number(process.env.FAILOVER_PROCESSES ?? "2");
/** From when the address leads to a server that accepts writes, every request succeeds after this time. */
const RECOVERED_WITHIN_MS = 2_000;
const CONNECTIONS = 20;
const QUIET_MS = 4_000;
const KEY = "a key for tests only";

let pair: Pair;
let link: DatabaseLink;
let services: ServiceProcess[];
let store: { storeId: string; secret: string };

beforeAll(async () => {
  pair = await openPair();
  link = await linkTo(pair.primary().url);
  const keys = { ENCRYPTION_KEY: KEY, DATABASE_CONNECTIONS: String(CONNECTIONS) };
  services = [];
  // Half of them know one address, half both servers.
  while (services.length < PROCESSES) {
    const url = services.length % 2 === 0 ? link.url : bothServers();
    services.push(await startProcess({ DATABASE_URL: url, ...keys }));
  }
  const cli = createProcessCli({ DATABASE_URL: link.url, ENCRYPTION_KEY: KEY });
  const { storeId } = await cli.json("store create", "--name", "Shop");
  const { secret } = await cli.json("client create", "--store", String(storeId), "--name", "client");
  store = { storeId: String(storeId), secret: String(secret) };
});

afterAll(async () => {
  for (const service of services ?? []) service.signal("SIGTERM");
  for (const service of services ?? []) await service.exited;
  await link?.close();
  await pair?.close();
});

/** The address of both servers, the standby first. */
function bothServers(): string {
  const { host } = new URL(pair.primary().url);
  const both = `${new URL(pair.standby().url).host},${host}`;
  return `${pair.primary().url.replace(host, both)}?target_session_attrs=read-write`;
}

/** The writes to each process, when the change had ended, and how slow the machine was. */
type Outcome = { ended: number; slowed: number; all: Written[][] };

/** Writes to every process during `change`; then until every process has been well for a while. */
async function writeDuring(change: () => Promise<void>): Promise<Outcome> {
  const writers: Writers[] = services.map((service) => startWriters(service, store));
  await Bun.sleep(700);
  await change();
  const ended = performance.now();
  const slowed = slowdown();
  await Bun.sleep(RECOVERED_WITHIN_MS * slowed + 700);
  for (const { stop } of writers) await stop();
  return { ended, slowed, all: writers.map(({ written }) => written) };
}

/** What must not be: a lost write, an answer other than 200 and 503, and a failure after the time to recover. */
async function faultsOf({ ended, slowed, all }: Outcome): Promise<string[]> {
  const stored = await storedOrders();
  const withinMs = RECOVERED_WITHIN_MS * slowed;
  const dueAt = ended + withinMs;
  return all.flatMap((written, i) =>
    written.flatMap(({ id, status, at, ms, body }) => {
      const afterMs = Math.round(at - ended);
      if (status === 200 && !stored.has(id)) return [`process ${i} has lost ${id}`];
      if (status !== 200 && status !== 503) return [`process ${i} answered ${status}: ${body.slice(0, 200)}`];
      if (status !== 200 && at > dueAt) return [`process ${i} answered ${status} after ${afterMs} ms`];
      if (at > dueAt && ms > withinMs) return [`process ${i} took ${Math.round(ms)} ms`];
      return [];
    }),
  );
}

async function storedOrders(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: pair.primary().url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select external_id as id from orders");
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

const sessionsAt = async (server: ReturnType<Pair["primary"]>) =>
  (
    await server.query(
      "select from pg_stat_activity where datname = 'aftersale' and backend_type = 'client backend'",
    )
  ).length;

/** The processor time that a process has used. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const [user = "0", system = "0"] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Lines that no request has caused, by process. */
const backgroundLines = (service: ServiceProcess, from: number) =>
  service
    .output()
    .slice(from)
    .split("\n")
    .filter((line) => line !== "" && !line.includes('"requestId"'));

describe.each(SECONDS)("while the address leads to a standby for %i s", (seconds) => {
  test.each([
    ["cut", true],
    ["left alone", false],
  ])(
    "with sessions %s, all processes write again when it leads back, and hold few sessions",
    async (_, isCut) => {
      const before = services.map((service) => service.output().length);
      let sessions = 0;
      const outcome = await writeDuring(async () => {
        link.pointAt(pair.standby().url);
        if (isCut) link.endSessions();
        for (const end = performance.now() + seconds * 1_000; performance.now() < end; await Bun.sleep(250))
          sessions = Math.max(sessions, await sessionsAt(pair.standby()));
        link.pointAt(pair.primary().url);
      });
      expect(await faultsOf(outcome)).toEqual([]);
      expect(sessions).toBeLessThan(PROCESSES * 8);
      for (const [i, service] of services.entries())
        expect(backgroundLines(service, before[i] ?? 0).length).toBeLessThan(30);
    },
  );
});

test("while the primary refuses writes no process is ready, and all write again when it accepts them", async () => {
  const ready = () =>
    Promise.all(services.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).status === 200));
  const outcome = await writeDuring(async () => {
    await pair.setReadOnly(true);
    await Bun.sleep(1_000);
    expect(await ready()).toEqual(services.map(() => false));
    await pair.setReadOnly(false);
  });
  expect(await faultsOf(outcome)).toEqual([]);
  expect(await ready()).toEqual(services.map(() => true));
});

test("a server that froze, and whose standby was promoted, keeps no request waiting", async () => {
  const frozen = pair.primary();
  const outcome = await writeDuring(async () => {
    await frozen.freeze();
    await pair.promote();
    link.pointAt(pair.primary().url);
  });
  frozen.thaw();
  await frozen.kill();
  await pair.rebuild();
  expect(await faultsOf(outcome)).toEqual([]);
});

test("after a promotion all processes write to the new primary, and nothing that was acknowledged is lost", async () => {
  const outcome = await writeDuring(async () => {
    await pair.primary().kill();
    link.pointAt(pair.standby().url);
    await Bun.sleep(1_000);
    await pair.promote();
  });
  expect(await faultsOf(outcome)).toEqual([]);
});

test("while the database is away a process connects and logs seldom, and hardly works", async () => {
  const used = () => Promise.all(services.map(({ pid }) => cpuSeconds(pid)));
  const before = services.map((service) => service.output().length);
  link.hangUp();
  const { tried } = link.counts();
  const cpuBefore = await used();
  await Bun.sleep(QUIET_MS);
  const cpu = (await used()).map((seconds, i) => seconds - (cpuBefore[i] ?? 0));
  const perSecond = (link.counts().tried - tried) / (QUIET_MS / 1_000);
  await link.mend();
  expect(perSecond).toBeLessThan(8);
  for (const seconds of cpu) expect(seconds).toBeLessThan(QUIET_MS / 1_000 / 3);
  for (const [i, service] of services.entries())
    expect(backgroundLines(service, before[i] ?? 0).length).toBeLessThan(30);
});
