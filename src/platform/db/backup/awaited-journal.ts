import { sql } from "drizzle-orm";
import { CLI } from "../../../lib/cli-name.ts";
import type { Db } from "../connect.ts";

/**
 * Says, with the rows of a backup and in their transaction, that a journal is to be replayed. It is a table of its own
 * because the backup may be of a version without a place for it.
 */
export const AWAIT_JOURNAL = "create table restore_awaits_journal (since timestamptz not null default now())";

/** Throws while the journal of a restore hasn't been replayed: nothing may serve or copy the database before that. */
export async function requireJournal(db: Db): Promise<void> {
  const { rows } = await db.execute<{ awaits: boolean }>(
    sql`select to_regclass('restore_awaits_journal') is not null as awaits`,
  );
  if (!rows[0]?.awaits) return;
  throw new Error(
    `This database was restored, and its journal isn't applied: what was revoked, removed and erased after the backup would be back. Run \`${CLI} journal replay FILE\` with the journal of the restore, by default aftersale.journal beside the backup, and try again.`,
  );
}

/** Notes that the journal was replayed. */
export async function endAwaiting(db: Db): Promise<void> {
  await db.execute(sql`drop table if exists restore_awaits_journal`);
}
