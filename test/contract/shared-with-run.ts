import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeAfter } from "../support/ends-with-us.ts";

/**
 * The id of the process that distributes the test files over workers, including this one; 0 without workers.
 */
const RUNNER = process.env.JEST_WORKER_ID === undefined ? 0 : process.ppid;
const FOLDER = join(tmpdir(), `aftersale-run-${RUNNER}`);

/** Returns the union of what this process and the other workers of its run have found so far, by name. */
export async function sharedWithRun<Name extends string>(
  found: Record<Name, string[]>,
): Promise<Record<Name, Set<string>>> {
  const all = RUNNER === 0 ? [found] : await exchange(found);
  const names = Object.keys(found) as Name[];
  const union = (name: Name) => new Set(all.flatMap((one) => one[name]));
  return Object.fromEntries(names.map((name) => [name, union(name)])) as Record<Name, Set<string>>;
}

/**
 * Writes what this worker found and returns what all have written. Each worker writes before it reads, so the
 * last one reads everything.
 */
async function exchange<Found>(found: Found): Promise<Found[]> {
  removeAfter(FOLDER, RUNNER);
  await mkdir(FOLDER, { recursive: true, mode: 0o700 });
  const draft = join(FOLDER, `.${process.pid}`);
  await writeFile(draft, JSON.stringify(found));
  await rename(draft, join(FOLDER, `${process.pid}.json`));
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".json"));
  return Promise.all(
    files.map(async (file): Promise<Found> => JSON.parse(await readFile(join(FOLDER, file), "utf8"))),
  );
}
