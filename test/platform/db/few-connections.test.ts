import { expect, test } from "bun:test";
import pg from "pg";
import { connect } from "../../../src/platform/db/connect.ts";
import { warnOfFewConnections } from "../../../src/platform/db/warn-of-few-connections.ts";
import { cloneDatabase } from "../../support/database.ts";
import { startProcess } from "../../support/process.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };
const WARNING = "and the service may need";

/** Runs statements in a session of the server that is not one of the service. */
async function administer(url: string, ...statements: string[]): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select current_database() as name");
  for (const statement of statements) await client.query(statement.replace("NAME", rows[0].name));
  const { rows: places } = await client.query(`select current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int as places`);
  await client.end();
  return String(places[0].places);
}

async function startOutput(url: string, connections: number): Promise<string> {
  const before = await sessionsIn(url);
  const env = { DATABASE_URL: url, DATABASE_CONNECTIONS: String(connections), ...KEY };
  const service = await startProcess(env);
  service.signal("SIGTERM");
  await service.exited;
  // On a busy machine the server notices late that they ended.
  await until(async () => (await sessionsIn(url)) <= before);
  return service.output();
}

/** How many sessions there are besides the one that asks. */
async function sessionsIn(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
  return rows[0].count;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; !(await isSo()); await Bun.sleep(20)) {
    if (performance.now() > end) throw new Error("sessions haven't ended within a minute");
  }
}

test("a start where the server has too few places for sessions warns with both numbers", async () => {
  const database = await cloneDatabase();
  const places = await administer(database.url);
  const output = await startOutput(database.url, Number(places) + 1);
  expect(output).toContain(`the database has places for ${places} sessions (max_connections`);
  expect(output).toMatch(
    new RegExp(`"places":${places},"wanted":[0-9]+,"ofThisProcess":${Number(places) + 1}`),
  );
  expect(output).toContain("raise the limit, lower DATABASE_CONNECTIONS");
  await database.drop();
});

test("sessions that other processes of the service hold count, and those of other programs don't", async () => {
  const database = await cloneDatabase();
  await administer(database.url, "alter database NAME connection limit 25");
  expect(await startOutput(database.url, 20)).not.toContain(WARNING);
  const open = async (name: string) => {
    const client = new pg.Client({ connectionString: database.url, application_name: name });
    await client.connect();
    return client;
  };
  const others = await Promise.all(["psql", "aftersale_move_1", "aftersales"].map(open));
  expect(await startOutput(database.url, 25)).not.toContain(WARNING);
  const held = await Promise.all(["aftersale", "aftersale jobs", "aftersale cells"].map(open));
  const output = await startOutput(database.url, 23);
  expect(output).toContain(
    "places for 25 sessions (the connection limit of the database), and the service may need 26",
  );
  expect(output).toContain('"ofThisProcess":23,"ofOthers":3');
  await Promise.all([...others, ...held].map((client) => client.end()));
  await database.drop();
});

test("sessions that end at the time of the start, such as those of the process before, don't count", async () => {
  const database = await cloneDatabase();
  await administer(database.url, "alter database NAME connection limit 25");
  const { db, close } = connect(database.url, () => {}, 25);
  const warnings: unknown[] = [];
  const log = { warn: (...args: unknown[]) => warnings.push(args) };
  const before = new pg.Client({ connectionString: database.url, application_name: "aftersale" });
  await before.connect();
  const warned = warnOfFewConnections({ db, url: database.url, connections: 25 }, log);
  await Bun.sleep(200);
  await before.end();
  await warned;
  expect(warnings).toEqual([]);
  await close();
  await database.drop();
});
