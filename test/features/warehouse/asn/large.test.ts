import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../../../src/app.ts";
import { fillLines, type Measured, measureReport } from "../../../support/asn.ts";
import { type ServiceProcess, startProcess } from "../../../support/process.ts";
import { environmentOf, useService, useStore } from "../../../support/use-service.ts";

const LINES = 60_000;
const REPORT = "/api/v1/warehouse/reporting/asn";
/** Every line, and the newest 16,000. */
const ALL = "from=2026-01-01&to=2026-03-01";
const SOME = { from: "2026-02-28 21:46:40", to: "2026-02-28" };

const service = useService();
const store = useStore(service);
let env: Record<string, string>;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  const { databaseUrl = "" } = store.ctx.config;
  env = { ...environmentOf(service), DEMO: "0", LOG_LEVEL: "warn" };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await fillLines(client, store.id, LINES);
  await client.end();
});
service.beforeStop(async () => {
  for (const { signal, exited } of running) {
    signal("SIGKILL");
    await exited;
  }
});

async function startOne(): Promise<ServiceProcess> {
  const started = await startProcess(env);
  running.push(started);
  return started;
}

test("a long report sends its first byte early and doesn't increase the server's memory", async () => {
  const { pid, origin } = await startOne();
  const report = (query: string): Promise<Measured> =>
    measureReport({ pid, address: `${origin}${REPORT}?${query}`, secret: store.secret });
  // The first report of a process also loads and compiles what it uses.
  await report(new URLSearchParams(SOME).toString());
  const { rows, firstByteMs, totalMs, grownMb } = await report(ALL);
  expect(rows).toBe(LINES);
  expect(firstByteMs).toBeLessThan(totalMs / 5);
  expect(grownMb).toBeLessThan(50);
});

/** Returns an app whose statements are recorded and can be made to fail. */
function watchedApp() {
  const state = { statements: [] as { query: string; params: unknown[] }[], pool: openPool() };
  const logger = {
    logQuery: (query: string, params: unknown[]) => {
      if (query.includes("return_items as item")) state.statements.push({ query, params });
    },
  };
  const db = drizzle(state.pool, { casing: "snake_case", logger });
  const app = createApp({ ...store.ctx, db }, { ready: true, stopping: false });
  const request = new Request(`http://localhost${REPORT}?${ALL}`, {
    headers: { "X-Authorization": store.secret },
  });
  return { ...state, ask: () => app.fetch(request) };
}

function openPool(): pg.Pool {
  return new pg.Pool({
    connectionString: store.ctx.config.databaseUrl,
    max: 2,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
  });
}

test("the report stops reading when its client disconnects, and pauses while its client doesn't read", async () => {
  const { ask, statements, pool } = watchedApp();
  const reader = (await ask()).body?.getReader();
  for (let piece = 0; piece < 5; piece++) await reader?.read();
  await Bun.sleep(300);
  expect(statements.length).toBeLessThan(10);
  await reader?.cancel();
  const read = statements.length;
  await Bun.sleep(300);
  expect(statements).toHaveLength(read);
  await pool.end();
});

test("ASN report: a database failure midway breaks the response", async () => {
  const { ask, pool } = watchedApp();
  const answer = await ask();
  const reader = answer.body?.getReader();
  await reader?.read();
  await pool.end();
  const rest = async () => {
    for (;;) if ((await reader?.read())?.done) return;
  };
  await expect(rest()).rejects.toThrow();
  expect(service.log.at(-1)).toMatchObject({ msg: "the ASN report broke off" });
});

test("ASN report: the first and a late slice read only their own rows, by index", async () => {
  const { ask, statements, pool } = watchedApp();
  const reader = (await ask()).body?.getReader();
  while (statements.length < 60) await reader?.read();
  await reader?.cancel();
  const pages: number[] = [];
  for (const { query, params } of [statements[0], statements[30], statements[59]].flatMap(
    (one) => one ?? [],
  )) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${query}`, params);
    const plan: Node = rows[0]["QUERY PLAN"][0].Plan;
    pages.push(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
    const nodes = flattened(plan);
    const scans = nodes.filter((node) =>
      /^(returns|return_items|orders|return_history)$/.test(node["Relation Name"] ?? ""),
    );
    expect(scans.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    expect(nodes.map((node) => node["Index Name"])).toContain("returns_created_at");
    expect(Math.max(...scans.map((node) => node["Actual Rows"] * node["Actual Loops"]))).toBeLessThan(500);
  }
  // Entries of the index that a scan only walks over are in no number of rows.
  expect(Math.max(...pages)).toBeLessThan((pages[0] ?? 0) + 30);
  await pool.end();
});

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
};

function flattened(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

test("an export that kill -9 interrupts has the same bytes as an uninterrupted one", async () => {
  const interrupted = await startOne();
  const id = await orderExport(interrupted.origin);
  // Soon enough: an export takes seconds.
  await until(async () => (await stateOf(interrupted.origin, id)).rows_done > 0, 20);
  interrupted.signal("SIGKILL");
  await interrupted.exited;
  const { status, rows_done, rows_total } = await stateIn(id);
  expect(status).toBe("running");
  expect(Number(rows_done)).toBeLessThan(Number(rows_total));
  // Simulates a missing heartbeat of the worker.
  await store.ctx.db.execute(
    sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'asn.export' and state = 'active'`,
  );

  const heir = await startOne();
  const whole = await orderExport(heir.origin);
  for (const each of [id, whole])
    await until(async () => (await stateOf(heir.origin, each)).status === "ready", 100);
  const [broken, unbroken] = await Promise.all([fileOf(heir.origin, id), fileOf(heir.origin, whole)]);
  expect(broken.split("\r\n")).toHaveLength(Number(rows_total) + 2);
  expect(broken === unbroken).toBe(true);
});

type ExportState = { status: string; rows_done: number };

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { "X-Authorization": store.secret } });
}

async function orderExport(origin: string): Promise<string> {
  const body = JSON.stringify({ ...SOME, format: "csv" });
  const answer = await ask(`${origin}${REPORT}/exports`, { method: "POST", body });
  return ((await answer.json()) as { id: string }).id;
}

async function stateOf(origin: string, id: string): Promise<ExportState> {
  return (await (await ask(`${origin}${REPORT}/exports/${id}`)).json()) as ExportState;
}

async function fileOf(origin: string, id: string): Promise<string> {
  return (await ask(`${origin}${REPORT}/exports/${id}/file`)).text();
}

async function stateIn(id: string): Promise<Record<string, unknown>> {
  const { rows } = await store.ctx.db.execute(sql`select * from asn_exports where id = ${id}`);
  return rows[0] ?? {};
}

async function until(holds: () => Promise<boolean>, pauseMs: number): Promise<void> {
  while (!(await holds())) await Bun.sleep(pauseMs);
}
