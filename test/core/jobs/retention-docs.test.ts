import { expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readConfig } from "../../../src/platform/config/config.ts";
import { JOBS } from "../../../src/workers.ts";
import { retentionPage } from "../../client/erasure-page.ts";
import { startService } from "../../support/service.ts";
import { readTables } from "../../support/tables.ts";

const ROOT = join(import.meta.dir, "../../..");
const page = await Bun.file(join(ROOT, "docs/retention.md")).text();
const configuration = await Bun.file(join(ROOT, "docs/configuration.md")).text();
const DAY_S = 24 * 3600;

test("docs: the retention page lists each table in exactly one row, and no other tables", async () => {
  const named = page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual((await readTables()).map(({ name }) => name).toSorted());
});

test("docs: what each table holds of a person is that of the erasure", () => {
  expect(retentionPage(page) === page, "run `bun run openapi`").toBe(true);
  expect(page).toContain("; of a person: `id`, `email`, ");
});

test("docs: each retention setting is on that page and, with its default, among the settings", () => {
  const settings = [...page.matchAll(/`(RETENTION_\w+)`/g)].map(([, name = ""]) => name);
  const described = [...configuration.matchAll(/^\| `(RETENTION_\w+)` \| `(\w+)` \|/gm)];
  expect(described.map(([, name]) => name).toSorted()).toEqual(settings.toSorted());
  const given = Object.fromEntries(described.map(([, name = "", text = ""]) => [name, text]));
  expect(readConfig(given)).toEqual(readConfig({}));
  expect(Object.keys(readConfig({}).retention)).toHaveLength(settings.length);
});

test("completed jobs leave the queue within an hour, waiting ones stay for ten years", async () => {
  const service = await startService();
  const { rows } = await service.ctx.db.execute<{ name: string }>(sql`
    select name from pgboss.queue where deletion_seconds between 1 and 3600 and retention_seconds = ${3_650 * DAY_S}`);
  await service.stop();
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(JOBS.map(({ name }) => name)));
});
