import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import { VERSION } from "../../../src/lib/version.ts";
import { createProcessCli, refused } from "../../support/cli.ts";
import { cloneDatabase, emptyDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { nextVersion } from "../../support/next-version.ts";
import { runProcess } from "../../support/process.ts";
import { KEY, type RunningVersion, startVersion } from "../../support/running-version.ts";
import { fillShop, SHOWN, type Shop, send } from "../../support/shop-of-a-version.ts";

type Made = { return: { id: string } };

const NEWER = /^The database was upgraded by a newer version of the service[^\n]*: start that version\.?$/;
const KEYS = { ENCRYPTION_KEY: KEY };
const FILLED = ["full", "odd", "other"].map((id) => ({ external_id: id, made_up_channel: id }));

/** A process of this version, while a made-up next one starts on its database and migrates it. */
let code: TemporaryFolder;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let old: RunningVersion;
let next: RunningVersion;
let receiver: Bun.Server<undefined>;
let hook: string;
let before: Shop;
let after: Shop;
let shown: string[];
let backup: string;
beforeAll(async () => {
  receiver = Bun.serve({ port: 0, fetch: () => new Response() });
  hook = `http://localhost:${receiver.port}/`;
  [code, database] = await Promise.all([nextVersion(), cloneDatabase()]);
  old = await startVersion(database.url, { hook });
  before = await old.newShop("shop");
  await fillShop(before, hook);
  shown = await shownBy(before);
  backup = join(code.path, "this version.backup");
  const made = await createProcessCli({ ...KEYS, DATABASE_URL: database.url }).run("backup", backup);
  expect(made).toMatchObject({ code: 0, err: "" });
  next = await startVersion(database.url, { folder: code.path, hook });
  after = { ...before, origin: next.origin };
});
afterAll(async () => {
  await Promise.all([old.stop(), next.stop(), receiver.stop(true)]);
  await Promise.all([database.drop(), code.remove()]);
});

test("a process of the version before goes on with the statements that it has prepared, with writes, and with a new shop", async () => {
  expect(await query(database.url, "select external_id, made_up_channel from orders order by 1")).toEqual(
    FILLED,
  );
  expect(await shownBy(before)).toEqual(shown);
  await send(before, "POST", "/stores/:store/orders", order("late"));
  const made = (await send(before, "POST", "/stores/:store/returns", returnOf("late"))) as Made;
  await fillShop({ ...(await next.newShop("fresh")), origin: old.origin }, hook);
  expect((await fetch(`${old.origin}/readyz`)).status).toBe(200);
  expect(old.output()).not.toContain('"level":"error"');
  expect(await send(after, "GET", `/returns/${made.return.id}`)).toMatchObject({ return: made.return });
  expect(next.output()).not.toContain('"level":"error"');
});

test("a large index of the next version is built while both run", async () => {
  const built = "select from pg_index where indexrelid = to_regclass('orders_made_up') and indisvalid";
  for (const end = performance.now() + 30_000; performance.now() < end; await Bun.sleep(20)) {
    if ((await query(database.url, built)).length > 0) break;
  }
  expect(await query(database.url, built)).toHaveLength(1);
});

test("the version before is refused when it starts again: it names the reason and ends", async () => {
  const ended = await runProcess({ ...KEYS, DATABASE_URL: database.url });
  expect([ended.code, ended.output.trim().split("\n").at(-1)]).toEqual([1, expect.stringMatching(NEWER)]);
});

test("the next version restores and upgrades a backup of the version before", async () => {
  const restored = await emptyDatabase();
  const env = { ...KEYS, DATABASE_URL: restored.url };
  const ran = await createProcessCli(env, code.path).run("restore", backup);
  expect(ran).toMatchObject({ code: 0, err: "" });
  const running = await startVersion(restored.url, { folder: code.path, hook });
  expect(await shownBy({ ...before, origin: running.origin })).toEqual(shown);
  expect(await query(restored.url, "select external_id, made_up_channel from orders order by 1")).toEqual(
    FILLED,
  );
  expect(await query(restored.url, "select from made_up_notes")).toEqual([]);
  await running.stop();
  await restored.drop();
});

test("the version before doesn't restore a backup of the next one, and leaves the database empty", async () => {
  const folder = await temporaryFolder("aftersale newer ");
  const path = join(folder.path, "next.backup");
  const made = await createProcessCli({ ...KEYS, DATABASE_URL: database.url }, code.path).run("backup", path);
  expect(made).toMatchObject({ code: 0, err: "" });
  const { url, drop } = await emptyDatabase();
  expect(await createProcessCli({ ...KEYS, DATABASE_URL: url }).run("restore", path)).toEqual(
    refused(
      `It was written by version 99.0.0, whose tables this version (${VERSION}) doesn't know: use that version.`,
    ),
  );
  expect(await query(url, "select from pg_tables where schemaname in ('public', 'pgboss')")).toEqual([]);
  await Promise.all([drop(), folder.remove()]);
});

/** Returns the responses without the process that they are of. */
async function shownBy(shop: Shop): Promise<string[]> {
  const shown: string[] = [];
  for (const path of SHOWN) {
    shown.push(JSON.stringify(await send(shop, "GET", path)).replaceAll(shop.origin, "origin"));
  }
  return shown;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
