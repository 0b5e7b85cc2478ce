import { createKeyedBatcher } from "../../lib/batcher.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Ctx } from "../ctx.ts";

/** Reads the rows of a store that have the keys, in any order, with one statement. */
type ReadByKeys<Row> = (db: Db, storeId: string, keys: string[]) => Promise<Row[]>;
type Wanted = { storeId: string; key: string };

/** Bounds the size of a result. */
const MAX_KEYS = 50;
const MAX_RUNNING = 2;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 10_000;

/**
 * Returns a function that reads the row of a store that has a key, for operations with `takesNoConnection`. Reads of
 * a store that arrive while two statements of it run share the next one: a statement costs the service and
 * the database several times as much as one more of its rows. Each statement takes one of the store's
 * connections, so stores don't wait for each other. Throws 503 when too many reads wait, or one for too long.
 */
export function batchReads<Row extends { key: string }>(
  read: ReadByKeys<Row>,
): (ctx: Ctx, storeId: string, key: string) => Promise<Row | undefined> {
  const readerOf = memoizeByObject((ctx: Ctx) =>
    createKeyedBatcher<Wanted, Row | undefined>(
      ({ storeId }) => storeId,
      async (wanted, storeId) => {
        const keys = [...new Set(wanted.map(({ key }) => key))];
        const rows = await ctx.connectionLimiter.within(storeId, () => read(ctx.db, storeId, keys));
        const found = new Map(rows.map((row) => [row.key, row]));
        return wanted.map(({ key }) => found.get(key));
      },
      { maxSize: MAX_KEYS, maxRunning: MAX_RUNNING, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
    ),
  );
  return (ctx, storeId, key) => readerOf(ctx)({ storeId, key });
}
