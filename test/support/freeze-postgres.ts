import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Stops every process of the Postgres in a data folder, as a frozen host would; gives how to let them go on. */
export async function freezePostgres(dataDir: string): Promise<() => void> {
  const [first = ""] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  const postmaster = Number(first);
  // Stopped before it can start another.
  process.kill(postmaster, "SIGSTOP");
  const children = (await Bun.$`pgrep -P ${postmaster}`.text()).trim().split("\n").map(Number);
  signal(children, "SIGSTOP");
  return () => signal([...children, postmaster], "SIGCONT");
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
