import { expect, test } from "bun:test";
import pg from "pg";
import { applyMigration, type RunMigration } from "../../../src/platform/db/apply-migration.ts";
import { lockMigrations, migrate } from "../../../src/platform/db/migrate.ts";
import { cloneDatabase } from "../../support/database.ts";
import { withNextMigration } from "../../support/next-version.ts";
import { runInside, startInside } from "../../support/service-inside.ts";
import { slowdown } from "../../support/slowdown.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };

const WAITING = `select from pg_stat_activity
  where datname = current_database() and application_name = 'a writer' and wait_event_type = 'Lock'`;

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

const NEXT = await withNextMigration(
  ["orders", "returns", "stores"].map((table) => `ALTER TABLE "${table}" ADD COLUMN "made_up" text;`),
);

async function pooledDatabase() {
  const { url, drop } = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  return { url, pool, drop: () => pool.end().then(drop) };
}

test("a migration gives way to a session that holds its tables, and writes meanwhile wait two seconds at most", async () => {
  const { pool, drop } = await pooledDatabase();
  const session = await pool.connect();
  await session.query("begin");
  await session.query("select from stores, orders, customers, events, returns");
  const { lines, log } = scriptedLog();
  const options = { patienceMs: 60_000, log, migrations: NEXT };
  const migrating = migrate(new pg.Pool({ ...pool.options, max: 1 }), options);
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
  expect(await migrating).toBe(1);
  expect(longest).toBeLessThan(2_000 * slowdown());
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

test("a migration that a writer's transaction deadlocks with is rolled back, named in the log, and applied afterwards", async () => {
  const { url, pool, drop } = await pooledDatabase();
  await pool.query("insert into stores values ('shop', 'Shop', 'USD', 'open', now())");
  // Who begins to wait last finds the deadlock, and is the one that is rolled back: here the migration.
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '20ms'`);
  const [migrating, writer] = [
    new pg.Client(url),
    new pg.Client({ connectionString: url, application_name: "a writer" }),
  ];
  await Promise.all([migrating.connect(), writer.connect()]);
  await writer.query("set deadlock_timeout = '10s'");
  await writer.query("begin");
  await writer.query("lock table orders in row exclusive mode");
  const migration = { name: "9999_two_tables", at: 0, hash: "", statements: [] };
  let written: Promise<unknown> = Promise.resolve();
  let runs = 0;
  const run: RunMigration = async (onStatement) => {
    await onStatement('alter table "stores" add column deadlock_1 text');
    await migrating.query('alter table "stores" add column deadlock_1 text');
    if (++runs === 1) {
      written = writer.query("update stores set name = 'Written' where store_id = 'shop'");
      while ((await pool.query(WAITING)).rowCount === 0) await Bun.sleep(5);
    }
    await onStatement('alter table "orders" add column deadlock_2 text');
    await migrating.query('alter table "orders" add column deadlock_2 text');
  };
  const { lines, log } = scriptedLog();
  const applying = applyMigration(migrating, migration, run, { log, patienceMs: 60_000 });
  while (lines.length === 0) await Bun.sleep(5);
  await written;
  await writer.query("commit");
  await applying;

  expect(lines).toMatchObject([
    {
      fields: { migration: "9999_two_tables", attempt: 1, reason: "deadlock detected", retryInMs: 500 },
      text: "a migration has given way to other sessions; it is tried again",
    },
  ]);
  expect(lines[0]?.fields.session).toContain('application_name "a writer"');
  expect(runs).toBe(2);
  const { rows } = await pool.query("select name, deadlock_1 from stores");
  expect(rows).toEqual([{ name: "Written", deadlock_1: null }]);
  expect((await pool.query("select deadlock_2 from orders")).rowCount).toBe(0);
  await Promise.all([migrating.end(), writer.end()]);
  await drop();
});

test.each([
  ["40P01", "deadlock"],
  ["55P03", "lock timeout"],
  ["40001", "serialization failure"],
])("a start whose job queue meets %s, a %s, tries again", async (code) => {
  const database = await cloneDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  // A queue whose settings are another version's is changed at the start.
  await client.query("update pgboss.queue set retention_seconds = 1");
  await client.query(`
    create sequence public.tries;
    create function public.fails_at_first() returns trigger language plpgsql as $$ begin
      if nextval('public.tries') < 4 then raise exception 'in the way' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger fails_at_first before update of retention_seconds on pgboss.queue
      for each row when (new.retention_seconds > 1) execute function public.fails_at_first()`);
  const service = await startInside({ DATABASE_URL: database.url, ...KEY });
  const tried = service.output().match(/opening the job queue has given way to other sessions/g);
  // The queue itself repeats what met some of them at once.
  expect(tried?.length).toBeGreaterThan(0);
  expect(service.output()).toContain('"attempt":1,"reason":"in the way","retryInMs":500');
  const { rows } = await client.query("select from pgboss.queue where retention_seconds = 1");
  expect(rows).toEqual([]);
  service.signal("SIGTERM");
  await service.exited;
  await client.end();
  await database.drop();
});

test("a start that waits for another process's migration says so at once", async () => {
  const { url, drop } = await pooledDatabase();
  const [holder, waiter] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([holder.connect(), waiter.connect()]);
  await lockMigrations(holder);
  const { lines, log } = scriptedLog();
  const waiting = lockMigrations(waiter, log);
  const began = performance.now();
  while (lines.length === 0) await Bun.sleep(10);
  expect(performance.now() - began).toBeLessThan(3_000 * slowdown());
  expect(lines[0]?.text).toContain("another process migrates the database; waiting for it");
  await holder.end();
  await waiting;
  await waiter.end();
  await drop();
});

test("an error that ends a start is a line of the log with host, database and what to do", async () => {
  const { url, drop } = await pooledDatabase();
  const unknown = url.replace(/[^/]+$/, "none_of_this_name");
  const { code, output } = await runInside({ DATABASE_URL: unknown, ...KEY });
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
