import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import { connect } from "../../../src/platform/db/connect.ts";
import { cloneDatabase, type TestDatabase } from "../../support/database.ts";
import { linkTo } from "../../support/database-link.ts";
import { slowdown } from "../../support/slowdown.ts";

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const pidOf = async (db: ReturnType<typeof connect>["db"]) =>
  (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;

/** Statements that fail as a server does that ends, starts, refuses writes or has broken a connection. */
const ENDS = ["25006", "57P01", "57P02", "57P03", "08006"];

test.each(ENDS)("a connection whose transaction failed with %s isn't used again", async (code) => {
  const { db, close } = connect(database.url, () => {});
  const before = await pidOf(db);
  const failing = db.transaction((tx) =>
    tx.execute(sql.raw(`do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`)),
  );
  await expect(failing).rejects.toThrow();
  expect(await pidOf(db)).not.toBe(before);
  await close();
});

test("a connection whose transaction failed otherwise is used again", async () => {
  const { db, close } = connect(database.url, () => {});
  const before = await pidOf(db);
  await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  expect(await pidOf(db)).toBe(before);
  await close();
});

test("when one connection notices that its server refuses writes, the idle ones of all pools are given up", async () => {
  const { db, longDb, monitorDb, close } = connect(database.url, () => {});
  const all = [db, longDb, monitorDb];
  const before = await Promise.all(all.map(pidOf));
  // A connection that is younger than a second is taken for one to the server that accepts writes.
  await Bun.sleep(1_100);
  const failing = longDb.transaction((tx) =>
    tx.execute(sql`do $$ begin raise exception 'planted' using errcode = '25006'; end $$`),
  );
  await expect(failing).rejects.toThrow();
  const after = await Promise.all(all.map(pidOf));
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  await close();
});

test("while the server has no connection left, a call waits for one of its own", async () => {
  const role = `${new URL(database.url).pathname.slice(1)}_few`;
  await admin.query(`create role ${role} login password 'secret' connection limit 2`);
  const url = new URL(database.url);
  url.username = role;
  url.password = "secret";
  const { db, close } = connect(url.href, () => {});
  const numbers = Array.from({ length: 40 }, (_, i) => i);
  const began = performance.now();
  const results = await Promise.all(
    numbers.map((number) =>
      db.transaction(
        async (tx) => (await tx.execute(sql`select ${number}::int as number, pg_sleep(0.02)`)).rows,
      ),
    ),
  );
  expect(results.map(([row]) => row?.number)).toEqual(numbers);
  // All with two connections, none of which has waited for long.
  expect(performance.now() - began).toBeLessThan(4_000 * slowdown());
  await close();
  await admin.query(`drop role ${role}`);
});

test("while the address leads nowhere, calls go on with the connections that there are", async () => {
  const link = await linkTo(database.url);
  const { db, close } = connect(link.url, () => {});
  await pidOf(db);
  link.pointAt("postgres://127.0.0.1:1/nowhere");
  const results = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction(async (tx) => (await tx.execute(sql`select 1`)).rows.length),
    ),
  );
  expect(results).toEqual(Array.from({ length: 20 }, () => 1));
  await close();
  await link.close();
});

test("while nothing can be reached, each call fails after one attempt, and the first one afterwards succeeds", async () => {
  const link = await linkTo(database.url);
  const { db, close } = connect(link.url, () => {});
  await pidOf(db);
  link.hangUp();
  const { tried } = link.counts();
  const began = performance.now();
  let [failed, longest] = [0, 0];
  while (performance.now() - began < 1_000) {
    const calledAt = performance.now();
    const calls = Array.from({ length: 20 }, () =>
      db.execute(sql`select 1`).then(
        () => {},
        () => failed++,
      ),
    );
    await Promise.all(calls);
    longest = Math.max(longest, performance.now() - calledAt);
  }
  expect(failed).toBeGreaterThanOrEqual(40);
  expect(longest).toBeLessThan(700);
  // All of the first twenty, and then one each fifth of a second.
  expect(link.counts().tried - tried).toBeLessThan(40);
  await link.mend();
  expect((await db.execute(sql`select 1`)).rows).toHaveLength(1);
  await close();
  await link.close();
});

test("a call doesn't fail for an attempt that began before it", async () => {
  const link = await linkTo(database.url);
  const { db, close } = connect(link.url, () => {});
  link.hangUp();
  await expect(pidOf(db)).rejects.toThrow();
  link.silence();
  const { tried } = link.counts();
  const earlier = pidOf(db).then(
    () => "succeeded",
    () => "failed",
  );
  for (let i = 0; link.counts().tried === tried && i < 1_000; i++) await Bun.sleep(5);
  const later = pidOf(db);
  // The attempt ends now, and the next one may be made.
  link.endSessions();
  await link.mend();
  expect(await earlier).toBe("failed");
  expect(await later).toBeGreaterThan(0);
  // One for each.
  expect(link.counts().tried - tried).toBe(2);
  await close();
  await link.close();
});
