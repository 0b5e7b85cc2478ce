import { randomBytes } from "node:crypto";
import { access, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { postgresFault } from "./postgres-fault.ts";
import { choosePostgresMaker, chownTo, run } from "./postgres-user.ts";

export const SUPERUSER = "aftersale";
/** In the cluster's folder, so that whoever makes the cluster also sets its password. */
export const PASSWORD_FILE = "aftersale-password";

const DRAFT = ".init-";
const LOCALE = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];

/** Makes the cluster unless it is there: whole or not at all, however many do so at once and whenever they die. */
export async function makeCluster(cluster: Omit<Cluster, "password">): Promise<void> {
  const { folder } = cluster;
  if (await exists(folder)) return;
  const draft = await mkdtemp(join(dirname(folder), DRAFT));
  try {
    const made = await makeDraft(cluster, draft);
    await rename(made, folder);
    await sync(dirname(folder));
  } catch (error) {
    // Somebody else was faster, and may have swept our draft away: theirs is as good.
    if (!(await exists(folder))) throw error;
  } finally {
    await sweep(draft);
  }
}

/** Once there is a cluster no draft is of use: neither what a crash left nor one that somebody is still at work on. */
export async function clearDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) if (name.startsWith(DRAFT)) await sweep(join(parent, name));
}

async function makeDraft(
  { folder, programs, user, settings }: Omit<Cluster, "password">,
  draft: string,
): Promise<string> {
  const made = join(draft, "pg");
  const passwordFile = join(draft, PASSWORD_FILE);
  await writeDurably(passwordFile, randomBytes(24).toString("base64url"));
  const maker = await choosePostgresMaker(user);
  await chownTo(draft, maker);

  const credentials = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const durability = settings.fsync === "off" ? ["--no-sync"] : [];
  const { code, output } = await run(maker, programs.initdb, [
    "-D",
    made,
    ...LOCALE,
    ...credentials,
    ...durability,
  ]);
  if (code !== 0)
    throw new Error(
      `The database can't be made in ${dirname(folder)}: ${await postgresFault(output, draft)}`,
    );

  await rename(passwordFile, join(made, PASSWORD_FILE));
  await chownTo(made, user);
  await sync(made);
  return made;
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
  // Whoever is at work in it may keep it from going; the next start sweeps again.
  await rm(draft, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
