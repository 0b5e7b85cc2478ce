import { afterAll, beforeEach } from "bun:test";
import { join } from "node:path";
import { filesRun } from "./files-run.ts";
import { coverage } from "./judge.ts";

beforeEach(() => {
  filesRun.add(Bun.main);
});

/** After a run of all test files: every status that the description has was answered at least once. */
afterAll(async () => {
  const files = await Array.fromAsync(
    new Bun.Glob("*.test.ts").scan({ cwd: join(import.meta.dir, ".."), absolute: true }),
  );
  const found = await coverage();
  if (!found || files.some((file) => !filesRun.has(file))) return;
  const missed = found.described.filter((status) => !found.reached.has(status));
  if (missed.length > 0) {
    throw new Error(`Described, and answered by no test:\n  ${missed.join("\n  ")}`);
  }
  console.log(`The ${found.described.length} statuses of the description were all answered.`);
});
