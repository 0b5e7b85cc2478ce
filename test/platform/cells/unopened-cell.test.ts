import { expect, test } from "bun:test";
import { useCells } from "../../support/cells.ts";
import { startProcess } from "../../support/process.ts";

/** A cell that can't be opened is tried this often. */
const TRIED_EVERY_MS = 2_000;

const used = useCells("a", "b");

test("a cell that can't be opened is logged once, with its host, without its password, and what to do", async () => {
  const { host, password, pathname } = new URL(used.cells.b?.link.url ?? "");
  await used.cells.b?.link.cut();
  const running = await startProcess({ ...used.env, LOG_LEVEL: "info" });
  await Bun.sleep(2.5 * TRIED_EVERY_MS);
  const lines = running
    .output()
    .split("\n")
    .filter((line) => line.includes("can't open the database of a cell"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    ...{ level: 50, cell: "b", host, database: pathname.slice(1), code: "ECONNREFUSED" },
    error: expect.stringMatching(/\S/),
    remedy: "see that Postgres runs and that the cell's address (cell add) has its host and port",
  });
  expect(running.output()).not.toContain(decodeURIComponent(password) || "a password");
  running.signal("SIGTERM");
  await running.exited;
});
