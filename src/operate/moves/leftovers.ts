import {
  type Cell,
  type CellConnection,
  type Directory,
  listCells,
  openCell,
} from "../../platform/cells/directory.ts";
import { unpublish } from "../../platform/db/replication/publication.ts";
import { dropSlot } from "../../platform/db/replication/slot.ts";
import { unsubscribe } from "../../platform/db/replication/subscription.ts";
import { listMoves, MOVE_PREFIX, replicationName } from "./move-record.ts";

type Kind = "subscription" | "slot" | "publication";

type Found = { cell: string; kind: Kind; name: string };

/** What a move that is over has left in a cell; `problem` says why a cell could not be asked. */
export type Leftover = Found | { cell: string; problem: string };

const FIND = `
  select 'slot' as kind, slot_name::text as name from pg_replication_slots where database = current_database()
  union all select 'publication', pubname from pg_publication
  union all select 'subscription', subname from pg_subscription
    where subdbid = (select oid from pg_database where datname = current_database())`;

/** Of each kind; `subscription` first, because it holds its slot. */
const END = { subscription: unsubscribe, slot: dropSlot, publication: unpublish };

/** Returns what is left in the cells of moves that are over: a slot fills the disk until it is dropped. */
export async function findLeftovers(directory: Directory): Promise<Leftover[]> {
  const found = await Promise.all((await listCells(directory)).map((cell) => findIn(directory, cell)));
  // Read afterwards: a move is in the directory before it creates anything.
  const expected = new Set((await listMoves(directory)).map(replicationName));
  return found.flat().filter((each) => "problem" in each || !expected.has(each.name));
}

/** Removes what moves that are over have left in the cells that can be reached, and returns what that was. */
export async function removeLeftovers(directory: Directory): Promise<Found[]> {
  const found = (await findLeftovers(directory)).flatMap((each) => ("kind" in each ? each : []));
  for (const [kind, end] of Object.entries(END)) {
    for (const left of found.filter((each) => each.kind === kind)) {
      const { pool, close } = await openCell(directory, left.cell);
      await end(pool, left.name).finally(close);
    }
  }
  return found;
}

async function findIn(directory: Directory, { name: cell }: Pick<Cell, "name">): Promise<Leftover[]> {
  try {
    const opened = await openCell(directory, cell);
    return await objectsOfMoves(opened).finally(opened.close);
  } catch (error) {
    return [{ cell, problem: error instanceof Error ? error.message : String(error) }];
  }
}

/** Returns what is left in one cell of moves that are over. */
export async function leftoversIn(directory: Directory, cell: CellConnection): Promise<Found[]> {
  const found = await objectsOfMoves(cell);
  const expected = new Set((await listMoves(directory)).map(replicationName));
  return found.filter(({ name }) => !expected.has(name));
}

async function objectsOfMoves({ name: cell, pool }: CellConnection): Promise<Found[]> {
  const { rows } = await pool.query<{ kind: Kind; name: string }>(FIND);
  return rows.filter(({ name }) => name.startsWith(MOVE_PREFIX)).map((each) => ({ cell, ...each }));
}
