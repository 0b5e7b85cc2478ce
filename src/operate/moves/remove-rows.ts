import { removeJobs } from "../../core/jobs/store-jobs.ts";
import { quoteIdentifier } from "../../platform/db/quote-identifier.ts";
import { REMOVED_TABLES } from "./moved-tables.ts";
import type { MovingCell } from "./sessions.ts";

const SLICE_ROWS = 2_000;
/** Only where the store is not. */
const IS_MOVED = "exists (select from store_states where store_id = $1 and state = 'moved')";

/**
 * Removes a store's rows and jobs from a cell that it is not in, in slices, and returns how many rows there were. The
 * store's own row stays, so that its id is never used again; without its name, unless the cell is the directory.
 */
export async function removeRows(
  { session, name }: MovingCell,
  storeId: string,
  onRemoved: (table: string, rows: number) => void,
): Promise<number> {
  const { rows: states } = await session.query(`select where ${IS_MOVED}`, [storeId]);
  if (states.length === 0) throw new Error(`The store ${storeId} is in the cell ${name}: its rows stay.`);
  let removed = 0;
  for (const table of REMOVED_TABLES) {
    for await (const places of placesOf(session, table, storeId)) {
      const { rowCount } = await session.query(
        `delete from ${quoteIdentifier(table)} where store_id = $1 and ${IS_MOVED} and ctid = any($2::tid[])`,
        [storeId, places],
      );
      removed += rowCount ?? 0;
      onRemoved(table, rowCount ?? 0);
    }
  }
  await removeJobs(session, storeId);
  await session.query(
    `update stores set name = '' where store_id = $1 and ${IS_MOVED}
       and not exists (select from store_cells where store_id = $1)`,
    [storeId],
  );
  return removed;
}

/**
 * Yields where a store's rows of a table are, in slices. They are looked up once: to look for the first ones again
 * after each slice would pass over all that were removed, and take quadratic time.
 */
async function* placesOf(session: Session, table: string, storeId: string): AsyncGenerator<string[]> {
  await session.query(
    `declare places no scroll cursor with hold for select ctid from ${quoteIdentifier(table)} where store_id = $1`,
    [storeId],
  );
  for (;;) {
    const { rows } = await session.query<{ ctid: string }>(`fetch ${SLICE_ROWS} from places`);
    if (rows.length === 0) break;
    yield rows.map(({ ctid }) => ctid);
  }
  await session.query("close places");
}

type Session = MovingCell["session"];
