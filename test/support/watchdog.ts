import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { type Embedded, openEmbedded } from "../../src/platform/db/embedded/open-embedded.ts";
import { ADDRESS_FILE, FAULT_FILE, type WatchdogLine } from "./ends-with-us.ts";
import { runningProcesses, signalAll, stopPostgresIn } from "./processes.ts";

// Reads what another process wants removed after its end. The input ends when that process has ended; then it
// cleans up.

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;
const RUNNER_PAUSE_MS = 500;
const CONNECT_MS = 5_000;
const CLOSE_MS = 3_000;

const children = new Set<number>();
const folders = new Set<string>();
/** Folders that other processes also use, with the id of the process after whose end each is removed. */
const sharedFolders = new Map<string, number>();
const databases = new Map<string, string>();
const running: Embedded[] = [];

for await (const text of createInterface({ input: process.stdin })) {
  const line: WatchdogLine = JSON.parse(text);
  if ("child" in line) children.add(line.child);
  else if ("after" in line) sharedFolders.set(line.folder, line.after);
  else if ("folder" in line) folders.add(line.folder);
  else if ("postgres" in line) void runPostgres(line.postgres, line.settings);
  else if ("drop" in line) databases.set(line.names, line.drop);
  else {
    children.delete(Number(line.forget));
    folders.delete(line.forget);
    databases.delete(line.forget);
  }
}

// Kills the children first: a service would restart its Postgres.
signalAll([...children], "SIGKILL");
await Promise.all(running.map(({ close }) => Promise.race([close(), Bun.sleep(CLOSE_MS)])));
await Promise.all([...folders].map(clear));
for (const [names, url] of databases) await drop(url, names);
for (const [folder, pid] of sharedFolders) {
  while (runningProcesses().some((one) => one.pid === pid)) await Bun.sleep(RUNNER_PAUSE_MS);
  await clear(folder);
}
// Exits at once: this process would restart a Postgres that it couldn't close.
process.exit();

async function runPostgres(folder: string, settings: Record<string, string>): Promise<void> {
  const report = async (name: string, text: string) => {
    await writeFile(join(folder, `.${name}`), text);
    await rename(join(folder, `.${name}`), join(folder, name));
  };
  try {
    const embedded = await openEmbedded({ dataDir: folder, mode: "server", settings });
    running.push(embedded);
    await report(ADDRESS_FILE, embedded.url);
  } catch (error) {
    await report(FAULT_FILE, String(error));
  }
}

async function clear(folder: string): Promise<void> {
  await stopPostgresIn(folder);
  for (const end = Date.now() + PATIENCE_MS; ; await Bun.sleep(PAUSE_MS)) {
    // A program that still used the folder may have written to it meanwhile.
    const failure = await rm(folder, { recursive: true, force: true }).catch((error: Error) => error);
    if (!failure) return;
    if (Date.now() > end) throw failure;
    await stopPostgresIn(folder);
  }
}

async function drop(url: string, names: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [names],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
