import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The content of postmaster.pid; a starting postmaster has not written all of it. */
export type PidFile = { pid: number; port: number | undefined; ready: boolean };

export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const lines = (await contentOf(join(folder, "postmaster.pid")))?.split("\n");
  if (!lines) return undefined;
  return { pid: Number(lines[0]), port: Number(lines[3]) || undefined, ready: lines[7]?.trim() === "ready" };
}

/**
 * Removes a postmaster.pid whose process is no Postgres of this folder. Postgres only checks whether some
 * process has that id: an unrelated process after a reboot, or a zombie, would keep it from starting. While
 * processes of a dead postmaster still run, Postgres finds their shared memory and refuses to start.
 */
export async function dropStalePidFile(folder: string): Promise<void> {
  const path = join(folder, "postmaster.pid");
  const text = await contentOf(path);
  if (text === undefined || (await mayBePostmaster(Number.parseInt(text, 10), path, folder))) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(unlessGone);
  const moved = await contentOf(aside);
  if (moved === text) await rm(aside);
  // Postgres was started since we checked.
  else if (moved !== undefined) await rename(aside, path);
}

const MAX_EMPTY_AGE_MS = 5_000;

async function mayBePostmaster(pid: number, pidFile: string, folder: string): Promise<boolean> {
  // Empty: its writer is about to write, or died before.
  if (!pid) return Date.now() - (await stat(pidFile)).mtimeMs < MAX_EMPTY_AGE_MS;
  if ((await contentOf("/proc/self/stat")) === undefined) return true;

  const [, name, state] = /\((.*)\) (\w)/s.exec((await contentOf(`/proc/${pid}/stat`)) ?? "") ?? [];
  if (name !== "postgres" || state === "Z" || state === "X") return false;
  const expected = await stat(folder);
  try {
    const cwd = await stat(`/proc/${pid}/cwd`);
    return cwd.dev === expected.dev && cwd.ino === expected.ino;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") return false;
    // Not readable for us; a postmaster runs as the folder's owner.
    return (await stat(`/proc/${pid}`)).uid === expected.uid;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(unlessGone);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
}
