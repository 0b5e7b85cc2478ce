import { afterAll, expect, test } from "bun:test";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endWithUs, temporaryFolder } from "../../support/ends-with-us.ts";
import { removeLeftovers } from "./leftovers.ts";

const folder = await temporaryFolder("aftersale-leftovers-");
afterAll(() => folder.remove());

/** A process that waits, with a database in its environment like a service's. */
function startWaiting(DATABASE_URL: string) {
  const child = Bun.spawn(["sleep", "60"], { env: { PATH: process.env.PATH ?? "", DATABASE_URL } });
  endWithUs(child);
  return child;
}

test("a run removes the folders and services of killed runs, and no others", async () => {
  const killed = Bun.spawn(["true"]);
  await killed.exited;
  const database = `postgres://127.0.0.1:1/aftersale_bench_${killed.pid}`;
  const left = startWaiting(database);
  const other = startWaiting(`${database}9`);
  for (const owner of [killed.pid, process.pid]) {
    const path = join(folder.path, `aftersale-bench-${owner}-0123abcd`);
    await mkdir(join(path, "data"), { recursive: true });
    await writeFile(join(path, "servers"), `${left.pid}\n${other.pid}\n`);
  }

  await removeLeftovers(folder.path);

  expect(await left.exited).not.toBe(0);
  expect(left.signalCode).toBe("SIGKILL");
  expect(other.exitCode).toBeNull();
  expect(await readdir(folder.path)).toEqual([`aftersale-bench-${process.pid}-0123abcd`]);
  other.kill();
});
