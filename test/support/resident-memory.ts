import { readFile } from "node:fs/promises";

/** Returns the resident memory of a process, in MB of 1,024 kB. */
export async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}
