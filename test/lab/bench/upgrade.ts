import { largeIndexes } from "../../../src/platform/db/large-indexes.ts";
import { migrateDatabase } from "../../../src/platform/db/migrate.ts";
import { nextVersion, withNextMigration } from "../../support/next-version.ts";
import { type Environment, prepareEnvironment, type Server } from "./environment.ts";
import { fill } from "./fill.ts";
import { fillReturns } from "./fill-returns.ts";
import { atMost, type Ratio } from "./report.ts";

const RETURNS = 1_000_000;
const EVENTS_PER_RETURN = 3;
const READY_WITHIN_S = 900;
const BUILT_WITHIN_S = 600;
const WRITE_WITHIN_MS = 1_000;

/**
 * Measures the first start of a made-up next version on a database with 1,000,000 returns and orders and 3,000,000
 * events: its migration, the time until it is ready, the builds of indexes after that, and the slowest event that is
 * accepted during a build. `--stored N` sets the number of returns.
 */
export async function benchUpgrade(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const count = at < 0 ? RETURNS : Number(options[at + 1]);
  const [environment, code] = [await prepareEnvironment(), await nextVersion()];
  try {
    await fillDatabase(environment, count);
    process.stderr.write("starting …\n");
    const startedAt = performance.now();
    const since = () => (performance.now() - startedAt) / 1_000;
    const migrations = watchMigrations(environment, since);
    const server = await environment.server({ LOG_LEVEL: "info" }, code.path);
    const readyS = since();
    process.stderr.write(`${(await migrations).join("\n")}\n`);
    const slowestMs = await writeDuringBuilds(environment, server);
    const builtS = since() - readyS;
    await server.stop();
    const ratios = [
      atMost("ready after", `${readyS.toFixed(0)} s`, readyS / READY_WITHIN_S, 1),
      atMost("indexes built after", `${builtS.toFixed(0)} s more`, builtS / BUILT_WITHIN_S, 1),
      atMost("slowest event meanwhile", `${slowestMs.toFixed(0)} ms`, slowestMs / WRITE_WITHIN_MS, 1),
    ];
    return ratios;
  } finally {
    await Promise.all([environment.clear(), code.remove()]);
  }
}

async function fillDatabase(environment: Environment, count: number): Promise<void> {
  const { sql, url } = environment;
  process.stderr.write(`filling ${count} returns …\n`);
  await migrateDatabase(url);
  const store = { id: "old", secret: "" };
  await sql.query(
    "insert into stores (store_id, name, currency, first_status, created_at) values ('old', 'Old shop', 'USD', 'open', now())",
  );
  await fillReturns(environment, store, count);
  process.stderr.write(`filling ${count * EVENTS_PER_RETURN} events …\n`);
  await fill(environment, store, count * EVENTS_PER_RETURN);
  await sql.query("vacuum full analyze orders");
}

/** Returns when each migration was committed, once all are. */
async function watchMigrations({ sql }: Environment, since: () => number): Promise<string[]> {
  const lines: string[] = [];
  const before = await withNextMigration();
  for (let [applied, fromS] = [before.length - 1, 0]; ; await Bun.sleep(50)) {
    const { rows } = await sql.query<{ count: number; tables: boolean }>(
      "select count(*)::int, to_regclass('pgboss.job') is not null as tables from drizzle.__drizzle_migrations",
    );
    const [row] = rows;
    if (row && row.count > applied) {
      lines.push(`migrations ${applied} to ${row.count - 1}: ${(since() - fromS).toFixed(1)} s`);
      [applied, fromS] = [row.count, since()];
    }
    // The queue is opened after the migrations.
    if (row?.tables) return lines;
  }
}

/**
 * Posts events one after the other until the indexes are valid; returns the longest time of one. Throws when that
 * takes twice the time that is wanted.
 */
async function writeDuringBuilds({ sql, newStore }: Environment, server: Server): Promise<number> {
  const store = await newStore();
  const indexes = largeIndexes(await withNextMigration()).map(({ name }) => name);
  const end = performance.now() + 2_000 * BUILT_WITHIN_S;
  let slowestMs = 0;
  while (performance.now() < end) {
    const postedAt = performance.now();
    const response = await fetch(`${server.origin}/v2.2/stores/${store.id}/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ eventName: "visited", customer: { id: "ann" } }),
    });
    if (response.status !== 202) throw new Error(`an event was answered ${response.status}`);
    slowestMs = Math.max(slowestMs, performance.now() - postedAt);
    const { rows } = await sql.query(
      "select from pg_index join pg_class on pg_class.oid = indexrelid where relname = any($1) and indisvalid",
      [indexes],
    );
    if (rows.length === indexes.length) return slowestMs;
    await Bun.sleep(20);
  }
  throw new Error(`not all of ${indexes.join(", ")} were built`);
}
