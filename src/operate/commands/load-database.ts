import { queueTables } from "../../core/jobs/queue-tables.ts";
import { AWAIT_JOURNAL } from "../../platform/db/backup/awaited-journal.ts";
import type { Dump } from "../../platform/db/backup/dump.ts";
import { loadDump } from "../../platform/db/backup/load.ts";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import type { Terminal } from "./command.ts";

/**
 * Ends what processes of the copied database were working on: they can't finish it in the copy. Jobs that ran
 * run again, as after a crash.
 */
const END_WORK = [
  "update webhook_streams set leased_until = null where leased_until is not null",
  "update erasures set leased_until = null where leased_until is not null",
  `update pgboss.job set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null
   where state = 'active'`,
];

/** A copy of an earlier moment can't know which of these have ended since. */
const END_SESSIONS = ["delete from sessions", "delete from sign_in_links", "delete from invitations"];

/**
 * Loads a dump into an empty database and migrates it to this version. Returns the rows of each table. Of an earlier
 * moment, sessions and one-time links end; with a journal to replay the service doesn't start before that.
 */
export async function loadDatabase(
  url: string,
  dump: Dump,
  { onShare }: Terminal,
  { isEarlier, awaitsJournal = false }: { isEarlier: boolean; awaitsJournal?: boolean },
): Promise<Record<string, number>> {
  const tables = dump.header.tables.map(({ name }) => name);
  const endings = [...END_WORK, ...(isEarlier ? END_SESSIONS : [])].filter((statement) => {
    const table = /^(?:update|delete from) (\S+)/.exec(statement)?.[1];
    return tables.some((name) => name.replaceAll('"', "") === table);
  });
  const loaded = await loadDump(url, dump, {
    queueTables: queueTables(),
    afterwards: [...endings, ...(awaitsJournal ? [AWAIT_JOURNAL] : [])],
    onProgress: ({ done, total, doing }) => onShare(total === 0 ? 1 : done / total, doing),
  });
  await migrateDatabase(url);
  return loaded;
}
