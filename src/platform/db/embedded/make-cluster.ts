import { randomBytes } from "node:crypto";
import { access, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { postgresFault } from "./postgres-fault.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { choosePostgresMaker, chownTo, type PostgresUser, run } from "./postgres-user.ts";

/** A Postgres data folder to be created, and what is needed to run Postgres on it. */
export type NewCluster = {
  folder: string;
  programs: PostgresPrograms;
  user: PostgresUser | undefined;
  settings: Record<string, string>;
};

export const SUPERUSER = "aftersale";
/** In the cluster's folder, so that the process that creates the cluster also sets its password. */
export const PASSWORD_FILE = "aftersale-password";

const DRAFT = ".init-";
const LOCALE = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];

/**
 * Creates the cluster unless it exists. Creation is atomic, and safe when several processes do it at once or
 * die midway.
 */
export async function makeCluster(cluster: NewCluster): Promise<void> {
  const { folder } = cluster;
  if (await exists(folder)) return;
  const draft = await mkdtemp(join(dirname(folder), DRAFT));
  try {
    const created = await makeDraft(cluster, draft);
    await rename(created, folder);
    await sync(dirname(folder));
  } catch (error) {
    // Another process was faster, and may have removed our draft: its cluster is as good.
    if (!(await exists(folder))) throw error;
  } finally {
    await sweep(draft);
  }
}

/** Removes drafts, which are useless once the cluster exists: those of a crash and those in progress. */
export async function clearDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) if (name.startsWith(DRAFT)) await sweep(join(parent, name));
}

async function makeDraft({ folder, programs, user, settings }: NewCluster, draft: string): Promise<string> {
  const created = join(draft, "pg");
  const passwordFile = join(draft, PASSWORD_FILE);
  await writeDurably(passwordFile, randomBytes(24).toString("base64url"));
  const maker = await choosePostgresMaker(user);
  await chownTo(draft, maker);

  const credentials = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const durability = settings.fsync === "off" ? ["--no-sync"] : [];
  const { code, output } = await run(maker, programs.initdb, [
    "-D",
    created,
    ...LOCALE,
    ...credentials,
    ...durability,
  ]);
  if (code !== 0)
    throw new Error(
      `The database can't be made in ${dirname(folder)}: ${await postgresFault(output, draft)}`,
    );

  await rename(passwordFile, join(created, PASSWORD_FILE));
  await chownTo(created, user);
  await sync(created);
  return created;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

async function sweep(draft: string): Promise<void> {
  // A process that writes to it may block its removal; the next start tries again.
  await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
