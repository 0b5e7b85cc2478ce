import { expect, test } from "bun:test";
import pg from "pg";
import { createTables, lockMigrations, migrate } from "../../src/db/migrate.ts";
import { readMigrations } from "../../src/db/migration-files.ts";
import { emptyDatabase } from "../support/database.ts";
import { runProcess } from "../support/process.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };

type Line = { fields: Record<string, unknown>; text: string };

function scriptedLog() {
  const lines: Line[] = [];
  const warn = (fields: unknown, text?: string) =>
    void lines.push(
      typeof fields === "string"
        ? { fields: {}, text: fields }
        : { fields: fields as Line["fields"], text: text ?? "" },
    );
  return { lines, log: { warn } as never };
}

/** Returns a database as the first two migrations make it, and a pool for the rest. */
async function olderDatabase() {
  const database = await emptyDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const client = await pool.connect();
  await client.query("begin");
  await createTables(client, (await readMigrations()).slice(0, 2));
  await client.query("commit");
  client.release();
  const drop = async () => {
    await pool.end();
    await database.drop();
  };
  return { url: database.url, pool, drop };
}

test("a migration gives way to a session that holds its tables, and writes meanwhile wait two seconds at most", async () => {
  const { pool, drop } = await olderDatabase();
  const session = await pool.connect();
  await session.query("begin");
  await session.query("select from stores, orders, customers, events, returns");
  const { lines, log } = scriptedLog();
  const migrating = migrate(new pg.Pool({ ...pool.options, max: 1 }), 60_000, log);
  const began = performance.now();
  let longest = 0;
  for (let i = 0; performance.now() - began < 5_000; i++) {
    const sent = performance.now();
    await pool.query("update stores set name = 'Shop' where store_id = $1", [`shop ${i}`]);
    await pool.query("update orders set external_id = external_id where store_id = 'none'");
    longest = Math.max(longest, performance.now() - sent);
    await Bun.sleep(5);
  }
  await session.query("commit");
  session.release();
  expect(await migrating).toBe((await readMigrations()).length - 2);
  expect(longest).toBeLessThan(2_000);
  expect(lines[0]).toMatchObject({
    fields: {
      migration: expect.stringMatching(/^\d{4}_/),
      attempt: 1,
      session: expect.stringContaining("pid"),
      retryInMs: 500,
    },
    text: expect.stringContaining("given way"),
  });
  await drop();
});

test("a start that waits for another process's migration says so at once", async () => {
  const { url, drop } = await olderDatabase();
  const [holder, waiter] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([holder.connect(), waiter.connect()]);
  await lockMigrations(holder);
  const { lines, log } = scriptedLog();
  const waiting = lockMigrations(waiter, log);
  const began = performance.now();
  while (lines.length === 0) await Bun.sleep(10);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(lines[0]?.text).toContain("another process migrates the database; waiting for it");
  await holder.end();
  await waiting;
  await waiter.end();
  await drop();
});

test("an error that ends a start is a line of the log with host, database and what to do", async () => {
  const { url, drop } = await olderDatabase();
  const unknown = url.replace(/[^/]+$/, "none_of_this_name");
  const { code, output } = await runProcess({ DATABASE_URL: unknown, ...KEY });
  expect(code).toBe(1);
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    level: 60,
    host: new URL(url).host,
    database: "none_of_this_name",
    code: "3D000",
    remedy: "create that database, or change its name in DATABASE_URL",
    msg: expect.stringContaining("does not exist"),
  });
  expect(output).not.toContain(decodeURIComponent(new URL(url).password) || "[object Object]");
  await drop();
});
