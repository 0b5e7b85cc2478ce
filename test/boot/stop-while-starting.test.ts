import { expect, test } from "bun:test";
import { dataFolder, spawnService } from "../support/process.ts";

const WITHIN_MS = 30_000;

/** Commands of the processes that use a folder. */
const usersOf = async (path: string) => (await Bun.$`pgrep -af ${path}`.nothrow().text()).trim();

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; !(await isSo()); await Bun.sleep(10)) {
    if (Date.now() > end) throw new Error("it did not come to that within 30 s");
  }
}

const MOMENTS: [string, (path: string, output: () => string) => Promise<boolean>][] = [
  ["creates its database", async (path) => (await usersOf(path)).includes("initdb")],
  ["starts its database", async (path) => /postgres -D .*data\/pg -c/.test(await usersOf(path))],
  ["makes the sample data", async (_, output) => output().includes("migrations applied")],
];

/** Returns the warnings and errors in a log. */
const complaintsIn = (log: string) => log.split("\n").filter((line) => /^\{"level":[456]0,/.test(line));

test.each(MOMENTS)(
  "a service that is stopped while it %s leaves no process and reports no error",
  async (_, hasCome) => {
    const folder = await dataFolder();
    const { child, output, ends } = await spawnService({ DATA_DIR: folder.path });
    await until(() => hasCome(folder.path, output));
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    await ends;
    expect(output()).toContain("the service has stopped");
    expect(complaintsIn(output())).toEqual([]);
    expect(await usersOf(folder.path)).toBe("");
    await folder.remove();
  },
);

test("a start that waits for its database ends at once", async () => {
  const env = {
    DATABASE_URL: "postgres://aftersale@127.0.0.1:9/aftersale",
    ENCRYPTION_KEY: "a key for tests only",
  };
  const { child, output } = await spawnService(env);
  await until(() => output().includes("the database can't be reached; trying for"));
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});
