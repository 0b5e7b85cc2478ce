import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFile, readdir, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { loadDump } from "../../../src/platform/db/backup/load.ts";
import { withDatabaseDump } from "../../../src/platform/db/backup/read-database.ts";
import { type Cli, createCli, createProcessCli, refused } from "../../support/cli.ts";
import { cloneDatabase, emptyDatabase } from "../../support/database.ts";
import { readAll, readSchema } from "../../support/database-contents.ts";
import { linkTo } from "../../support/database-link.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { BULK, event } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { fileOfOrder, readOrderImport, startOrderImport } from "../../support/order-imports.ts";
import { dataFolder, startProcess } from "../../support/process.ts";
import { moveTo, returnIn } from "../../support/returns.ts";
import { startService, type TestService } from "../../support/service.ts";
import { connectShop, openShopServer } from "../../support/shops/connect-shop.ts";
import { restockPlainly } from "../../support/shops/plain-restock.ts";
import { askedOfShop, returnUnit } from "../../support/shops/returned-unit.ts";
import { useService, useStore } from "../../support/use-service.ts";

const KEY = "a key for tests only";
const PASSPHRASE = { BACKUP_PASSPHRASE: "correct horse battery staple" };

// A backup is of one database; with several each has its own.
const shops = await openShopServer();
const settings = { webhookAllowedHosts: [shops.host], payoutTimeoutMs: 2_000 };
const service = useService({ isSingle: true, ...settings });
service.beforeStop(shops.close);
service.beforeStop(restockPlainly());
const store = useStore(service);
let folder: TemporaryFolder;
let file: string;
let cli: Cli;
const databases: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await temporaryFolder("aftersale backups ");
  file = join(folder.path, "shop.backup");
  cli = createCli(
    { DATABASE_URL: service.ctx.config.databaseUrl ?? "", ENCRYPTION_KEY: KEY, ...PASSPHRASE },
    { asProcess: /./ },
  );
  await fill();
  await cli.run("backup", file, "--with-key");
}, 60_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
  await folder.remove();
});

/** Rows of most tables, with bytes, quotes, backslashes, line feeds and null; jobs that wait and one that runs. */
async function fill(): Promise<void> {
  const odd = 'a\tb\nc\\d "e" \u2028 😀 \\N';
  const events = ["one", odd, ""].map((text) =>
    event({ data: { text }, customer: { id: "ann", firstName: text } }),
  );
  expect((await store.post(BULK, { events: [...events, {}] })).status).toBe(202);
  await service.drain();
  await cli.json(
    `webhook create --store ${store.id} --url https://hooks.example.com/returns --token`,
    "sesame",
  );
  await store.post("/stores/:store/orders", order("1", { tags: [odd] }));
  const made = await returnIn(store.post("/stores/:store/returns", returnOf("1")));
  await moveTo(store, made.id, "complete");
  await store.post(BULK, { events: [event({ eventName: "waits" })] });
  await service.ctx.requestLog.flush();
  await service.ctx.doneJobs.flush();
  const client = new pg.Client(service.ctx.config.databaseUrl);
  await client.connect();
  await client.query(`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where id = (select id from pgboss.job where name = 'webhooks.deliver' limit 1)`);
  await client.query("update webhook_streams set leased_until = now() + interval '1 hour'");
  await client.end();
}

async function newDatabase() {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

async function queryIn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

function cliFor(url: string, key = KEY): Cli {
  return createCli({ DATABASE_URL: url, ENCRYPTION_KEY: key, ...PASSPHRASE });
}

describe("a restored database", () => {
  let restored: TestService;
  let url: string;
  beforeAll(async () => {
    ({ url } = await newDatabase());
    const { code, err } = await cliFor(url).run("restore", file);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    restored = await startService({ databaseUrl: url });
  });
  afterAll(() => restored.stop());

  test("has the tables, indexes, constraints and triggers of a migrated one", async () => {
    const original = service.ctx.config.databaseUrl ?? "";
    expect(await readSchema(url)).toEqual(await readSchema(original));
  });

  test("has every row and the position of every sequence, without leases", async () => {
    const [before, after] = [await readAll(service.ctx.config.databaseUrl ?? ""), await readAll(url)];
    const withoutLeases = before.webhook_streams?.map((row) =>
      row.replace(/"leased_until": "[^"]+"/, '"leased_until": null'),
    );
    expect(before.encryption_check?.length).toBe(1);
    // The original knows of the backup since; the copy knows what was known when that began.
    expect(before.backups).toHaveLength(1);
    expect(after).toEqual({ ...before, backups: [], webhook_streams: withoutLeases ?? [] });
    expect(before.events?.length).toBe(3);
    expect(before.event_rejections?.length).toBe(1);
  });

  test("runs the jobs that waited and those that ran, and delivers what was due", async () => {
    const url = "https://hooks.example.com/returns";
    restored.world.on(url, () => new Response(null, { status: 204 }));
    await restored.drain();
    expect(restored.world.seen.map(({ headers }) => headers["webhook-sequence"])).toEqual(["1", "2"]);
    const list = await restored.as(store).get("/stores/:store/events?eventName=waits");
    expect(await list.json()).toMatchObject({ events: [{ eventName: "waits" }] });
  });

  test("answers as the original does, and accepts new writes", async () => {
    const same = restored.as(store);
    for (const path of ["/stores/:store/orders/1", "/stores/:store/webhooks", "/stores/:store/returns"]) {
      expect(await (await same.get(path)).json()).toEqual(await (await store.get(path)).json());
    }
    expect((await same.post("/stores/:store/orders", order("2"))).status).toBe(200);
    expect((await same.post("/stores/:store/returns", returnOf("2"))).status).toBe(201);
  });
});

describe("a restore is refused before anything is written", () => {
  const refuse = async (name: string, change: (path: string) => Promise<void>) => {
    const path = join(folder.path, name);
    await copyFile(file, path);
    await change(path);
    const { url } = await newDatabase();
    const ran = await cliFor(url).run("restore", path);
    expect(await tablesIn(url)).toEqual([]);
    return { ...ran, err: ran.err.replace(path, "FILE") };
  };

  test("for a file that ends early, wherever that is", async () => {
    const { size } = await stat(file);
    for (const length of [size - 1, size - 40, Math.floor(size / 2), 21]) {
      const ran = await refuse(`torn-${length}`, (path) => truncate(path, length));
      expect(ran).toEqual(refused("The backup FILE is torn: it ends before its end mark."));
    }
  });

  test("for a file of which one bit differs, wherever that is", async () => {
    const bytes = await Bun.file(file).bytes();
    for (const at of [30, Math.floor(bytes.length / 2), bytes.length - 100, bytes.length - 1]) {
      const { code, out, err } = await refuse(`altered-${at}`, async (path) => {
        const altered = bytes.slice();
        altered[at] = (altered[at] ?? 0) ^ 1;
        await Bun.write(path, altered);
      });
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(
        /^The backup FILE is (damaged: it isn't what was written|torn: it ends before its end mark)\.\n$/,
      );
    }
  });

  test("for a file of something else", async () => {
    const ran = await refuse("other", async (path) => void (await Bun.write(path, "select 1;")));
    expect(ran).toEqual(refused("FILE is not a backup of this service."));
    const { url } = await newDatabase();
    const { err } = await cliFor(url).run("restore", folder.path);
    expect(err).toBe(`${folder.path} is not a backup of this service.\n`);
  });

  test("for a database that has a table of another program", async () => {
    const { url } = await newDatabase();
    await queryIn(url, "create table of_others (id serial)");
    expect(await cliFor(url).run("restore", file)).toEqual(
      refused("The database isn't empty (it has the table of_others): use a new one."),
    );
    expect(await tablesIn(url)).toEqual(["of_others"]);
  });

  test("for a database that has the service's tables", async () => {
    const database = await cloneDatabase();
    databases.push(database);
    const { code, err } = await cliFor(database.url).run("restore", file);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The database isn't empty \(it has the table \w+\): use a new one\.\n$/),
    });
  });

  test("under another encryption key", async () => {
    const { url } = await newDatabase();
    const { code, err } = await cliFor(url, "another key for tests").run("restore", file);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(
        "encrypted under another key than this installation has. Set ENCRYPTION_KEY",
      ),
    });
    expect(await tablesIn(url)).toEqual([]);
  });
});

describe("the encryption key", () => {
  test("is in a backup only with --with-key, and only its passphrase opens it", async () => {
    const plain = join(folder.path, "plain.backup");
    expect((await cli.run("backup", plain)).code).toBe(0);
    for (const path of [plain, file]) expect(await Bun.file(path).text()).not.toContain(KEY);
    expect(await cli.run("key show", plain)).toEqual(
      refused(`The backup ${plain} holds no key: it was made without --with-key.`),
    );
    expect(await cli.json("key show", file)).toEqual({ encryptionKey: KEY });
    const wrong = createCli({ BACKUP_PASSPHRASE: "another passphrase" });
    expect(await wrong.run("key show", file)).toEqual(
      refused("The passphrase doesn't open the key of this backup."),
    );
  });
});

test("a backup never replaces a file, and leaves none behind when it fails", async () => {
  expect(await cli.run("backup", file)).toEqual(
    refused(`There is a file ${file} already: name another one.`),
  );
  const { url } = await newDatabase();
  const nothing = join(folder.path, "nothing.backup");
  expect(await cliFor(url).run("backup", nothing)).toEqual(
    refused("The database is empty: there is nothing to copy"),
  );
  expect((await readdir(folder.path)).filter((name) => /nothing|part$/.test(name))).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

async function tablesIn(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "select table_name as name from information_schema.tables where table_schema in ('public', 'pgboss')",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test("the embedded database moves to another one while no service runs on it, with every row", async () => {
  const { path, remove } = await dataFolder();
  const own = createProcessCli({ DATA_DIR: path, ...PASSPHRASE });
  const running = await startProcess({ DATA_DIR: path });
  const { url } = await newDatabase();
  // Some servers have views of extensions in every database.
  await queryIn(url, "create extension pg_buffercache");
  expect(await own.run(`move --to ${url}`)).toEqual(
    refused(`Another service already runs on the data folder ${path}`),
  );
  const saved = join(folder.path, "embedded.backup");
  expect((await own.run("backup", saved, "--with-key")).code).toBe(0);
  running.signal("SIGTERM");
  await running.exited;

  const { tables } = await own.json(`move --to ${url}`);
  expect(tables).toMatchObject({ '"orders"': expect.any(Number), '"stores"': 1 });
  const key = await Bun.file(join(path, "encryption-key")).text();
  const { stores } = await cliFor(url, key).json("store list");
  expect(stores).toMatchObject([{ id: "demo" }]);
  expect(await cliFor(url).run("store list")).toMatchObject({ code: 1 });

  const other = await dataFolder();
  const restored = createProcessCli({ DATA_DIR: other.path, ...PASSPHRASE });
  expect(await restored.run("restore", saved)).toMatchObject({
    code: 1,
    err: expect.stringContaining("this installation has no key"),
  });
  expect((await restored.run("restore", saved, "--with-key")).code).toBe(0);
  expect(await restored.json("store list")).toEqual({ stores });
  await remove();
  await other.remove();
});

test("a restore ends when its database is lost, whenever that is", async () => {
  for (const copied of [0, 3]) {
    const target = await newDatabase();
    const link = await linkTo(target.url);
    let tables = 0;
    const restored = withDatabaseDump(service.ctx.config.databaseUrl ?? "", async (dump) => {
      const cutting = async function* () {
        for await (const table of dump.tables()) {
          if (tables++ === copied) await link.cut();
          yield table;
        }
      };
      const options = { queueTables: "", afterwards: [], onProgress: () => {} };
      return loadDump(link.url, { ...dump, tables: cutting }, options);
    });
    const ended = await Promise.race([restored.catch((error: Error) => error), Bun.sleep(20_000)]);
    expect(ended).toBeInstanceOf(Error);
  }
}, 60_000);

test("what a shop has paid and restocked since the backup it does not do again, and imports go on", async () => {
  const sold = await service.newStore();
  await createLocation(sold.ctx, sold.id, { name: "Main", isDefault: true });
  const shop = await connectShop(service, shops, sold, { moods: [], lateMs: 0 });
  for (const id of ["before", "after"]) shop.ledger.addOrder(id, { units: 1, cents: 1_000 });
  await shop.hook("before");
  const id = await returnUnit(sold, "before");
  const importId = await startOrderImport(sold, fileOfOrder("imported"));
  const earlier = join(folder.path, "earlier.backup");
  await cli.run("backup", earlier);
  await service.drain({ sweeps: true });
  expect(await askedOfShop(sold, id)).toEqual({ payouts: ["paid"], stock: ["done"] });

  const { url } = await newDatabase();
  expect((await cliFor(url).run("restore", earlier)).code).toBe(0);
  const restored = await startService({ databaseUrl: url, ...settings });
  const there = restored.as(sold);
  expect(await askedOfShop(there, id)).toEqual({ payouts: ["waiting"], stock: ["waiting"] });
  await restored.drain({ sweeps: true });
  expect(await askedOfShop(there, id)).toEqual({ payouts: ["paid"], stock: ["done"] });
  expect([shop.ledger.refunds.length, shop.ledger.stock.length]).toEqual([1, 1]);
  shop.ledger.addOrder("hooked", { units: 1, cents: 1_000 });
  await shop.hook("hooked", restored);
  expect(await readOrderImport(there, importId)).toMatchObject({ status: "done", created: 1 });
  const { orders } = await (await there.get("/stores/:store/orders")).json();
  expect(orders.map(({ orderId }: { orderId: string }) => orderId).sort()).toEqual([
    ...["after", "before", "hooked", "imported"],
  ]);
  await restored.stop();
}, 60_000);
