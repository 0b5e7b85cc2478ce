import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type TemporaryFolder = { path: string; remove(): Promise<void> };

/** One line from this process to its watchdog. */
export type WatchdogLine =
  | { folder: string }
  | { postgres: string; settings: Record<string, string> }
  | { child: number }
  | { drop: string; names: string }
  | { folder: string; after: number }
  | { forget: string };

/** A file in the folder of a Postgres that the watchdog starts: its address, or the error. */
export const ADDRESS_FILE = "address";
export const FAULT_FILE = "fault";

const POSTGRES_WITHIN_MS = 60_000;
const PAUSE_MS = 10;

// Modules are loaded once per test file; the watchdog is of the process.
const shared = globalThis as { aftersaleWatchdog?: number };

/**
 * A new folder below the system's temporary one. When this process ends, however it ends, a Postgres that runs in the
 * folder is stopped and the folder removed; `remove` does the latter before.
 */
export async function temporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = join(tmpdir(), `${prefix}${randomUUID().slice(0, 8)}`);
  // Before it is there: nothing is left however soon we end.
  send({ folder: path });
  await mkdir(path, { mode: 0o700 });
  const remove = async () => {
    await rm(path, { recursive: true });
    send({ forget: path });
  };
  return { path, remove };
}

/**
 * The address of a new Postgres that ends, and whose folder goes, when this process ends. The watchdog runs it: children of
 * ours are killed when a test takes too long, and the tests after it need their Postgres.
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

/** Kills a child that is still running when this process ends, however it ends. */
export function endWithUs(child: { pid: number; exited: Promise<unknown> }): void {
  send({ child: child.pid });
  void child.exited.then(() => send({ forget: String(child.pid) }));
}

/** Drops the databases at `url` whose names begin with `names` when this process ends, however it ends. */
export function dropWithUs(url: string, names: string): void {
  send({ drop: url, names });
}

/** Removes a folder that several processes share: when this one and the process `after` have ended. */
export function removeAfter(folder: string, after: number): void {
  send({ folder, after });
}

/** Written before this returns: what we did next, and died of, comes after it. */
function send(line: WatchdogLine): void {
  shared.aftersaleWatchdog ??= startWatchdog();
  writeSync(shared.aftersaleWatchdog, `${JSON.stringify(line)}\n`);
}

/**
 * The way to it, which closes when we end. It is in a session of its own, so that no signal to our process group ends it, and
 * no child of ours, so that the test runner doesn't end it with a test that takes too long.
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
  // Waits for the shell to open its end.
  return openSync(pipe, "w");
}
