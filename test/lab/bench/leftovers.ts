import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningProcesses, signalAll, stopPostgresIn } from "../../support/processes.ts";

/** Followed by the id of the process that the folder belongs to. */
export const FOLDER_PREFIX = "aftersale-bench-";
/** Holds the ids of the service processes that use the folder's database, a line each. */
export const SERVERS_FILE = "servers";

const NAME = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`);

/**
 * Removes the databases of earlier runs, with their processes, whose watchdog was killed together with them. A
 * recorded process ends only if it still is a service on such a database.
 */
export async function removeLeftovers(parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(NAME.exec(name)?.[1]);
    if (!owner || runningProcesses().some(({ pid }) => pid === owner)) continue;
    const folder = join(parent, name);
    const recorded = await readFile(join(folder, SERVERS_FILE), "utf8").catch(() => "");
    for (const pid of recorded.split("\n").map(Number).filter(Boolean)) {
      if (await isServiceOf(pid, owner)) signalAll([pid], "SIGKILL");
    }
    await stopPostgresIn(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a process uses a database of the run; false if it has ended or can't be inspected. */
async function isServiceOf(pid: number, owner: number): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return new RegExp(`(?:^|\\0)DATABASE_URL=[^\\0]*/aftersale_bench_${owner}(?:\\0|_|$)`).test(environment);
}
