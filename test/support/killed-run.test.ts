import { afterAll, expect, test } from "bun:test";
import { chmod, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "./ends-with-us.ts";
import { runningProcesses } from "./processes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PATIENCE_MS = 20_000;

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

/**
 * Starts a separate test run of `killed-run.ts` with its own temporary folder. Resolves when the run has
 * started its service process.
 */
async function startRun(way: (typeof WAYS)[number]) {
  const folder = await temporaryFolder("aftersale-killed-");
  folders.push(folder);
  await chmod(folder.path, 0o755);
  const { PATH = "", HOME = "" } = process.env;
  const run = Bun.spawn(
    [
      process.execPath,
      "test",
      ...(way === "timeout" ? [] : ["--bail"]),
      "--timeout",
      "60000",
      "./test/support/killed-run.ts",
    ],
    {
      cwd: ROOT,
      // In its own process group, as in a terminal.
      detached: true,
      env: { PATH, HOME, TMPDIR: folder.path, END_BY: way },
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  endWithUs(run);
  let output = "";
  for await (const chunk of run.stdout) {
    output += new TextDecoder().decode(chunk);
    const [, started] = /^started (.*)$/m.exec(output) ?? [];
    if (started) return { way, run, path: folder.path, ...(JSON.parse(started) as { servicePid: number }) };
  }
  throw new Error(`The run ended before it had started: ${output}`);
}

function processesOf(path: string, servicePid: number) {
  return runningProcesses().filter(
    ({ pid, command, cwd }) => pid === servicePid || command.includes(path) || cwd.startsWith(path),
  );
}

/**
 * What ends a run early: the first failure under --bail, Ctrl-C in a terminal, or SIGKILL. Under "timeout" a
 * test of the run times out.
 */
const WAYS = ["fail", "timeout", "SIGINT", "SIGKILL"] as const;

test("a test run that ends early in any way leaves no process and no folder behind", async () => {
  const runs = await Promise.all(WAYS.map(startRun));
  for (const { way, run, path, servicePid } of runs) {
    if (way === "fail" || way === "timeout") continue;
    expect(processesOf(path, servicePid).length).toBeGreaterThan(2);
    process.kill(way === "SIGINT" ? -run.pid : run.pid, way);
  }
  for (const { run } of runs) expect(await run.exited).not.toBe(0);
  const left = async () => {
    const all = runs.map(async ({ path, servicePid }) => [
      ...processesOf(path, servicePid),
      ...(await readdir(path)),
    ]);
    return (await Promise.all(all)).flat();
  };
  for (const end = performance.now() + PATIENCE_MS; (await left()).length > 0; await Bun.sleep(50)) {
    if (performance.now() > end) break;
  }
  expect(await left()).toEqual([]);
});
