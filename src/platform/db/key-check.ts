import { type SQL, sql } from "drizzle-orm";
import type { Encryption } from "../../lib/encryption.ts";
import type { Db } from "./connect.ts";
import { ENCRYPTED_COLUMNS, ENCRYPTED_TABLES } from "./encrypted-columns.ts";

/**
 * The plaintext of the check value. Its content has no meaning: what counts is whether it can be decrypted.
 */
const CHECK_PLAINTEXT = "aftersale";

/**
 * Throws unless the keys can decrypt this database. The first process writes the check value that all others
 * are compared with. In a database without one, the newest encrypted value decides.
 */
export async function requireKey(db: Db, encryption: Encryption): Promise<void> {
  const check = await readCheck(db);
  const known = check ?? (await newestEncrypted(db));
  const use = known === undefined ? "current" : await keyUseOf(encryption, known);
  if (use === "none") {
    throw new Error(
      "This database is encrypted under another key: set that one as ENCRYPTION_KEY, or as ENCRYPTION_KEY_PREVIOUS beside a new one until `bun run cli key rotate` is through.",
    );
  }
  // Not written while the previous key is in use: until the rotation is complete, the newest value decides.
  if (check !== undefined || use === "previous") return;
  const sealed = await encryption.encrypt(CHECK_PLAINTEXT);
  const { rowCount } = await db.execute(
    sql`insert into encryption_check (sealed) values (${sealed}) on conflict do nothing`,
  );
  // Another process was first, perhaps with another key.
  if (rowCount === 0) await requireKey(db, encryption);
}

/** Returns whether anything has been encrypted in this database. */
export async function isEncrypted(db: Db): Promise<boolean> {
  return (await encryptedValue(db)) !== undefined;
}

/** Returns a value that shows whether a key is the database's; undefined when nothing has been encrypted. */
export async function encryptedValue(db: Db): Promise<string | undefined> {
  return (await readCheck(db)) ?? (await newestEncrypted(db));
}

/** Whether the keys decrypt what `encryptedValue` returned. */
export async function canDecrypt(encryption: Encryption, encrypted: string): Promise<boolean> {
  return (await keyUseOf(encryption, encrypted)) !== "none";
}

/** Encrypts the check value with the current key, so that the previous one is no longer needed. */
export async function renewCheck(db: Db, encryption: Encryption): Promise<void> {
  const check = await readCheck(db);
  if (check !== undefined && (await keyUseOf(encryption, check)) === "current") return;
  const sealed = await encryption.encrypt(CHECK_PLAINTEXT);
  await db.execute(
    sql`insert into encryption_check (sealed) values (${sealed}) on conflict (one) do update set sealed = excluded.sealed`,
  );
}

/**
 * Returns a function that reports whether the keys can decrypt the database, which may be re-encrypted while
 * this process runs. Each call returns the last known state and refreshes it in the background.
 */
export function createKeyWatch(db: Db, encryption: Encryption): () => boolean {
  let known: string | undefined;
  let isValid = true;
  let isRefreshing = false;

  async function refresh() {
    isRefreshing = true;
    try {
      const check = await readCheck(db);
      isValid = check === undefined || check === known || (await keyUseOf(encryption, check)) !== "none";
      if (isValid) known = check;
    } catch {
      // An unavailable database says nothing about its key.
    } finally {
      isRefreshing = false;
    }
  }

  return () => {
    if (!isRefreshing) void refresh();
    return isValid;
  };
}

type KeyUse = "current" | "previous" | "none";

/** Returns which of the keys decrypts a value. */
async function keyUseOf(encryption: Encryption, encrypted: string): Promise<KeyUse> {
  try {
    return (await encryption.renew(encrypted)) === undefined ? "current" : "previous";
  } catch {
    return "none";
  }
}

async function readCheck(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ sealed: string }>(sql`select sealed from encryption_check`);
  return rows[0]?.sealed;
}

/** Of any store: the key belongs to the database. */
async function newestEncrypted(db: Db): Promise<string | undefined> {
  const newest = ENCRYPTED_TABLES.flatMap((table) =>
    ENCRYPTED_COLUMNS[table].map((column): SQL => {
      const value = sql.identifier(column);
      return sql`(select ${value} as sealed, created_at from ${sql.identifier(table)}
        where ${value} like 'v1.%' order by created_at desc limit 1)`;
    }),
  );
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select sealed from (${sql.join(newest, sql` union all `)}) as found order by created_at desc limit 1`,
  );
  return rows[0]?.sealed;
}
