import { type Journal, readJournal } from "../../features/erasure/journal/read-journal.ts";
import { type Replayed, replayJournal } from "../../features/erasure/journal/replay-journal.ts";
import { CLI } from "../../lib/cli-name.ts";
import { explainError } from "../../lib/explain-error.ts";
import { textTable } from "../../lib/text-table.ts";
import type { Config } from "../../platform/config/config.ts";
import { journalBeside } from "../../platform/db/backup/journal-file.ts";
import { requireKnown } from "../../platform/db/backup/known-names.ts";
import { protectKey } from "../../platform/db/backup/protected-key.ts";
import { withDatabaseDump } from "../../platform/db/backup/read-database.ts";
import { withBackupFile } from "../../platform/db/backup/read-file.ts";
import { recordBackup } from "../../platform/db/backup/record-backup.ts";
import { writeBackup } from "../../platform/db/backup/write-file.ts";
import { findEmbeddedKey } from "../../platform/db/embedded/encryption-key.ts";
import { openEmbedded } from "../../platform/db/embedded/open-embedded.ts";
import { type Command, optional, requiredSecret, standaloneCommand, type Terminal } from "./command.ts";
import { replayedText } from "./journals.ts";
import { requireKeyForRestore } from "./key-for-restore.ts";
import { loadDatabase } from "./load-database.ts";
import { passphraseOf } from "./passphrase.ts";

const MB = 1_000_000;

export const BACKUP_COMMANDS: readonly Command[] = [
  standaloneCommand({
    name: "backup",
    summary:
      "Write all data to a new file, as of one moment, while the service runs. With --with-key the file also holds the encryption key, under the passphrase in BACKUP_PASSPHRASE.",
    argument: "FILE",
    options: { "with-key": {} },
    run: async (read, { file, "with-key": withKey }, terminal) => {
      const config = read();
      const protectedKey = withKey
        ? await protectKey(await encryptionKeyOf(config), passphraseOf(terminal))
        : undefined;
      const onProgress = ({ done, total, doing }: { done: number; total: number; doing: string }) =>
        terminal.onShare(total === 0 ? 0 : done / total, doing);
      return withDatabase(config, async (url) => {
        const { createdAt, written } = await withDatabaseDump(url, async (dump) => ({
          createdAt: dump.header.createdAt,
          written: await writeBackup(dump, { path: file, protectedKey, onProgress }),
        }));
        const unrecorded = await recordBackup(url, createdAt).then(() => null, explainError);
        return { ...written, createdAt, unrecorded };
      });
    },
    text: ({ rows, bytes, unrecorded }) =>
      [
        `Wrote ${rows} rows in ${(bytes / MB).toFixed(1)} MB.`,
        ...(unrecorded === null ? [] : [`The database doesn't know of this backup: ${unrecorded}`]),
      ].join("\n"),
  }),
  standaloneCommand({
    name: "restore",
    summary:
      "Load a backup into an empty database: a new DATA_DIR, or a new database in DATABASE_URL; then replay the journal, by default aftersale.journal beside the backup. With --with-key a new DATA_DIR gets the key in the backup, which BACKUP_PASSPHRASE opens.",
    argument: "FILE",
    options: { "with-key": {}, journal: optional("F") },
    run: async (read, { file, "with-key": withKey, journal }, terminal) => {
      const config = read();
      const path = journal ?? journalBeside(file);
      const kept = await findJournal(path, journal !== undefined, terminal);
      const passphrase = withKey ? passphraseOf(terminal) : undefined;
      return withBackupFile(file, async (backup) => {
        await requireKnown(backup.dump.header, await backup.dump.sequences());
        await requireKeyForRestore(config, backup, passphrase);
        const load = (url: string) =>
          loadDatabase(url, backup.dump, terminal, { isEarlier: true, awaitsJournal: kept !== undefined });
        const tables = await withDatabase(config, load, { creates: true });
        const { createdAt } = backup.dump.header;
        return {
          tables,
          createdAt,
          replayed: kept && (await replay(laterThan(createdAt, kept), path, terminal)),
        };
      });
    },
    text: ({ tables, createdAt, replayed }) =>
      [
        `Restored ${sumOf(tables)} rows, as of ${createdAt}.`,
        "All sessions, sign-in links and invitations have ended: people sign in with their passwords, or by a new link.",
        replayed ? replayedText(replayed) : withoutJournal(createdAt),
      ].join("\n"),
  }),
  standaloneCommand({
    name: "move",
    summary:
      "Copy the embedded database to an empty one elsewhere, while the service is stopped, and compare the rows.",
    options: { to: requiredSecret("URL", "AFTERSALE_MOVE_TO") },
    run: async (read, { to }, terminal) => {
      const config = read();
      requireMovable(config, to);
      // As a server: no service can start on the data folder, whose writes would stay behind.
      return withDatabase(
        config,
        (url) =>
          withDatabaseDump(url, async (dump) => ({
            tables: await loadDatabase(to, dump, terminal, { isEarlier: false }),
          })),
        { mode: "server" },
      );
    },
    text: ({ tables }) =>
      [
        textTable(
          ["TABLE", "ROWS HERE", "ROWS THERE"],
          Object.entries(tables).map(([name, rows]) => [
            name.replaceAll('"', ""),
            String(rows),
            String(rows),
          ]),
        ),
        `\nMoved ${sumOf(tables)} rows. Start the service with DATABASE_URL set to the new database, and with`,
        "ENCRYPTION_KEY set to the content of DATA_DIR/encryption-key. DATA_DIR is as it was.",
      ].join("\n"),
  }),
];

/** It is read before anything is restored. */
async function findJournal(
  path: string,
  isGiven: boolean,
  { exists, read }: Terminal,
): Promise<Journal | undefined> {
  const isThere = await exists(path);
  if (!isThere && isGiven) throw new Error(`There is no file ${path}.`);
  return isThere ? readJournal(await read(path), path) : undefined;
}

/** A journal from before the backup says nothing of the roles that people have had since. */
function laterThan(createdAt: string, journal: Journal): Journal {
  if (journal.header.at >= createdAt) return journal;
  return { ...journal, stores: journal.stores.map((store) => ({ ...store, roles: [] })) };
}

/** What was revoked and erased after the backup is so again before the database is used. */
async function replay(journal: Journal, path: string, { openContext }: Terminal): Promise<Replayed> {
  try {
    const { ctx, close } = await openContext();
    try {
      return await replayJournal(ctx, journal);
    } finally {
      await close();
    }
  } catch (error) {
    const argument = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
    throw new Error(
      `The data is loaded, and the journal isn't applied: ${explainError(error)}\nWhat was revoked, removed and erased after the backup is back, so the service doesn't start on this database until this has run: ${CLI} journal replay ${argument}`,
      { cause: error },
    );
  }
}

function withoutJournal(createdAt: string): string {
  return `There is no journal: API clients revoked, people removed, stores deleted and customers erased since ${createdAt} are back. Repeat that, or run \`journal replay FILE\` before the service starts.`;
}

async function encryptionKeyOf({ encryptionKey, dataDir }: Config): Promise<string> {
  const key = encryptionKey ?? (await findEmbeddedKey(dataDir));
  if (key) return key;
  throw new Error(
    `There is no encryption key in ${dataDir}: nothing was encrypted yet. Leave out --with-key.`,
  );
}

function requireMovable({ databaseUrl }: Config, to: string): void {
  if (databaseUrl !== undefined) {
    throw new Error(
      "DATABASE_URL is set: unset it, so that the embedded database of DATA_DIR is what is moved.",
    );
  }
  if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to)) {
    throw new Error("--to must be an address such as postgres://user:password@host:5432/database.");
  }
}

function sumOf(tables: Record<string, number>): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows, 0);
}

/**
 * Opens the configured database without migrating it, and returns what `use` returns. An embedded one is only created
 * when `creates` says so.
 */
async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  use: (url: string) => Promise<T>,
  { mode = "cli", creates = false }: { mode?: "server" | "cli"; creates?: boolean } = {},
): Promise<T> {
  if (databaseUrl !== undefined) return use(databaseUrl);
  const embedded = await openEmbedded({ dataDir, mode, creates });
  try {
    return await use(embedded.url);
  } finally {
    await embedded.close();
  }
}
