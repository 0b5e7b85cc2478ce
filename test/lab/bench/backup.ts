import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "../../../src/platform/db/embedded/open-embedded.ts";
import { migrateDatabase } from "../../../src/platform/db/migrate.ts";
import { temporaryFolder } from "../../support/ends-with-us.ts";
import { COMMAND_MEMORY_MB, type Measured, measuredCommand } from "../../support/measured-command.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { fillNewStore } from "./fill.ts";
import { atMost, type Ratio } from "./report.ts";

const EVENTS = 10_000_000;
const WITHIN_S = 1_800;

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
  const steps: Record<string, Measured> = {};
  try {
    await fillEmbedded(own.DATA_DIR, count);
    steps.backup = await measuredCommand(own, "backup", file);
    const size = `${((await stat(file)).size / 1e6).toFixed(0)} MB`;
    process.stderr.write(`the file has ${size}\n`);
    steps.restore = await into("_restored", count, ({ url, encryptionKey }) =>
      measuredCommand({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey }, "restore", file),
    );
    steps.move = await into("_moved", count, ({ url }) => measuredCommand(own, "move", "--to", url));
  } finally {
    await folder.remove();
  }
  const ratios = Object.entries(steps).flatMap(([name, { seconds, memoryMb }]) => [
    atMost(`${name} of ${count} events`, `${seconds.toFixed(0)} s`, seconds / WITHIN_S, 1),
    atMost(`${name}, memory`, `${memoryMb.toFixed(0)} MB`, memoryMb / COMMAND_MEMORY_MB, 1),
  ]);
  return ratios;
}

async function fillEmbedded(dataDir: string, count: number): Promise<void> {
  process.stderr.write(`filling ${count} events …\n`);
  const { url, close } = await openEmbedded({ dataDir, mode: "server" });
  await migrateDatabase(url);
  await fillNewStore(url, count);
  await close();
}

/** Runs a step with a new database, which must have the events afterwards. */
async function into(
  part: string,
  count: number,
  step: (target: Environment) => Promise<Measured>,
): Promise<Measured> {
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
