import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { DAY_MS } from "../../lib/duration.ts";
import { type CellConnection, type Directory, openCell } from "../../platform/cells/directory.ts";
import type { Limits } from "../../platform/db/limits.ts";
import { createClient } from "../../platform/db/open.ts";
import { unlessLost } from "../../platform/db/unless-lost.ts";
import { isHeldAs, type Move } from "./move-record.ts";

/** Reading and writing a large table takes as long as it takes. */
const LIMITS: Limits = { statementMs: DAY_MS, lockMs: 60_000, idleInTransactionMs: DAY_MS };
const SETTINGS = { tcp_user_timeout: 600_000 };
const CONNECT_TIMEOUT_MS = 10_000;
/** Held by the process that moves a store, in both of its cells. */
const LOCK_CLASS = 7_236_004;

/**
 * A cell of a move: a session that may write the store's rows whatever the cell's state of it, and that has the move's
 * lock. `db` is that session too: a mover whose sessions were ended by another process writes nothing any more.
 */
export type MovingCell = CellConnection & { session: pg.Client };

export type Cells = { from: MovingCell; to: MovingCell };

/** A process has the lock of a store's move. */
export class MoverAtWork extends Error {}

export type Taking = {
  /** Called when the cell that the store leaves is open and locked. */
  first?: (from: MovingCell) => Promise<void>;
  /** Ends the sessions of the move's mover, which is frozen, unless it has renewed its lease since. */
  evicts?: Move | undefined;
  /** Ends the work: it then throws. */
  signal?: AbortSignal;
};

/**
 * Opens both cells of a move, and returns what `use` returns. Throws when another process is at work on the store, and
 * when one of the cells can't be reached.
 */
export async function withCells<T>(
  directory: Directory,
  { storeId, fromCell, toCell }: Pick<Move, "storeId" | "fromCell" | "toCell">,
  use: (cells: Cells) => Promise<T>,
  { first = async () => {}, evicts, signal }: Taking = {},
): Promise<T> {
  const opened: MovingCell[] = [];
  const open = async (name: string, mayEvict: boolean) => {
    const connection = await openCell(directory, name);
    const session = sessionAt(connection.url);
    const cell = { ...connection, session, db: drizzle(session, { casing: "snake_case" }) };
    opened.push(cell);
    await session.connect().catch((error: Error) => {
      throw new Error(`The cell ${name} can't be reached: ${error.message}`, { cause: error });
    });
    if (mayEvict) await session.query(EVICT, [LOCK_CLASS, storeId]);
    await lock(session, storeId);
    await session.query("select set_config('aftersale.moves', $1, false)", [storeId]);
    return cell;
  };
  try {
    const from = await open(fromCell, evicts !== undefined && (await isHeldAs(directory, evicts)));
    await first(from);
    // Who holds the lock there has lost the one in the first cell, and can't go on.
    const to = await open(toCell, true);
    return await unlessLost([from.session, to.session], () => unlessAborted(signal, use({ from, to })));
  } finally {
    await Promise.allSettled(opened.flatMap(({ session, close }) => [session.end(), close()]));
  }
}

function sessionAt(url: string): pg.Client {
  const opening = {
    limits: LIMITS,
    settings: SETTINGS,
    name: "aftersale move",
    connectMs: CONNECT_TIMEOUT_MS,
  };
  return createClient(url, opening);
}

/** Waits until the sessions are gone, for two seconds at most. */
const EVICT = `select pg_terminate_backend(pid, 2000) from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and classid = $1::int and objid = (hashtext($2)::bigint & 4294967295)::oid and objsubid = 2 and granted`;

async function lock(session: pg.Client, storeId: string): Promise<void> {
  const { rows } = await session.query<{ locked: boolean }>(
    "select pg_try_advisory_lock($1::int, hashtext($2)) as locked",
    [LOCK_CLASS, storeId],
  );
  if (!rows[0]?.locked) throw new MoverAtWork(`Another process is moving the store ${storeId}.`);
}

async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(new Error("The process is stopping."));
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
