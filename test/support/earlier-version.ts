import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { type TemporaryFolder, temporaryFolder } from "./ends-with-us.ts";

const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);
/** What a version is made of. */
const PARTS = ["src", "drizzle", "package.json"];

/**
 * Returns a folder with the code of an earlier commit, which runs with today's packages; undefined where the
 * repository's history doesn't have the commit.
 */
export async function earlierVersion(commit: string): Promise<TemporaryFolder | undefined> {
  if ((await run(["git", "cat-file", "-e", `${commit}^{commit}`])) !== 0) return undefined;
  const unpack = 'commit=$1; folder=$2; shift 2; git archive "$commit" "$@" | tar -x -C "$folder"';
  return folderOf(async (path) => {
    const code = await run(["bash", "-eo", "pipefail", "-c", unpack, "-", commit, path, ...PARTS]);
    if (code !== 0) throw new Error(`The code of ${commit} can't be unpacked.`);
  });
}

/** Returns a folder with today's code, to be changed. */
export function copyOfThisVersion(): Promise<TemporaryFolder> {
  return folderOf(async (path) => {
    if ((await run(["cp", "-r", ...PARTS, path])) !== 0) throw new Error("The code can't be copied.");
  });
}

async function folderOf(fill: (path: string) => Promise<void>): Promise<TemporaryFolder> {
  const folder = await temporaryFolder("aftersale version ");
  await fill(folder.path);
  await symlink(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
  return folder;
}

function run(command: string[]): Promise<number> {
  return Bun.spawn(command, { cwd: ROOT, stdout: "ignore", stderr: "ignore" }).exited;
}
