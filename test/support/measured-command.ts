import { readFile } from "node:fs/promises";
import { withoutProgress } from "./cli.ts";
import { endWithUs } from "./ends-with-us.ts";

export type Measured = { name: string; seconds: number; memoryMb: number };

/** The most memory that a command may use, whatever the size of the database. The runtime alone takes half of it. */
export const COMMAND_MEMORY_MB = 250;

const SAMPLE_MS = 50;
const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);

/**
 * Runs a command of the operator, and returns its time and the most memory that it used: of its process alone,
 * without the Postgres that it starts for an embedded database. Throws what it printed when it fails.
 */
export async function measuredCommand(
  env: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<Measured> {
  const { code, err, ...measured } = await measuredRun(env, name, ...args);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${err}`);
  return measured;
}

/** Returns the measurements of a command that may fail. */
export async function measuredRun(
  env: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<Measured & { code: number; err: string }> {
  const { PATH = "", HOME = "" } = process.env;
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, "src/cli.ts", name, ...args, "--json"], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  endWithUs(child);
  const printed = new Response(child.stderr).text();
  let memoryMb = 0;
  for (; child.exitCode === null && child.signalCode === null; await Bun.sleep(SAMPLE_MS)) {
    memoryMb = Math.max(memoryMb, await peakMb(child.pid));
  }
  const [code, err] = [await child.exited, withoutProgress(await printed)];
  return { name, seconds: (performance.now() - startedAt) / 1_000, memoryMb, code, err };
}

/** Returns the most memory that a process has had so far; 0 when it has ended. */
async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024) / 1e6;
}
