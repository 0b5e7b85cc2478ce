import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Encryption } from "../../lib/encryption.ts";
import type { Db } from "../db/connect.ts";
import { inspectDatabase } from "../db/inspect-database.ts";
import { LONG_LIMITS } from "../db/limits.ts";
import { createPool } from "../db/open.ts";
import { cells, secretStores, storeCells } from "../db/tables/cells.ts";

/** The database that holds the directory, and the key of the addresses in it. */
export type Directory = { db: Db; encryption: Encryption };

export type Cell = { name: string; url: string; open: boolean };

/** Where a store lives. Of two entries of a store the one with the higher epoch is right. */
export type Residence = { cell: string; epoch: number };

export type CellConnection = { name: string; url: string; db: Db; pool: pg.Pool; close(): Promise<void> };

/** The channel on which the directory announces, by its id, a store whose cell has changed, or who may open it. */
export const DIRECTORY_CHANNEL = "aftersale_directory";
/** Announced there when a cell was added or removed, or has another address; no store has such an id. */
export const CELLS_CHANGED = "";

const MAX_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 4_500;

/** Returns the cells by name, with their addresses. */
export async function listCells({ db, encryption }: Directory): Promise<Cell[]> {
  const rows = await db.select().from(cells).orderBy(cells.name);
  return Promise.all(
    rows.map(async ({ name, url, open }) => ({ name, url: await encryption.decrypt(url), open })),
  );
}

/**
 * Connects to a cell, for commands. Throws for an unknown name; whether the cell can be reached shows with the first
 * statement. Statements may take minutes, and a transaction that is idle for some seconds is ended.
 */
export async function openCell(directory: Directory, name: string): Promise<CellConnection> {
  const cell = (await listCells(directory)).find((each) => each.name === name);
  if (!cell) throw new Error(`There is no cell ${name}.`);
  await inspectDatabase(cell.url).catch((error: Error) => {
    throw new Error(`The cell ${name} can't be reached: ${error.message}`, { cause: error });
  });
  const pool = createPool(cell.url, {
    ...{ limits: LONG_LIMITS, name: "aftersale cells" },
    ...{ max: MAX_CONNECTIONS, connectMs: CONNECT_TIMEOUT_MS },
  });
  const db = drizzle(pool, { casing: "snake_case" });
  return { name, url: cell.url, db, pool, close: () => pool.end() };
}

/** Returns where a store lives, as the directory has it now; undefined for an unknown store. */
export async function cellOf({ db }: Pick<Directory, "db">, storeId: string): Promise<Residence | undefined> {
  const [row] = await db
    .select({ cell: storeCells.cell, epoch: storeCells.epoch })
    .from(storeCells)
    .where(eq(storeCells.storeId, storeId));
  return row;
}

/** Returns the store of a secret by the part of it that identifies it; undefined for an unknown one. */
export async function storeOfSecret({ db }: Directory, lookup: string): Promise<string | undefined> {
  const [row] = await db
    .select({ storeId: secretStores.storeId })
    .from(secretStores)
    .where(eq(secretStores.secretLookup, lookup));
  return row?.storeId;
}

/**
 * Makes another cell a store's and announces it. Returns false, and changes nothing, unless the store's entry is
 * `from` with this epoch. The new entry's epoch is one higher.
 */
export async function changeCell(
  { db }: Directory,
  storeId: string,
  { from, to, epoch }: { from: string; to: string; epoch: number },
): Promise<boolean> {
  const changed = await db
    .update(storeCells)
    .set({ cell: to, epoch: epoch + 1 })
    .where(and(eq(storeCells.storeId, storeId), eq(storeCells.cell, from), eq(storeCells.epoch, epoch)))
    .returning({ storeId: storeCells.storeId });
  if (changed.length === 0) return false;
  await announceStores(db, [storeId]);
  return true;
}

/** Announces stores to every process; in a transaction once it is committed. */
export async function announceStores(db: Db, storeIds: string[]): Promise<void> {
  await db.execute(
    sql`select pg_notify(${DIRECTORY_CHANNEL}, id) from jsonb_array_elements_text(${JSON.stringify(storeIds)}) as id`,
  );
}

/** Announces to every process that the cells have changed; in a transaction once it is committed. */
export async function announceCells(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify(${DIRECTORY_CHANNEL}, ${CELLS_CHANGED})`);
}

/** Returns the cell for a new store: that of its id if a creation was interrupted, else the emptiest open one. */
export async function cellForNewStore(directory: Directory, storeId: string | undefined): Promise<string> {
  const known = storeId === undefined ? undefined : await cellOf(directory, storeId);
  if (known) return known.cell;
  const { rows } = await directory.db.execute<{ name: string }>(sql`
    select cell.name from cells as cell
    left join store_cells as entry on entry.cell = cell.name
    left join stores as store on store.store_id = entry.store_id and store.removed_at is null
    where cell.open group by cell.name order by count(store.store_id), cell.name limit 1`);
  if (rows[0]) return rows[0].name;
  throw new Error("No cell takes new stores: add one with `cell add`.");
}

/** Takes no new stores in a cell from now on, or takes them again. Throws for an unknown name. */
export async function openForStores({ db }: Directory, name: string, open: boolean): Promise<void> {
  const changed = await db
    .update(cells)
    .set({ open })
    .where(eq(cells.name, name))
    .returning({ name: cells.name });
  if (changed.length === 0) throw new Error(`There is no cell ${name}.`);
}

/** Encrypts the addresses of the cells with the current key. */
export async function renewAddresses({ db, encryption }: Directory): Promise<void> {
  for (const { name, url } of await db.select().from(cells)) {
    const renewed = await encryption.renew(url);
    if (renewed === undefined) continue;
    await db
      .update(cells)
      .set({ url: renewed })
      .where(and(eq(cells.name, name), eq(cells.url, url)));
  }
}

/** Whether two connections lead to the same database of the same server. */
export async function isSameDatabase(one: Db, other: Db): Promise<boolean> {
  return (await identityOf(one)) === (await identityOf(other));
}

/** Throws when the database holds a directory: a process that doesn't know of its cells would create stores beside it. */
export async function requireNoDirectory(db: Db): Promise<void> {
  const [cell] = await db.select({ name: cells.name }).from(cells).limit(1);
  if (!cell) return;
  throw new Error(
    "This database holds the directory of several cells: set CELLS=*, or name the cells to serve.",
  );
}

async function identityOf(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ identity: string }>(
    sql`select concat(pg_postmaster_start_time()::text, ' ', oid) as identity
      from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity;
}
