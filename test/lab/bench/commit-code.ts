import { rm } from "node:fs/promises";
import { join } from "node:path";
import { earlierVersion } from "../../support/earlier-version.ts";
import { endWithUs, type TemporaryFolder } from "../../support/ends-with-us.ts";
import { ROOT } from "../../support/entries.ts";

const LOCK = "bun.lock";

/** Returns a folder with the code of a commit and the packages that it names, which is removed when this process ends. */
export async function codeOf(commit: string): Promise<TemporaryFolder> {
  const code = await earlierVersion(commit);
  if (!code) throw new Error(`There is no commit ${commit} here.`);
  const lock = await outputOf(["git", "show", `${commit}:${LOCK}`], ROOT);
  // Otherwise today's packages, which it has, are the same.
  if (lock !== (await Bun.file(join(ROOT, LOCK)).text())) {
    await rm(join(code.path, "node_modules"));
    await Bun.write(join(code.path, LOCK), lock);
    await outputOf([process.execPath, "install", "--frozen-lockfile", "--silent"], code.path);
  }
  return code;
}

async function outputOf(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: "pipe", stderr: "inherit" });
  endWithUs(child);
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed.`);
  return text;
}
