import { access, constants, mkdir, readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { clearDrafts, makeCluster, type NewCluster, PASSWORD_FILE } from "./make-cluster.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import { choosePostgresUser, chownTo, type PostgresUser, run } from "./postgres-user.ts";

const FOLDER = "pg";

/** An existing data folder, with the password of its superuser. */
export type Cluster = NewCluster & { password: string };

/** Throws where there is no database: a mistyped folder gets none. */
export async function requireCluster(dataDir: string): Promise<void> {
  const isThere = await access(join(dataDir, FOLDER)).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  throw new Error(
    `There is no database in ${resolve(dataDir)}: set DATA_DIR to the folder of the service, or start the service, which creates one there.`,
  );
}

/**
 * Returns the cluster in `dataDir`, created when missing. Creation is atomic, and safe when several processes
 * do it at once.
 */
export async function prepareCluster(dataDir: string, settings: Record<string, string>): Promise<Cluster> {
  const parent = await usableFolder(dataDir);
  const folder = join(parent, FOLDER);
  const programs = await findPostgresPrograms();
  const libraries = join(dirname(dirname(programs.postgres)), "lib");
  const user = await choosePostgresUser(folder, [parent, programs.postgres, programs.initdb, libraries]);
  const version = await majorVersion(programs.postgres, user);
  await makeCluster({ folder, programs, user, settings });
  await requireVersion(folder, version);
  await chownTo(folder, user);
  await clearDrafts(folder);
  return { folder, password: await readPassword(folder), programs, user, settings };
}

async function usableFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${dataDir} can't be used (${code}): set DATA_DIR to one that this user may write to`,
      { cause: error },
    );
  }
}

/** Returns Postgres's major version, which also proves that it runs here as that user. */
async function majorVersion(postgres: string, user: PostgresUser | undefined): Promise<string> {
  const attempt = run(user, postgres, ["--version"]);
  const { code, output } = await attempt.catch(({ message }: Error) => ({ code: 1, output: message }));
  const version = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code === 0 && version) return version;
  throw new Error(
    `${startFault(user)} (${output.trim()}), or set DATABASE_URL to use a Postgres of your own`,
  );
}

function startFault(user: PostgresUser | undefined): string {
  if (!user) return "The embedded Postgres does not run here: install again on this machine";
  if (!user.blockedFolder)
    return "The embedded Postgres refuses root and can't run as another user: run as an ordinary user";
  return (
    `The embedded Postgres refuses root, and the user it runs as instead may not enter ${user.blockedFolder}: open that folder, ` +
    "install elsewhere and set DATA_DIR, run as an ordinary user, install setpriv"
  );
}

async function requireVersion(folder: string, version: string): Promise<void> {
  const found = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => {
    throw new Error(`${folder} is not a folder of Postgres: move it away, or set DATA_DIR to another folder`);
  });
  if (found.trim() !== version) {
    throw new Error(
      `${folder} was made by Postgres ${found.trim()}, this is Postgres ${version}: set DATA_DIR to another folder`,
    );
  }
}

async function readPassword(folder: string): Promise<string> {
  return readFile(join(folder, PASSWORD_FILE), "utf8").catch((error) => {
    throw new Error(`${folder} was not made by this service: it has no ${PASSWORD_FILE}`, { cause: error });
  });
}
