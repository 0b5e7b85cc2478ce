import { sql } from "drizzle-orm";
import { pause } from "../../lib/promises.ts";
import type { Db } from "../db/connect.ts";
import { isLockTimeout } from "../db/errors.ts";
import { type CellConnection, cellOf, changeCell, type Directory } from "./directory.ts";

/** The tables of the directory: their rows stay where the directory is when a store moves. */
export const DIRECTORY_TABLES = [
  "store_cells",
  "secret_stores",
  "store_moves",
  "memberships",
  "invitations",
  "store_sessions",
] as const;

/** Not guarded: rows that count requests before these are handled, and what says where stores are. */
const UNGUARDED = ["rate_limits", "store_states", ...DIRECTORY_TABLES];

/** As in the function `require_store_here`. */
const LOCK_CLASS = 7_236_003;
const TRIGGER = "aftersale_store_here";

/** How long a table's writers wait behind the creation of a trigger, and how often it is tried. */
const TABLE_LOCK_MS = 100;
const TABLE_ATTEMPTS = 600;
/** How long the pause of a store waits for its open transactions, while further writes wait behind it. */
const PAUSE_MS = 1_500;
const IDLE_MS = 5_000;

/**
 * Makes a cell refuse writes of stores that are not in it: a trigger on every table of stores asks `store_states`. It
 * stays, and is created when the first store is to leave the cell, so a cell that no store has left has none. It may
 * be called again. Each table's lock is waited for at most 100 ms at a time. Throws when a table is never free.
 */
export async function guardCell({ db }: Pick<CellConnection, "db">): Promise<void> {
  for (const table of await unguardedTables(db)) {
    for (let attempt = 1; !(await tryGuard(db, table)); attempt++) {
      if (attempt === TABLE_ATTEMPTS)
        throw new Error(`The table ${table} is always in use: try again later.`);
      await pause(TABLE_LOCK_MS);
    }
  }
}

/**
 * Pauses a store in a guarded cell, for three seconds. Once it resolves, no open transaction has written rows of the store, and none
 * writes any until `resumeStore`: writers get the SQLSTATE ST001, which requests answer with 503 and `Retry-After`.
 * Reads go on. The session that moves the store writes nevertheless after `set_config('aftersale.moves', storeId,
 * …)`. Throws, and pauses nothing, when transactions of the store stay open for 1.5 seconds.
 */
export async function pauseStore({ db }: Pick<CellConnection, "db">, storeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await limitWait(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${storeId}))`);
    await tx.execute(sql`insert into store_states (store_id, state, epoch, since)
      values (${storeId}, 'paused', 0, clock_timestamp())
      on conflict (store_id) do update set state = 'paused', since = clock_timestamp()
      where store_states.state = 'here'`);
  });
}

/**
 * Makes the pause of a store last until `resumeStore` or `switchStore`. Returns false when it was over already: a pause
 * ends by itself after three seconds, so that a store whose mover has died goes on.
 */
export async function keepPaused({ db }: Pick<CellConnection, "db">, storeId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await limitWait(tx);
    // Waits for writers that were admitted after the end of the pause.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(${storeId}))`);
    const { rowCount } = await tx.execute(sql`update store_states set since = 'infinity'
      where store_id = ${storeId} and state = 'paused' and is_store_away(store_id)`);
    return rowCount === 1;
  });
}

/** Also of the store's writers, which wait until the transaction ends: its process may be frozen. */
async function limitWait(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(PAUSE_MS)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS)}, true)`);
}

/** Ends the pause of a store in its cell: writes are accepted again. A store that has moved away stays away. */
export async function resumeStore({ db }: Pick<CellConnection, "db">, storeId: string): Promise<void> {
  await db.execute(
    sql`update store_states set state = 'here', since = clock_timestamp()
      where store_id = ${storeId} and state = 'paused'`,
  );
}

/**
 * Gives a store that is paused in `from`, and whole in `to`, to the cell `to`. In this order, so that it can be called
 * again after it was interrupted anywhere: `to` accepts the store's requests; the directory names `to` with the epoch
 * after `epoch`, and every process learns of it; `from` refuses them for good, reads too. Throws when the directory
 * has another entry than `from` with `epoch` or `to` with the next one.
 */
export async function switchStore(
  directory: Directory,
  storeId: string,
  { from, to, epoch }: { from: CellConnection; to: CellConnection; epoch: number },
): Promise<void> {
  await setState(to.db, storeId, "here", epoch + 1);
  const names = { from: from.name, to: to.name };
  if (!(await changeCell(directory, storeId, { ...names, epoch }))) {
    const now = await cellOf(directory, storeId);
    if (now?.cell !== to.name || now.epoch !== epoch + 1) {
      throw new Error(`The store ${storeId} is not in the cell ${from.name} any more.`);
    }
  }
  await setState(from.db, storeId, "moved", epoch + 1);
}

/** Only forward: a state of a later epoch stays. */
async function setState(db: Db, storeId: string, state: "here" | "moved", epoch: number): Promise<void> {
  await db.execute(sql`insert into store_states (store_id, state, epoch, since)
    values (${storeId}, ${state}, ${epoch}, clock_timestamp())
    on conflict (store_id) do update set state = excluded.state, epoch = excluded.epoch, since = excluded.since
    where store_states.epoch <= excluded.epoch`);
}

async function unguardedTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select class.relname as name from pg_class as class
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attname = 'store_id'
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and class.relname <> all(${sql.param(UNGUARDED)}::text[])
      and not exists (select from pg_trigger where tgrelid = class.oid and tgname = ${TRIGGER})
    order by class.relname`);
  return rows.map(({ name }) => name);
}

/** Returns false when the table was in use. */
async function tryGuard(db: Db, table: string): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(TABLE_LOCK_MS)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS)}, true)`);
      await tx.execute(sql`create trigger ${sql.identifier(TRIGGER)}
        before insert or update or delete on ${sql.identifier(table)}
        for each row execute function require_store_here()`);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
