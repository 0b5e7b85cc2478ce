import { readFile } from "node:fs/promises";

const EVERY_MS = 50;
/** CPU time in /proc is counted in hundredths of a second. */
const CLOCK_TICK_MS = 10;

/**
 * Asks a process for its health all the time, and returns the longest time that it took. Each response counts as the
 * smaller of its wall time and the CPU time of the process meanwhile, so that a busy machine doesn't count as blocking.
 */
export function probeHealth({ pid, port }: { pid: number; port: number }): { stop(): Promise<number> } {
  let isStopped = false;
  let longest = 0;
  const probe = async () => {
    while (!isStopped) {
      const [at, cpu] = [performance.now(), await cpuMsOf(pid)];
      await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.arrayBuffer());
      longest = Math.max(longest, Math.min(performance.now() - at, (await cpuMsOf(pid)) - cpu));
      await Bun.sleep(EVERY_MS);
    }
    return longest;
  };
  const probing = probe();
  // Awaited by `stop`; marks a rejection as handled until then.
  probing.catch(() => {});
  return {
    stop: () => {
      isStopped = true;
      return probing;
    },
  };
}

/** Returns the CPU time of a process; on systems without /proc zero, so that nothing counts. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, , , , , , , , , , , user = "0", system = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) * CLOCK_TICK_MS;
}
