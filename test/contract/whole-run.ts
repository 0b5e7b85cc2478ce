import { afterAll, beforeEach } from "bun:test";
import { join } from "node:path";
import { filesRun } from "./files-run.ts";
import { coverage } from "./judge.ts";
import { sharedWithRun } from "./shared-with-run.ts";

beforeEach(() => {
  filesRun.add(Bun.main);
});

/**
 * After a run of all test files, in any number of processes: some response had each status of the
 * description.
 */
afterAll(async () => {
  const all = await Array.fromAsync(
    new Bun.Glob("**/*.test.ts").scan({ cwd: join(import.meta.dir, ".."), absolute: true }),
  );
  const own = await coverage();
  const { files, described, reached } = await sharedWithRun({
    files: [...filesRun],
    described: own?.described ?? [],
    reached: [...(own?.reached ?? [])],
  });
  if (all.some((file) => !files.has(file))) return;
  const missed = [...described].filter((status) => !reached.has(status));
  if (missed.length > 0) {
    throw new Error(`Described statuses that no test received:\n  ${missed.join("\n  ")}`);
  }
  console.log(`The tests received all ${described.size} statuses of the description.`);
});
