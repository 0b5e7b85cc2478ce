import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { queueTables } from "../../../src/core/jobs/queue-tables.ts";
import type { Dump } from "../../../src/platform/db/backup/dump.ts";
import { loadDump } from "../../../src/platform/db/backup/load.ts";
import { withBackupFile } from "../../../src/platform/db/backup/read-file.ts";
import { readMigrations } from "../../../src/platform/db/migration-files.ts";
import { cloneDatabase, emptyDatabase } from "../../support/database.ts";
import { readRows, readSchema, readSchemaOnce } from "../../support/database-contents.ts";
import { earlierVersion } from "../../support/earlier-version.ts";
import type { TemporaryFolder } from "../../support/ends-with-us.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { runProcess } from "../../support/process.ts";
import { query } from "../../support/query.ts";
import { KEY, type RunningVersion, startVersion } from "../../support/running-version.ts";
import { fillShop, LISTED, SHOWN, type Shop, send } from "../../support/shop-of-a-version.ts";

type Database = Awaited<ReturnType<typeof emptyDatabase>>;
type Made = { return: { id: string } };
type About = Shop & { commit: string };

/** A released version; `code` is there if it has fewer migrations than this one and git has it. */
type Version = { name: string; about: About; code: TemporaryFolder | undefined };

const FOLDER = join(import.meta.dir, "versions");
const KEYS = { ENCRYPTION_KEY: KEY };
const NEWER = /^The database was upgraded by a newer version of the service[^\n]*: start that version\.?$/;

/** Takes away what this version writes for the same requests and 0.1.0 didn't: payouts, stock that a return has moved, and when one was edited. */
const FORGET = [
  "update webhook_attempts set answer_headers = null",
  "delete from payouts",
  "delete from return_stock_changes",
  "delete from inventory_level_history where for_return_id is not null",
  "delete from inventory_levels where item_id in (select id from inventory_items where kind = 'PRODUCT')",
  "delete from inventory_items where kind = 'PRODUCT'",
  "update returns set has_payouts = false, stock_holds = null",
  `update returns set additions = regexp_replace(additions::text, ',"editedAt":"[^"]*"', '')::json`,
  `update webhook_payloads set body = regexp_replace(body, ',"payouts":[[].*?[]]', '', 'g')`,
  `update webhook_payloads set body = regexp_replace(body, ',"imageUrl":"[^"]*"', '', 'g')`,
];

const names = [...new Glob("*.json").scanSync(FOLDER)].map((file) => file.replace(".json", "")).sort();
const versions: Version[] = await Promise.all(
  names.map(async (name) => {
    const about: About = await Bun.file(join(FOLDER, `${name}.json`)).json();
    const isEarlier = (await migrationsOf(name)) < (await readMigrations()).length;
    const code = isEarlier ? await earlierVersion(about.commit) : undefined;
    if (isEarlier && !code) process.stderr.write(`The code of ${name} is not in git here: it is not run.\n`);
    return { name, about, code };
  }),
);

let receiver: Bun.Server<undefined>;
let hook: string;
/** What this version writes for the same requests. */
let current: { database: Database; rows: Record<string, string[]>; shown: string[] };
beforeAll(async () => {
  receiver = Bun.serve({
    port: 0,
    fetch: () => new Response(),
  });
  hook = `http://localhost:${receiver.port}/`;
  const database = await cloneDatabase();
  const running = await startVersion(database.url, { hook });
  const shop = await running.newShop("shop");
  await fillShop(shop, hook);
  for (const statement of FORGET) await query(database.url, statement);
  const shown = await shownBy(shop);
  await running.stop();
  current = { database, rows: await rowsOf(database.url), shown };
});
afterAll(async () => {
  await receiver.stop(true);
  await current.database.drop();
  for (const { code } of versions) await code?.remove();
});

describe.each(versions)("a database of version $name", ({ name, about, code }) => {
  let database: Database;
  let running: RunningVersion;
  let shop: Shop;
  beforeAll(async () => {
    database = await load(name);
    running = await startVersion(database.url, { hook });
    shop = { ...about, origin: running.origin };
  });
  afterAll(async () => {
    await running.stop();
    await database.drop();
  });

  test("has the tables, columns and indexes of a new one after the start", async () => {
    const wanted = await readSchema(current.database.url);
    expect(await readSchemaOnce(database.url, wanted)).toEqual(wanted);
  });

  test("has the rows that this version writes for the same requests", async () => {
    const rows = await rowsOf(database.url);
    expect(rows.webhook_events?.length).toBeGreaterThan(4);
    expect(rows).toEqual(current.rows);
  });

  test("gives the same responses, under the secret of that time", async () => {
    expect(await shownBy(shop)).toEqual(current.shown);
  });

  test("shows what its completed returns owe as held, though no payout was kept for them", async () => {
    expect(await payoutsShownBy(shop)).toContainEqual([
      expect.objectContaining({ status: "waiting", held: true }),
    ]);
    expect(await query(database.url, "select from payouts")).toEqual([]);
  });

  test("has every object under its id", async () => {
    for (const [list, name, table, path] of LISTED) {
      const listed = (await send(shop, "GET", list))[name] as { id?: string; orderId?: string }[];
      const stored = await query(database.url, `select from ${table}`);
      expect({ table, count: listed.length }).toEqual({ table, count: stored.length });
      expect(listed.length).toBeGreaterThan(0);
      for (const { id = "", orderId = id } of listed)
        expect(JSON.stringify(await send(shop, "GET", `${path}${orderId}`))).toContain(orderId);
    }
  });

  test("goes on: a return of its order is created", async () => {
    const made = await send(shop, "POST", "/stores/:store/returns", returnOf("other"));
    expect(made).toMatchObject({ return: { status: "open" } });
  });

  test.skipIf(!code)("isn't opened by that code any more: it names the reason and ends", async () => {
    const command = [process.execPath, `${code?.path}/src/main.ts`];
    const ended = await runProcess({ ...KEYS, DATABASE_URL: database.url }, command);
    expect([ended.code, ended.output.trim().split("\n").at(-1)]).toEqual([1, expect.stringMatching(NEWER)]);
  });
});

describe.each(versions)("a process of version $name", ({ name, about, code }) => {
  test.skipIf(!code)("goes on while this version starts on its database and migrates it", async () => {
    const database = await load(name);
    const old = await startVersion(database.url, { folder: code?.path ?? "", hook });
    const before: Shop = { ...about, origin: old.origin };
    for (const path of SHOWN) await send(before, "GET", path);
    const running = await startVersion(database.url, { hook });

    // Statements that it has prepared, and all that a new shop needs.
    for (const path of SHOWN) await send(before, "GET", path);
    await send(before, "POST", "/stores/:store/orders", order("late"));
    const made = (await send(before, "POST", "/stores/:store/returns", returnOf("late"))) as Made;
    await fillShop({ ...(await running.newShop("fresh")), origin: old.origin }, hook);
    expect((await fetch(`${old.origin}/readyz`)).status).toBe(200);
    expect(old.output()).not.toContain('"level":"error"');

    const now: Shop = { ...about, origin: running.origin };
    expect(await send(now, "GET", `/returns/${made.return.id}`)).toMatchObject({ return: made.return });
    await Promise.all([old.stop(), running.stop()]);
    await database.drop();
  });
});

function migrationsOf(name: string): Promise<number> {
  const count = ({ dump }: { dump: Dump }) => Promise.resolve(dump.header.migrations.length);
  return withBackupFile(join(FOLDER, `${name}.backup`), count);
}

/** Returns a database with the rows and tables of a released version. Its webhooks call the receiver of this test. */
async function load(name: string): Promise<Database> {
  const database = await emptyDatabase();
  const options = { queueTables: queueTables(), afterwards: [], onProgress: () => {} };
  await withBackupFile(join(FOLDER, `${name}.backup`), ({ dump }) => loadDump(database.url, dump, options));
  await query(database.url, "update webhooks set url = $1", [hook]);
  return database;
}

/** Returns the rows of a database without what differs from run to run. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  // A secret is random, and keeps the scopes that there were when it was made.
  const tables = Object.entries(await readRows(url)).filter(([table]) => table !== "api_clients");
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.map(comparable).sort()]));
}

async function shownBy(shop: Shop): Promise<string[]> {
  const shown: string[] = [];
  for (const path of SHOWN) shown.push(comparable(JSON.stringify(await send(shop, "GET", path))));
  return shown;
}

async function payoutsShownBy(shop: Shop): Promise<unknown[]> {
  const { returns } = await send(shop, "GET", "/stores/:store/returns");
  return (returns as { payouts: unknown }[]).map(({ payouts }) => payouts);
}

/** Replaces ids, times and random values. */
function comparable(text: string): string {
  return text
    .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{26}(?![0-9a-z])/g, "$1_*")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "uuid")
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?/g, "time")
    .replaceAll(/v1\.[\w+/]+=*/g, "encrypted")
    .replaceAll(/"(duration_ms|durationMs|fence)": ?\d+/g, '"$1": 0')
    .replaceAll(new RegExp(hook, "g"), "hook")
    .replaceAll(/localhost:\d+/g, "localhost");
}
