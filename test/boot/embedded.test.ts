import { afterAll, afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  type Embedded,
  type EmbeddedOptions,
  openEmbedded,
} from "../../src/platform/db/embedded/open-embedded.ts";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "../support/ends-with-us.ts";
import { query } from "../support/query.ts";
import { slowdown } from "../support/slowdown.ts";

setDefaultTimeout(30_000);

const IS_ROOT = userInfo().uid === 0;
const opened: Embedded[] = [];
const folders: TemporaryFolder[] = [];
let template: Promise<string> | undefined;

afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

test("The first start creates the database, in UTF-8, and nothing else in its folder", async () => {
  const dataDir = await newFolder();
  const { url } = await open(dataDir);
  expect(
    await query(
      url,
      `select current_database() as database, current_setting('server_encoding') as encoding,
        current_setting('server_version_num')::int / 10000 as version, current_setting('TimeZone') as zone`,
    ),
  ).toEqual([{ database: "aftersale", encoding: "UTF8", version: 18, zone: "UTC" }]);
  expect(await readdir(dataDir)).toEqual(["pg"]);
});

test("Only clients with the password connect, and only on this machine", async () => {
  const { url } = await open(await folderWithDatabase());
  const foreign = new URL(url);
  foreign.password = "guess";
  await expect(query(foreign.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(await query(url, "select current_setting('listen_addresses') as addresses")).toEqual([
    { addresses: "127.0.0.1" },
  ]);
});

test("Data and address stay the same after closing and opening again", async () => {
  const dataDir = await folderWithDatabase();
  const before = await open(dataDir);
  await query(before.url, "create table kept as select 42 as answer");
  await before.close();
  const after = await open(dataDir);
  expect(after.url).toBe(before.url);
  expect(await query(after.url, "select * from kept")).toEqual([{ answer: 42 }]);
});

test("What was in memory before a restart is read again by itself", async () => {
  const dataDir = await folderWithDatabase();
  const before = await open(dataDir);
  await query(before.url, "create extension pg_buffercache; create extension pg_prewarm");
  await query(before.url, "create table warm as select generate_series(1, 20000)");
  // Refused while the list of the run before is still read.
  await until(() =>
    query(before.url, "select autoprewarm_dump_now()").then(
      () => true,
      () => false,
    ),
  );
  await before.close();
  const { url } = await open(dataDir);
  const pages = `select count(*)::int as count from pg_buffercache
    where relfilenode = (select relfilenode from pg_class where relname = 'warm')`;
  await until(async () => (((await query(url, pages)) as { count: number }[])[0]?.count ?? 0) >= 89);
});

test("A second server on the folder is rejected and the first one keeps running", async () => {
  const dataDir = await folderWithDatabase();
  const { url } = await open(dataDir);
  await expect(open(dataDir)).rejects.toThrow(`Another service already runs on the data folder ${dataDir}`);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("A command works next to a server, and the last one to close stops Postgres", async () => {
  const dataDir = await folderWithDatabase();
  const service = await open(dataDir);
  const command = await open(dataDir, { mode: "cli" });
  expect(command.url).toBe(service.url);
  await service.close();
  expect(await query(command.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await command.close();
  expect(await isRunning(dataDir)).toBe(false);
  await expect(query(command.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("A command that closes doesn't stop the server's Postgres", async () => {
  const dataDir = await folderWithDatabase();
  const command = await open(dataDir, { mode: "cli" });
  const service = await open(dataDir);
  await command.close();
  expect(await query(service.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("Five concurrent commands on an empty folder create one database", async () => {
  const dataDir = await newFolder();
  const commands = await Promise.all([1, 2, 3, 4, 5].map(() => open(dataDir, { mode: "cli" })));
  expect(new Set(commands.map(({ url }) => url)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["pg"]);
  await Promise.all(commands.map(({ close }) => close()));
  expect(await isRunning(dataDir)).toBe(false);
});

test("Commands that open while the last one closes get a Postgres", async () => {
  const dataDir = await folderWithDatabase();
  let leaving = await open(dataDir, { mode: "cli" });
  for (let round = 0; round < 10; round++) {
    const [next] = await Promise.all([open(dataDir, { mode: "cli" }), leaving.close()]);
    expect(await query(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
    leaving = next;
  }
});

test.each([
  ["stopping", 7_236_011, ""],
  ["creating", 7_236_013, "drop database aftersale"],
])(
  "Opening ends with a sentence when another process is %s the database and doesn't end",
  async (doing, lock, statement) => {
    const dataDir = await folderWithDatabase();
    const { url } = await open(dataDir, { mode: "cli" });
    const address = new URL(url);
    address.pathname = "/postgres";
    const frozen = new pg.Client({ connectionString: address.href });
    await frozen.connect();
    if (statement) await frozen.query(statement);
    // The session of the command that is open.
    else
      await frozen.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      );
    await until(
      async () => (await frozen.query("select pg_try_advisory_lock($1) as locked", [lock])).rows[0].locked,
    );

    const startedAt = performance.now();
    await expect(open(dataDir, { mode: "cli", lockWaitMs: 300 })).rejects.toThrow(
      `Another process has been ${doing} the database in ${dataDir} for 0.3 seconds: end it, then start again`,
    );
    expect(performance.now() - startedAt).toBeLessThan(5_000 * slowdown());
    await frozen.end();
  },
);

test("A Postgres of a killed server is taken over, with all data", async () => {
  const dataDir = await folderWithDatabase();
  const { child, url } = await openElsewhere(dataDir);
  await query(url, "create table kept as select 42 as answer");
  const before = await postmasterOf(dataDir);
  child.kill("SIGKILL");
  const after = await open(dataDir);
  expect({ url: after.url, postmaster: await postmasterOf(dataDir) }).toEqual({ url, postmaster: before });
  expect(await query(after.url, "select * from kept")).toEqual([{ answer: 42 }]);
  await after.close();
  expect(await isRunning(dataDir)).toBe(false);
});

test("A killed Postgres restarts on the same address, with all data", async () => {
  const dataDir = await folderWithDatabase();
  const events: string[] = [];
  const { url } = await open(dataDir, {
    onLost: () => events.push("lost"),
    onLog: (line) => events.push(line),
  });
  await query(url, "create table kept as select 42 as answer");
  for (const round of [1, 2]) {
    process.kill(await postmasterOf(dataDir), "SIGKILL");
    await until(() => events.filter((event) => event === "Postgres is back").length === round);
    expect(await query(url, "select * from kept")).toEqual([{ answer: 42 }]);
  }
  await expect(open(dataDir)).rejects.toThrow("Another service already runs");
  expect(events.filter((event) => event === "lost").length).toBe(2);
});

test("A Postgres that was killed with its server is started again, with all data", async () => {
  const dataDir = await folderWithDatabase();
  const { child, url } = await openElsewhere(dataDir);
  await query(url, "create table kept as select 42 as answer");
  child.kill("SIGKILL");
  process.kill(await postmasterOf(dataDir), "SIGKILL");
  expect(await query((await open(dataDir)).url, "select * from kept")).toEqual([{ answer: 42 }]);
});

test("A stale postmaster.pid with the number of another process doesn't block the start", async () => {
  const dataDir = await folderWithDatabase();
  await (await open(dataDir)).close();
  const { uid, gid } = await stat(join(dataDir, "pg"));
  const foreign = spawn("sleep", ["60"], { uid, gid, cwd: "/" });
  const lines = [foreign.pid, join(dataDir, "pg"), 1_700_000_000, 1, "", "127.0.0.1", "", "ready", ""];
  await writeFile(join(dataDir, "pg", "postmaster.pid"), lines.join("\n"));
  const { url } = await open(dataDir);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  foreign.kill();
});

test("The leftovers of a crash during the first start are removed", async () => {
  const dataDir = await newFolder();
  await mkdir(join(dataDir, ".init-crashed", "pg"), { recursive: true });
  await open(dataDir);
  expect(await readdir(dataDir)).toEqual(["pg"]);
});

test("The path of a folder may contain spaces and other characters, and may be relative", async () => {
  const dataDir = join(await newFolder(), "Größe und 'Maß'");
  const { url } = await open(relative(process.cwd(), dataDir));
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).toEqual(["pg"]);
});

test.skipIf(!IS_ROOT)("Root may keep the data below a folder that only root may enter", async () => {
  const closed = await newFolder();
  await chmod(closed, 0o700);
  const { url } = await open(join(closed, "data"));
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("An unusable folder fails with one sentence", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(open(file)).rejects.toThrow(
    `The data folder ${file} can't be used (EEXIST): set DATA_DIR to one that this user may write to`,
  );

  await mkdir(join(folder, "pg"));
  await writeFile(join(folder, "pg", "PG_VERSION"), "17\n");
  await expect(open(folder)).rejects.toThrow(
    `${join(folder, "pg")} was made by Postgres 17, this is Postgres 18: set DATA_DIR to another folder`,
  );
});

/** Creates a folder with its own copy of a database. */
async function folderWithDatabase(): Promise<string> {
  template ??= makeTemplate();
  const dataDir = await newFolder();
  await cp(join(await template, "pg"), join(dataDir, "pg"), { recursive: true });
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const dataDir = await newFolder();
  await (await open(dataDir)).close();
  return dataDir;
}

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder("aftersale-embedded-");
  await chmod(folder.path, 0o755);
  folders.push(folder);
  return folder.path;
}

async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await openEmbedded({ dataDir, mode: "server", settings: { fsync: "off" }, ...options });
  opened.push(embedded);
  return embedded;
}

async function openElsewhere(dataDir: string) {
  const script = join(dirname(fileURLToPath(import.meta.url)), "..", "support", "hold-embedded.ts");
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  endWithUs({ pid: child.pid ?? 0, exited: once(child, "exit") });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text) => resolve(String(text).trim())),
  );
  return { child, url };
}

async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8"), 10);
}

async function isRunning(dataDir: string): Promise<boolean> {
  return access(join(dataDir, "pg", "postmaster.pid")).then(
    () => true,
    () => false,
  );
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isSo()); await Bun.sleep(10)) {
    if (Date.now() > end) throw new Error("It did not come to that within 20 s");
  }
}
