import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "../db/connect.ts";
import { LONG_LIMITS, limited } from "../db/limits.ts";
import { cells, secretStores, storeCells } from "../db/tables/cells.ts";
import type { Encryption } from "../lib/encryption.ts";

/** The database that holds the directory, and the key of the addresses in it. */
export type Directory = { db: Db; encryption: Encryption };

export type Cell = { name: string; url: string; open: boolean };

/** Where a store lives. Of two entries of a store the one with the higher epoch is right. */
export type Residence = { cell: string; epoch: number };

export type CellConnection = { name: string; url: string; db: Db; pool: pg.Pool; close(): Promise<void> };

/** The channel on which the directory announces, by its id, a store whose cell has changed. */
const DIRECTORY_CHANNEL = "aftersale_directory";

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
  const pool = new pg.Pool({
    ...limited(cell.url, LONG_LIMITS, "-c TimeZone=UTC -c DateStyle=ISO"),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "aftersale cells",
  });
  // Errors of idle connections: the next statement opens another one.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = drizzle(pool, { casing: "snake_case" });
  return { name, url: cell.url, db, pool, close: () => pool.end() };
}

/** Returns where a store lives, as the directory has it now; undefined for an unknown store. */
export async function cellOf({ db }: Directory, storeId: string): Promise<Residence | undefined> {
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
  await db.execute(sql`select pg_notify(${DIRECTORY_CHANNEL}, ${storeId})`);
  return true;
}
