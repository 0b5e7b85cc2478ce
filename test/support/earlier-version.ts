import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type TemporaryFolder, temporaryFolder } from "./ends-with-us.ts";

const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);
const PARTS = ["src", "drizzle", "package.json"];

/**
 * Returns a folder with the code of an earlier commit, which runs with today's packages; undefined where the
 * repository's history doesn't have the commit.
 */
export async function earlierVersion(commit: string): Promise<TemporaryFolder | undefined> {
  if ((await run(["git", "cat-file", "-e", `${commit}^{commit}`])) !== 0) return undefined;
  const folder = await temporaryFolder("aftersale earlier ");
  const unpack = 'commit=$1; folder=$2; shift 2; git archive "$commit" "$@" | tar -x -C "$folder"';
  const code = await run(["bash", "-eo", "pipefail", "-c", unpack, "-", commit, folder.path, ...PARTS]);
  if (code !== 0) throw new Error(`The code of ${commit} can't be unpacked.`);
  await run(["ln", "-s", join(ROOT, "node_modules"), join(folder.path, "node_modules")]);
  await addDocsPage(join(folder.path, "src/node_modules/swagger-ui-dist"));
  return folder;
}

/** Stands in for a package of the page `/docs` that isn't used any more, and that the service looks for when it starts. */
async function addDocsPage(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await Bun.write(join(path, "package.json"), '{ "name": "swagger-ui-dist" }');
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) await Bun.write(join(path, name), "\n");
}

function run(command: string[]): Promise<number> {
  return Bun.spawn(command, { cwd: ROOT, stdout: "ignore", stderr: "ignore" }).exited;
}
