import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import pg from "pg";
import type { WatchdogLine } from "./ends-with-us.ts";
import { signalAll, stopPostgresIn } from "./processes.ts";

// Reads what another process wants gone after its end, and sees to it when its input ends: that process is gone then.

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;
const CONNECT_MS = 5_000;

const children = new Set<number>();
const folders = new Set<string>();
const databases = new Map<string, string>();

for await (const text of createInterface({ input: process.stdin })) {
  const line: WatchdogLine = JSON.parse(text);
  if ("child" in line) children.add(line.child);
  else if ("folder" in line) folders.add(line.folder);
  else if ("drop" in line) databases.set(line.names, line.drop);
  else {
    children.delete(Number(line.forget));
    folders.delete(line.forget);
    databases.delete(line.forget);
  }
}

// The children first: a service brings its Postgres back.
signalAll([...children], "SIGKILL");
await Promise.all([...folders].map(clear));
for (const [names, url] of databases) await drop(url, names);

async function clear(folder: string): Promise<void> {
  await stopPostgresIn(folder);
  for (const end = Date.now() + PATIENCE_MS; ; await Bun.sleep(PAUSE_MS)) {
    // A program that was at work in it may have written meanwhile.
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
