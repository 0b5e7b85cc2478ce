import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** What postmaster.pid says; a postmaster that has just begun has not written all of it. */
export type PidFile = { pid: number; port: number | undefined; ready: boolean };

export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const lines = (await textOf(join(folder, "postmaster.pid")))?.split("\n");
  if (!lines) return undefined;
  return { pid: Number(lines[0]), port: Number(lines[3]) || undefined, ready: lines[7]?.trim() === "ready" };
}

/**
 * Removes a postmaster.pid whose process is no Postgres of this folder. Postgres itself only looks whether some
 * process has that number: a stranger who got it after a restart, or a zombie, would keep it out for ever. Should
 * processes of a dead postmaster still be at work, Postgres finds their shared memory and refuses to start.
 */
export async function dropStalePidFile(folder: string): Promise<void> {
  const path = join(folder, "postmaster.pid");
  const text = await textOf(path);
  if (text === undefined || (await mayServe(Number.parseInt(text, 10), path, folder))) return;
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(unlessGone);
  const taken = await textOf(aside);
  if (taken === text) await rm(aside);
  // Somebody started Postgres since we looked.
  else if (taken !== undefined) await rename(aside, path);
}

const OLD_MS = 5_000;

async function mayServe(pid: number, pidFile: string, folder: string): Promise<boolean> {
  // Empty: its writer is about to write, or died at the wrong moment.
  if (!pid) return Date.now() - (await stat(pidFile)).mtimeMs < OLD_MS;
  if ((await textOf("/proc/self/stat")) === undefined) return true;

  const [, name, state] = /\((.*)\) (\w)/s.exec((await textOf(`/proc/${pid}/stat`)) ?? "") ?? [];
  if (name !== "postgres" || state === "Z" || state === "X") return false;
  const ours = await stat(folder);
  try {
    const place = await stat(`/proc/${pid}/cwd`);
    return place.dev === ours.dev && place.ino === ours.ino;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") return false;
    // Not ours to look into; a postmaster runs as the folder's owner.
    return (await stat(`/proc/${pid}`)).uid === ours.uid;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(unlessGone);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
}
