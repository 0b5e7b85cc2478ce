import { type Directory, listCells, openCell } from "../cells/directory.ts";
import { listMoves, MOVE_PREFIX, replicationName } from "./move-record.ts";

/** What a move that is over has left in a cell; `problem` says why a cell could not be asked. */
export type Leftover = { cell: string } & ({ kind: string; name: string } | { problem: string });

const FIND = `
  select 'slot' as kind, slot_name::text as name from pg_replication_slots where database = current_database()
  union all select 'publication', pubname from pg_publication
  union all select 'subscription', subname from pg_subscription
    where subdbid = (select oid from pg_database where datname = current_database())`;

/** Returns what is left in the cells of moves that are over: a slot fills the disk until it is dropped. */
export async function findLeftovers(directory: Directory): Promise<Leftover[]> {
  const expected = new Set((await listMoves(directory)).map(replicationName));
  const found: Leftover[] = [];
  for (const { name: cell } of await listCells(directory)) {
    const { pool, close } = await openCell(directory, cell);
    try {
      const { rows } = await pool.query<{ kind: string; name: string }>(FIND);
      const left = rows.filter(({ name }) => name.startsWith(MOVE_PREFIX) && !expected.has(name));
      found.push(...left.map((each) => ({ cell, ...each })));
    } catch (error) {
      found.push({ cell, problem: error instanceof Error ? error.message : String(error) });
    } finally {
      await close();
    }
  }
  return found;
}
