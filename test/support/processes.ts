import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process of this machine: its command line, and its working folder if it is readable. */
export type Running = { pid: number; parent: number; command: string; cwd: string };

const PATIENCE_MS = 6_000;
const PAUSE_MS = 20;

/** Returns every running process. */
export function runningProcesses(): Running[] {
  return orUndefined(() => readdirSync("/proc/self")) ? fromProc() : fromPs();
}

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) orUndefined(() => process.kill(pid, signal));
}

/**
 * Stops every Postgres whose data is in the folder, including suspended and orphaned processes; waits for
 * their end.
 */
export async function stopPostgresIn(folder: string): Promise<void> {
  const found = postgresIn(folder);
  signalAll(found.all, "SIGCONT");
  // Immediate shutdown: Postgres writes no checkpoint but releases its shared memory.
  signalAll(found.postmasters, "SIGQUIT");
  for (const end = Date.now() + PATIENCE_MS; postgresIn(folder).all.length > 0; await Bun.sleep(PAUSE_MS)) {
    if (Date.now() > end) signalAll(postgresIn(folder).all, "SIGKILL");
  }
}

/** Kills every process of the Postgres whose data is in the folder at once; waits for their end. */
export async function killPostgresIn(folder: string): Promise<void> {
  const { postmasters, all } = postgresIn(folder);
  // Suspended first, so that it starts no further processes.
  signalAll(postmasters, "SIGSTOP");
  signalAll(all, "SIGKILL");
  for (const end = Date.now() + PATIENCE_MS; postgresIn(folder).all.length > 0; await Bun.sleep(PAUSE_MS)) {
    if (Date.now() > end) throw new Error(`Postgres still runs in ${folder}`);
    signalAll(postgresIn(folder).all, "SIGKILL");
  }
}

function postgresIn(folder: string): { postmasters: number[]; all: number[] } {
  const processes = runningProcesses();
  const postmasters = processes
    .filter(({ command }) => /postgres\b.* -D /.test(command) && command.includes(folder))
    .map(({ pid }) => pid);
  const all = processes.filter(
    ({ pid, parent, cwd }) =>
      postmasters.includes(pid) || postmasters.includes(parent) || cwd.startsWith(`${folder}/`),
  );
  return { postmasters, all: all.map(({ pid }) => pid) };
}

function fromProc(): Running[] {
  return readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) && orUndefined(() => readFileSync(`/proc/${name}/stat`, "utf8"));
    const [, state, parent] = /\) (\w) (\d+)/.exec(stat || "") ?? [];
    // A zombie has ended: its parent has not waited for it yet.
    if (!parent || state === "Z" || state === "X") return [];
    const command = orUndefined(() => readFileSync(`/proc/${name}/cmdline`, "utf8")) ?? "";
    const cwd = orUndefined(() => readlinkSync(`/proc/${name}/cwd`)) ?? "";
    return [{ pid: Number(name), parent: Number(parent), command: command.replaceAll("\0", " "), cwd }];
  });
}

function fromPs(): Running[] {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,ppid=,args="]);
  return stdout
    .toString()
    .matchAll(/^ *(\d+) +(\d+) (.*)$/gm)
    .map(([, pid, parent, command = ""]) => ({ pid: Number(pid), parent: Number(parent), command, cwd: "" }))
    .toArray();
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // The process has ended meanwhile or belongs to another user.
    return undefined;
  }
}
