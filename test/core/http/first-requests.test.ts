import { expect, test } from "bun:test";
import { startOnDatabase } from "../../support/on-database.ts";
import { createOutsideWorld } from "../../support/outside-world.ts";

/** The framework prepares an operation during its first request, and nothing else runs meanwhile. */
type Prepared = { method: string; path: string; compile?(): unknown };

const LIMIT_MS = 150;

test("no operation's first request holds up the others for long after a start", async () => {
  const { app, stop } = await startOnDatabase({}, { log: [], world: createOutsideWorld(), clock: {} });
  const routes: readonly Prepared[] = app.routes;
  const slow: string[] = [];
  for (const { method, path, compile } of routes) {
    const before = process.cpuUsage();
    compile?.();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms > LIMIT_MS) slow.push(`${method} ${path}: ${ms.toFixed(0)} ms`);
  }
  expect(slow).toEqual([]);
  expect(routes.filter(({ compile }) => compile).length).toBeGreaterThan(100);
  await stop();
});
