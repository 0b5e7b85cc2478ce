import { type SQL, sql } from "drizzle-orm";
import type { Encryption } from "../lib/encryption.ts";
import type { Db } from "./connect.ts";
import { SEALED_COLUMNS, SEALED_TABLES } from "./sealed-columns.ts";

/** What is encrypted to tell a key by. It says nothing: what counts is that it can be decrypted. */
const KNOWN_TEXT = "aftersale";

/**
 * Throws unless the keys open what this database is encrypted under. The first process to ask writes the value that all
 * others are compared with; in a database from before there was one, the newest encrypted value decides.
 */
export async function requireKey(db: Db, seal: Encryption): Promise<void> {
  const check = await readCheck(db);
  const known = check ?? (await newestSealed(db));
  const use = known === undefined ? "current" : await useOf(seal, known);
  if (use === "none") {
    throw new Error(
      "This database is encrypted under another key: set that one as ENCRYPTION_KEY, or as ENCRYPTION_KEY_PREVIOUS beside a new one until `bun run cli key rotate` is through.",
    );
  }
  // Under the previous key it can't be written; until a rotation is through, the newest value goes on deciding.
  if (check !== undefined || use === "previous") return;
  const sealed = await seal.encrypt(KNOWN_TEXT);
  const { rowCount } = await db.execute(
    sql`insert into encryption_check (sealed) values (${sealed}) on conflict do nothing`,
  );
  // Another process was first, perhaps with another key.
  if (rowCount === 0) await requireKey(db, seal);
}

/** Whether anything was ever encrypted in this database. */
export async function isEncrypted(db: Db): Promise<boolean> {
  return ((await readCheck(db)) ?? (await newestSealed(db))) !== undefined;
}

/** Puts the check under the current key, so that the one before it is needed no more. */
export async function renewCheck(db: Db, seal: Encryption): Promise<void> {
  const check = await readCheck(db);
  if (check !== undefined && (await useOf(seal, check)) === "current") return;
  const sealed = await seal.encrypt(KNOWN_TEXT);
  await db.execute(
    sql`insert into encryption_check (sealed) values (${sealed}) on conflict (one) do update set sealed = excluded.sealed`,
  );
}

/**
 * Says whether the keys open the database, as far as is known: it may be put under another key while this process runs. Each
 * call answers at once, and has the next one know what the database says by now.
 */
export function createKeyWatch(db: Db, seal: Encryption): () => boolean {
  let known: string | undefined;
  let isRight = true;
  let isLooking = false;

  async function look() {
    isLooking = true;
    try {
      const check = await readCheck(db);
      isRight = check === undefined || check === known || (await useOf(seal, check)) !== "none";
      if (isRight) known = check;
    } catch {
      // A database that doesn't answer says nothing about its key.
    } finally {
      isLooking = false;
    }
  }

  return () => {
    if (!isLooking) void look();
    return isRight;
  };
}

type Use = "current" | "previous" | "none";

/** Which of the keys opens a sealed value. */
async function useOf(seal: Encryption, sealed: string): Promise<Use> {
  try {
    return (await seal.renew(sealed)) === undefined ? "current" : "previous";
  } catch {
    return "none";
  }
}

async function readCheck(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ sealed: string }>(sql`select sealed from encryption_check`);
  return rows[0]?.sealed;
}

/** Of whatever store: the key is the database's. */
async function newestSealed(db: Db): Promise<string | undefined> {
  const newest = SEALED_TABLES.flatMap((table) =>
    SEALED_COLUMNS[table].map((column): SQL => {
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
