import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type TemporaryFolder = { path: string; remove(): Promise<void> };

/** One message from this process to its watchdog. */
export type WatchdogLine =
  | { folder: string }
  | { postgres: string; settings: Record<string, string> }
  | { child: number }
  | { drop: string; names: string }
  | { folder: string; after: number }
  | { forget: string };

/** Files in the folder of a Postgres that the watchdog starts: one holds its address, the other the error. */
export const ADDRESS_FILE = "address";
export const FAULT_FILE = "fault";

const POSTGRES_WITHIN_MS = 60_000;
const PAUSE_MS = 10;

// Modules are loaded once per test file, but the process has one watchdog.
const shared = globalThis as { aftersaleWatchdog?: number };

/**
 * Creates a folder in `parent`, or in the system's temporary folder. When this process ends in any way, the watchdog stops a
 * Postgres that runs in the folder and removes the folder; `remove` removes it earlier.
 */
export async function temporaryFolder(prefix: string, parent = tmpdir()): Promise<TemporaryFolder> {
  const path = join(parent, `${prefix}${randomUUID().slice(0, 8)}`);
  // Sent before the folder exists, so that it is removed even if this process ends at once.
  send({ folder: path });
  await mkdir(path, { mode: 0o700 });
  const remove = async () => {
    await rm(path, { recursive: true });
    send({ forget: path });
  };
  return { path, remove };
}

/**
 * Returns the address of a new Postgres. It ends and its folder is removed when this process ends. The
 * watchdog runs it: the test runner kills children of this process when a test times out, and the following
 * tests need Postgres.
 */
export async function postgresForUs(settings: Record<string, string>): Promise<string> {
  const { path } = await temporaryFolder("aftersale-test-");
  send({ postgres: path, settings });
  for (const end = Date.now() + POSTGRES_WITHIN_MS; Date.now() < end; await Bun.sleep(PAUSE_MS)) {
    const [address, fault] = [Bun.file(join(path, ADDRESS_FILE)), Bun.file(join(path, FAULT_FILE))];
    if (await address.exists()) return address.text();
    if (await fault.exists()) throw new Error(await fault.text());
  }
  throw new Error(`no Postgres within ${POSTGRES_WITHIN_MS} ms`);
}

/** Kills a child that is still running when this process ends in any way. */
export function endWithUs(child: { pid: number; exited: Promise<unknown> }): void {
  send({ child: child.pid });
  void child.exited.then(() => send({ forget: String(child.pid) }));
}

/** Drops the databases at `url` whose names begin with `names` when this process ends in any way. */
export function dropWithUs(url: string, names: string): void {
  send({ drop: url, names });
}

/**
 * Removes a folder that several processes share when both this process and the process `after` have ended.
 */
export function removeAfter(folder: string, after: number): void {
  send({ folder, after });
}

/** Writes synchronously, so that the watchdog has the line even if this process dies in its next step. */
function send(line: WatchdogLine): void {
  shared.aftersaleWatchdog ??= startWatchdog();
  writeSync(shared.aftersaleWatchdog, `${JSON.stringify(line)}\n`);
}

/**
 * Starts the watchdog and returns the file descriptor of a pipe to it, which closes when this process ends.
 * The watchdog has its own session, so that no signal to our process group ends it. It is not a child of this
 * process, so that the test runner doesn't kill it when a test times out.
 */
function startWatchdog(): number {
  const program = fileURLToPath(new URL("watchdog.ts", import.meta.url));
  const pipe = join(tmpdir(), `aftersale-watchdog-${randomUUID().slice(0, 8)}`);
  const { status } = spawnSync("mkfifo", ["-m", "600", pipe]);
  if (status !== 0) throw new Error(`no pipe at ${pipe}`);
  const script = 'exec <"$2" && rm "$2" && { exec 3<&0; "$0" "$1" <&3 3<&- & }';
  const shell = spawn("sh", ["-c", script, process.execPath, program, pipe], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  shell.unref();
  // Blocks until the shell opens its end.
  return openSync(pipe, "w");
}
