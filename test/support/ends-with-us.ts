import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export type TemporaryFolder = { path: string; remove(): Promise<void> };

/** One line from this process to its watchdog. */
export type WatchdogLine =
  | { folder: string }
  | { child: number }
  | { drop: string; names: string }
  | { forget: string };

// Modules are loaded once per test file; the watchdog is of the process.
const shared = globalThis as { aftersaleWatchdog?: Writable };

/**
 * A new folder below the system's temporary one. When this process ends, however it ends, a Postgres that runs in the
 * folder is stopped and the folder removed; `remove` does the latter before.
 */
export async function temporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = join(tmpdir(), `${prefix}${randomUUID().slice(0, 8)}`);
  // Before it is there: nothing is left however soon we end.
  tell({ folder: path });
  await mkdir(path, { mode: 0o700 });
  const remove = async () => {
    await rm(path, { recursive: true });
    tell({ forget: path });
  };
  return { path, remove };
}

/** Kills a child that is still running when this process ends, however it ends. */
export function endWithUs(child: { pid: number; exited: Promise<unknown> }): void {
  tell({ child: child.pid });
  void child.exited.then(() => tell({ forget: String(child.pid) }));
}

/** Drops the databases at `url` whose names begin with `names` when this process ends, however it ends. */
export function dropWithUs(url: string, names: string): void {
  tell({ drop: url, names });
}

function tell(line: WatchdogLine): void {
  shared.aftersaleWatchdog ??= startWatchdog();
  shared.aftersaleWatchdog.write(`${JSON.stringify(line)}\n`);
}

/** In a session of its own, so that no signal to our process group ends it. Its input ends when we do. */
function startWatchdog(): Writable {
  const program = fileURLToPath(new URL("watchdog.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  child.unref();
  return child.stdin;
}
