import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { chownTo } from "../../src/platform/db/embedded/postgres-user.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** What a copy must not have: files of the running server, and slots and WAL, which it gets by streaming. */
const LEFT_OUT = ["postmaster.pid", "postmaster.opts", "pg_replslot", "pg_wal", "pg_dynshmem", "pg_stat_tmp"];
const EMPTY_FOLDERS = [
  "pg_replslot",
  "pg_dynshmem",
  "pg_stat_tmp",
  "pg_wal/archive_status",
  "pg_wal/summaries",
];
const SLOT = "standby";

/**
 * Copies a running server's data into the empty place of another one, which starts as its standby and
 * streams by this port. The embedded Postgres comes without pg_basebackup.
 */
export async function copyAsStandby(from: PostgresServer, to: PostgresServer, port: number): Promise<void> {
  const client = new pg.Client(from.url);
  client.on("error", () => {});
  await client.connect();
  try {
    // The slot keeps the WAL from here on until the standby has it.
    await client.query(
      "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1",
      [SLOT],
    );
    await client.query("select pg_create_physical_replication_slot($1, true)", [SLOT]);
    await client.query("select pg_backup_start('standby', fast => true)");
    await copyFolder(from.cluster.folder, to.cluster.folder, LEFT_OUT);
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
    );
    await writeFile(join(to.cluster.folder, "backup_label"), rows[0]?.label ?? "");
  } finally {
    await client.end();
  }
  for (const name of EMPTY_FOLDERS)
    await mkdir(join(to.cluster.folder, name), { recursive: true, mode: 0o700 });
  const primary = `host=127.0.0.1 port=${port} user=aftersale password=${from.cluster.password}`;
  const settings = {
    primary_conninfo: primary,
    primary_slot_name: SLOT,
    wal_retrieve_retry_interval: "200ms",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  // In the place of the primary's own changes, such as its synchronous standby.
  await writeFile(join(to.cluster.folder, "postgresql.auto.conf"), lines.join(""), { mode: 0o600 });
  await writeFile(join(to.cluster.folder, "standby.signal"), "");
  await chownTo(to.cluster.folder, to.cluster.user);
}

async function copyFolder(from: string, to: string, leftOut: string[] = []): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(noneIfGone)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.includes(entry.name)) continue;
    if (entry.isDirectory()) await copyFolder(source, target);
    // The server has removed the file meanwhile: the WAL says so too.
    else if (entry.isFile()) await copyFile(source, target).catch(noneIfGone);
  }
}

function noneIfGone(error: NodeJS.ErrnoException): [] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
