import { createKeyedBatcher } from "../lib/batcher.ts";
import { memoizeByObject } from "../lib/memoize-by-object.ts";
import type { Db } from "./connect.ts";

/** Reads the rows of a store that have the keys, in any order, with one statement. */
type ReadByKeys<Row> = (db: Db, storeId: string, keys: string[]) => Promise<Row[]>;
type Wanted = { storeId: string; key: string };

/** Bounds the size of a result. */
const MAX_KEYS = 50;
const MAX_RUNNING = 2;

/**
 * Returns a function that reads the row of a store that has a key, outside of transactions. Reads of a store that
 * arrive while two statements of it run share the next one: a statement costs the service and the database several
 * times as much as one more of its rows. Stores don't wait for each other.
 */
export function batchReads<Row extends { key: string }>(
  read: ReadByKeys<Row>,
): (db: Db, storeId: string, key: string) => Promise<Row | undefined> {
  const readerOf = memoizeByObject((db: Db) =>
    createKeyedBatcher<Wanted, Row | undefined>(
      ({ storeId }) => storeId,
      async (wanted, storeId) => {
        const keys = [...new Set(wanted.map(({ key }) => key))];
        const found = new Map((await read(db, storeId, keys)).map((row) => [row.key, row]));
        return wanted.map(({ key }) => found.get(key));
      },
      { maxSize: MAX_KEYS, maxRunning: MAX_RUNNING },
    ),
  );
  return (db, storeId, key) => readerOf(db)({ storeId, key });
}
