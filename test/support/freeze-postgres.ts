import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Stops every process of the Postgres in a data folder, like a frozen host; returns a function that resumes
 * them.
 */
export async function freezePostgres(dataDir: string): Promise<() => void> {
  const [first = ""] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  const postmaster = Number(first);
  // Stopped first, so that it can't start another process.
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
      // The process has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
