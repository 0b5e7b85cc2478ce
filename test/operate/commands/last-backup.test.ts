import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { recordBackup } from "../../../src/platform/db/backup/record-backup.ts";
import { readDatabase } from "../../../src/platform/metrics/read-database.ts";
import { createCli } from "../../support/cli.ts";
import { emptyDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { startService, type TestService } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };

// A backup is of one database; with several each has its own.
const service = useService({ isSingle: true });
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder("aftersale last backup ");
});
afterAll(() => folder.remove());

const url = () => service.ctx.config.databaseUrl ?? "";
const backup = (databaseUrl: string, name: string) =>
  createCli({ DATABASE_URL: databaseUrl, ...KEY }).run("backup", join(folder.path, name), "--json");

async function lastBackup({ ctx }: Pick<TestService, "ctx"> = service): Promise<number | undefined> {
  const { aftersale_last_backup_timestamp_seconds: samples } = await readDatabase(ctx.db, ctx.log);
  return samples?.[0]?.value;
}

test("a database knows the moment of its newest backup, and a restored one that of the backup before", async () => {
  expect(await lastBackup()).toBe(0);
  const first = JSON.parse((await backup(url(), "first")).out);
  expect(first.unrecorded).toBeNull();
  expect(await lastBackup()).toBe(Date.parse(first.createdAt) / 1_000);
  const second = JSON.parse((await backup(url(), "second")).out);
  expect(await lastBackup()).toBe(Date.parse(second.createdAt) / 1_000);
  expect(Date.parse(second.createdAt)).toBeGreaterThan(Date.parse(first.createdAt));

  const database = await emptyDatabase();
  await createCli({ DATABASE_URL: database.url, ...KEY }).run("restore", join(folder.path, "second"));
  const restored = await startService({ databaseUrl: database.url, isSingle: true });
  expect(await lastBackup(restored)).toBe(Date.parse(first.createdAt) / 1_000);
  await restored.stop();
  await database.drop();
});

test("a backup that takes longer than one begun later doesn't replace its moment", async () => {
  const { rows } = await service.ctx.db.execute<{ at: string }>(sql`select now()::text as at`);
  const later = new Date(rows[0]?.at ?? "");
  await recordBackup(url(), later.toISOString());
  await recordBackup(url(), new Date(later.getTime() - 5_000).toISOString());
  expect(await lastBackup()).toBe(later.getTime() / 1_000);
});

test("a backup that fails is not recorded", async () => {
  const before = await lastBackup();
  const failed = await backup(url(), "a folder that is missing/third");
  expect(failed.code).toBe(1);
  expect(await lastBackup()).toBe(before);
});

test("a backup of a database that can't be written to is complete, and says that it isn't recorded", async () => {
  const before = await lastBackup();
  const name = new URL(url()).pathname.slice(1);
  const admin = new pg.Client({ connectionString: url(), options: "-c default_transaction_read_only=off" });
  await admin.connect();
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  const done = await createCli({ DATABASE_URL: url(), ...KEY }).run("backup", join(folder.path, "fourth"));
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await admin.end();
  expect(done.code).toBe(0);
  expect(done.out).toContain("The database doesn't know of this backup: ");
  expect(await Bun.file(join(folder.path, "fourth")).exists()).toBe(true);
  expect(await lastBackup()).toBe(before);
});
