import { and, eq, isNull, or, sql } from "drizzle-orm";
import { purgeStoreJob } from "../../features/stores/purge-store-job.ts";
import {
  announceCells,
  type CellConnection,
  type Directory,
  isSameDatabase,
  openCell,
} from "../../platform/cells/directory.ts";
import { isUnavailable } from "../../platform/db/errors.ts";
import { cells, storeCells } from "../../platform/db/tables/cells.ts";
import { storeMoves } from "../../platform/db/tables/moves.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { leftoversIn } from "./leftovers.ts";

/**
 * Takes a cell that holds no store any more out of the directory, and announces it: every process closes its connections.
 * The database stays as it is. Throws while the cell has stores, moves or anything left of them, and for the directory's
 * own. `isLost` removes one whose database is gone, which can't be asked what is left.
 */
export async function removeCell(
  directory: Directory,
  name: string,
  { isLost = false }: { isLost?: boolean } = {},
): Promise<void> {
  if (!isLost) await requireEmpty(directory, name);
  await directory.db.transaction(async (tx) => {
    const [cell] = await tx.select().from(cells).where(eq(cells.name, name)).for("update");
    if (!cell) throw new Error(`There is no cell ${name}.`);
    const [move] = await tx
      .select()
      .from(storeMoves)
      .where(or(eq(storeMoves.fromCell, name), eq(storeMoves.toCell, name)))
      .limit(1);
    if (move) throw new Error(`The store ${move.storeId} is being moved from or to the cell ${name}.`);
    const held = await tx
      .select({ storeId: stores.storeId })
      .from(storeCells)
      .innerJoin(stores, eq(stores.storeId, storeCells.storeId))
      .where(and(eq(storeCells.cell, name), isNull(stores.removedAt)));
    if (held.length > 0) {
      throw new Error(
        `The cell ${name} holds ${held.length} stores, such as ${held[0]?.storeId}: move them to other cells first.`,
      );
    }
    // Of deleted stores, whose rows in the directory keep their ids taken.
    await tx.delete(storeCells).where(eq(storeCells.cell, name));
    await tx.delete(cells).where(eq(cells.name, name));
    await announceCells(tx);
  });
}

async function requireEmpty(directory: Directory, name: string): Promise<void> {
  const explain = (error: unknown) => {
    throw isUnavailable(error) ? unasked(name, error) : error;
  };
  const cell = await openCell(directory, name).catch(explain);
  try {
    const isDirectory = await isSameDatabase(cell.db, directory.db).catch(explain);
    if (isDirectory) throw new Error(`The cell ${name} is the database of the directory.`);
    const [left] = await leftoversIn(directory, cell);
    if (left) throw new Error(`The cell ${name} has the ${left.kind} ${left.name} of a move that is over.`);
    const purged = await beingPurged(cell);
    if (purged)
      throw new Error(`The rows of the deleted store ${purged} are not removed from the cell ${name} yet.`);
  } finally {
    await cell.close();
  }
}

function unasked(name: string, error: unknown): Error {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new Error(
    `The cell ${name} can't be asked what is left in it: ${reason}. If its database is gone for ever, add --lost.`,
    { cause: error },
  );
}

/** Returns a deleted store whose rows are still to be removed. */
async function beingPurged({ db }: CellConnection): Promise<string | undefined> {
  const { rows: queues } = await db.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.job')::text as queue`,
  );
  if (!queues[0]?.queue) return undefined;
  const { rows } = await db.execute<{ storeId: string }>(sql`
    select data ->> 'storeId' as "storeId" from pgboss.job
    where name = ${purgeStoreJob.name} and state < 'completed' limit 1`);
  return rows[0]?.storeId;
}
