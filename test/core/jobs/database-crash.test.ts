import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createProcessCli } from "../../support/cli.ts";
import { dataFolder, startProcess } from "../../support/process.ts";

const COUNT = 100;

test("events that were answered 202 are there after the database was killed, although no worker had taken them", async () => {
  const folder = await dataFolder();
  const env = { DATA_DIR: folder.path, DEMO: "0" };
  const killed = await startProcess({ ...env, ROLE: "api" });
  const cli = createProcessCli(env);
  const { storeId } = await cli.json("store create", "--name", "Shop");
  const { secret } = await cli.json("client create", "--store", String(storeId), "--name", "till");
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const url = (origin: string, path: string) => `${origin}/v2.2/stores/${storeId}/${path}`;
  const postmaster = Number.parseInt(await readFile(join(folder.path, "pg", "postmaster.pid"), "utf8"), 10);

  const events = Array.from({ length: COUNT }, (_, n) => ({
    eventName: "visited",
    uniqueId: `visit-${n}`,
    customer: { id: "ann" },
  }));
  const body = JSON.stringify({ events });
  const { status } = await fetch(url(killed.origin, "events/bulk"), { method: "POST", headers, body });
  process.kill(postmaster, "SIGKILL");
  killed.signal("SIGKILL");
  expect(status).toBe(202);
  await killed.exited;

  const restarted = await startProcess(env);
  const countOf = async () => {
    const response = await fetch(url(restarted.origin, "events"), {
      headers: { ...headers, "X-Page-Size": "500" },
    });
    return ((await response.json()) as { events: unknown[] }).events.length;
  };
  while ((await countOf()) < COUNT) await Bun.sleep(50);
  expect(await countOf()).toBe(COUNT);
  restarted.signal("SIGTERM");
  await restarted.exited;
  await folder.remove();
});
