import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { testPostgres } from "../../support/database.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

// In a process of its own, as a service has it: what a hundred other test files have left in the memory of this
// one makes every collection of garbage longer.
test("no request, file or page blocks the event loop or takes much memory", async () => {
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const run = Bun.spawn([process.execPath, "test", "--timeout", "60000", "./test/core/http/event-loop.ts"], {
    cwd: ROOT,
    env: { ...env, TEST_DATABASE_URL: await testPostgres() },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, report] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  if (run.exitCode !== 0) console.log(out + report);
  expect(report).toMatch(/^ 0 fail$/m);
  expect(run.exitCode).toBe(0);
}, 400_000);
