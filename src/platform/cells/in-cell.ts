import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { NOW } from "../db/now.ts";
import { secretStores, storeCells } from "../db/tables/cells.ts";
import { invitations, memberships, storeSessions } from "../db/tables/people.ts";
import { stores } from "../db/tables/stores.ts";
import { announceStores, cellOf, type Directory } from "./directory.ts";

type NewStore = Pick<
  typeof stores.$inferSelect,
  "storeId" | "name" | "currency" | "timeZone" | "firstStatus" | "createdAt"
>;

/** What a cell's service keeps in the directory. The directory has a row of every store, for the names in the console. */
export type InCell = {
  name: string;
  /** The database of the directory, which also has the people and their memberships. */
  directoryDb: Db;
  /**
   * Stores a new store's row by `insert`, which is given the database, and enters it into the directory. Returns what
   * `insert` returns, or nothing when another cell has a store of this id. Can be repeated after an error.
   */
  addStore<Row>(db: Db, store: NewStore, insert: (db: Db) => Promise<Row[]>): Promise<Row[]>;
  /** Enters a secret, before its client is stored: what the directory doesn't know finds no cell. */
  addSecret(storeId: string, lookup: string): Promise<void>;
  changeStore(
    storeId: string,
    change: { name?: string | undefined; currency?: string | undefined; timeZone?: string | undefined },
  ): Promise<void>;
  /** Removes the secrets and memberships of a store that is being deleted. Its id stays taken. */
  removeStore(storeId: string): Promise<void>;
  /** Whether a store lives in this cell, as the directory has it now. */
  has(storeId: string): Promise<boolean>;
  /** Makes the open tabs of stores, in whichever cell, look whether their sessions go on. */
  wakeTabs(storeIds: string[]): Promise<void>;
};

/** Creates what the service of a cell knows of the directory. With `isDirectory` the cell is its database. */
export function createInCell({ db }: Directory, name: string, isDirectory: boolean): InCell {
  const enter = (into: Db, storeId: string) =>
    into.insert(storeCells).values({ storeId, cell: name, epoch: 1 }).onConflictDoNothing();

  return {
    name,
    directoryDb: db,
    addStore: async (cellDb, store, insert) => {
      if (isDirectory) {
        return cellDb.transaction(async (tx) => {
          const rows = await insert(tx);
          if (rows.length > 0) await enter(tx, store.storeId);
          return rows;
        });
      }
      const added = await db.insert(stores).values(store).onConflictDoNothing().returning();
      // The cell of a deleted store may have been removed: its id stays taken.
      if (added.length === 0 && (await isDeleted(db, store.storeId))) return [];
      await enter(db, store.storeId);
      const [entry] = await db.select().from(storeCells).where(eq(storeCells.storeId, store.storeId));
      const rows = entry?.cell === name ? await insert(cellDb) : [];
      // An attempt that was interrupted may have had another name or currency.
      if (rows.length > 0 && added.length === 0) {
        const { storeId, ...values } = store;
        await ofAnyCell(db, storeId, (tx) =>
          tx.update(stores).set(values).where(eq(stores.storeId, storeId)),
        );
      }
      return rows;
    },
    addSecret: async (storeId, lookup) => {
      await db.insert(secretStores).values({ storeId, secretLookup: lookup }).onConflictDoNothing();
    },
    changeStore: async (storeId, change) => {
      if (isDirectory || Object.values(change).every((value) => value === undefined)) return;
      await ofAnyCell(db, storeId, (tx) => tx.update(stores).set(change).where(eq(stores.storeId, storeId)));
    },
    removeStore: async (storeId) => {
      if (isDirectory) return;
      await ofAnyCell(db, storeId, async (tx) => {
        await tx.delete(secretStores).where(eq(secretStores.storeId, storeId));
        await tx.delete(memberships).where(eq(memberships.storeId, storeId));
        await tx.delete(invitations).where(eq(invitations.storeId, storeId));
        await tx.delete(storeSessions).where(eq(storeSessions.storeId, storeId));
        await tx
          .update(stores)
          .set({ removedAt: sql.raw(NOW) })
          .where(eq(stores.storeId, storeId));
      });
    },
    has: async (storeId) => (await cellOf({ db }, storeId))?.cell === name,
    wakeTabs: (storeIds) => announceStores(db, storeIds),
  };
}

async function isDeleted(db: Db, storeId: string): Promise<boolean> {
  const [row] = await db
    .select({ removedAt: stores.removedAt })
    .from(stores)
    .where(eq(stores.storeId, storeId));
  return row?.removedAt != null;
}

/** Writes a store's row of the directory, which a cell that the store has left would refuse. */
async function ofAnyCell(db: Db, storeId: string, write: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('aftersale.moves', ${storeId}, true)`);
    await write(tx);
  });
}
