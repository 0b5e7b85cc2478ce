import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "../../src/db/embedded/open-embedded.ts";
import { migrateDatabase } from "../../src/db/migrate.ts";
import { endWithUs, temporaryFolder } from "../support/ends-with-us.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { fill } from "./fill.ts";
import { atMost, type Ratio } from "./report.ts";

const EVENTS = 10_000_000;
const WITHIN_S = 1_800;
/** The runtime alone takes half of it. */
const MEMORY_MB = 250;
const SAMPLE_MS = 50;

type Step = { seconds: number; memoryMb: number };

/**
 * Measures a backup of an embedded database with 10,000,000 events, its restore into another Postgres, and a
 * move there: the time and the memory of each command, whose counts must agree. `--stored N` sets the number of events.
 */
export async function benchBackup(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const count = at < 0 ? EVENTS : Number(options[at + 1]);
  const folder = await temporaryFolder("aftersale-bench-");
  const own = { DATA_DIR: join(folder.path, "data") };
  const file = join(folder.path, "a.backup");
  const steps: Record<string, Step> = {};
  try {
    await fillEmbedded(own.DATA_DIR, count);
    steps.backup = await command(own, "backup", file);
    const size = `${((await stat(file)).size / 1e6).toFixed(0)} MB`;
    process.stderr.write(`the file has ${size}\n`);
    steps.restore = await into("_restored", count, ({ url, encryptionKey }) =>
      command({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey }, "restore", file),
    );
    steps.move = await into("_moved", count, ({ url }) => command(own, "move", "--to", url));
  } finally {
    await folder.remove();
  }
  const ratios = Object.entries(steps).flatMap(([name, { seconds, memoryMb }]) => [
    atMost(`${name} of ${count} events`, `${seconds.toFixed(0)} s`, seconds / WITHIN_S, 1),
    atMost(`${name}, memory`, `${memoryMb.toFixed(0)} MB`, memoryMb / MEMORY_MB, 1),
  ]);
  return ratios;
}

async function fillEmbedded(dataDir: string, count: number): Promise<void> {
  process.stderr.write(`filling ${count} events …\n`);
  const { url, close } = await openEmbedded({ dataDir, mode: "server" });
  await migrateDatabase(url);
  const sql = new pg.Client(url);
  await sql.connect();
  await sql.query(
    "insert into stores (store_id, name, currency, first_status, created_at) values ('s', 'Shop', 'USD', 'open', now())",
  );
  await fill({ sql } as Environment, { id: "s", secret: "" }, count);
  await sql.end();
  await close();
}

/** Runs a step with a new database, which must have the events afterwards. */
async function into(
  part: string,
  count: number,
  step: (target: Environment) => Promise<Step>,
): Promise<Step> {
  const target = await prepareEnvironment(part);
  try {
    const done = await step(target);
    const { rows } = await target.sql.query("select count(*)::int as count from events");
    if (rows[0].count !== count) throw new Error(`${rows[0].count} events are there, not ${count}`);
    return done;
  } finally {
    await target.clear();
  }
}

/**
 * Runs a command of the operator, and returns its time and the most memory that it used: of its process alone,
 * without the Postgres that it starts for an embedded database.
 */
async function command(env: Record<string, string>, ...args: string[]): Promise<Step> {
  const { PATH = "", HOME = "" } = process.env;
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, "src/cli.ts", ...args], {
    env: { PATH, HOME, ...env },
    stdout: "inherit",
    stderr: "inherit",
  });
  endWithUs(child);
  let memoryMb = 0;
  for (; child.exitCode === null; await Bun.sleep(SAMPLE_MS)) {
    memoryMb = Math.max(memoryMb, await peakMb(child.pid));
  }
  if (child.exitCode !== 0) throw new Error(`${args[0]} ended with ${child.exitCode}`);
  return { seconds: (performance.now() - startedAt) / 1_000, memoryMb };
}

/** Returns the most memory that a process has had so far; 0 when it has ended. */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024) / 1e6;
}
