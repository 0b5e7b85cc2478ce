import pg from "pg";
import { type CellConnection, type Directory, openCell } from "../cells/directory.ts";
import { type Limits, limited } from "../db/limits.ts";
import { unlessLost } from "../db/unless-lost.ts";
import { DAY_MS } from "../lib/duration.ts";
import type { Move } from "./move-record.ts";

/** Reading and writing a large table takes as long as it takes. */
const LIMITS: Limits = { statementMs: DAY_MS, lockMs: 60_000, idleInTransactionMs: DAY_MS };
const SETTINGS = { tcp_user_timeout: 600_000 };
const CONNECT_TIMEOUT_MS = 10_000;
/** Held by the process that moves a store. */
const LOCK_CLASS = 7_236_004;

/** A cell of a move: connections, and a session that may write the store's rows whatever the cell's state of it. */
export type MovingCell = CellConnection & { session: pg.Client };

export type Cells = { from: MovingCell; to: MovingCell };

/**
 * Opens both cells of a move, and returns what `use` returns; `first` is called when the cell that the store leaves is
 * open. Throws when another process is at work on the store, and when one of the cells can't be reached.
 */
export async function withCells<T>(
  directory: Directory,
  { storeId, fromCell, toCell }: Pick<Move, "storeId" | "fromCell" | "toCell">,
  use: (cells: Cells) => Promise<T>,
  first: (from: MovingCell) => Promise<void> = async () => {},
): Promise<T> {
  const opened: MovingCell[] = [];
  const open = async (name: string) => {
    const connection = await openCell(directory, name);
    const session = sessionAt(connection.url);
    const cell = { ...connection, session };
    opened.push(cell);
    await session.connect().catch((error: Error) => {
      throw new Error(`The cell ${name} can't be reached: ${error.message}`, { cause: error });
    });
    await session.query("select set_config('aftersale.moves', $1, false)", [storeId]);
    return cell;
  };
  try {
    const from = await open(fromCell);
    await lock(from.session, storeId);
    await first(from);
    const to = await open(toCell);
    return await unlessLost([from.session, to.session], () => use({ from, to }));
  } finally {
    await Promise.allSettled(opened.flatMap(({ session, close }) => [session.end(), close()]));
  }
}

function sessionAt(url: string): pg.Client {
  const session = new pg.Client({
    ...limited(url, LIMITS, SETTINGS),
    application_name: "aftersale move",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // It also rejects the statement that runs.
  session.on("error", () => {});
  return session;
}

async function lock(session: pg.Client, storeId: string): Promise<void> {
  const { rows } = await session.query<{ locked: boolean }>(
    "select pg_try_advisory_lock($1::int, hashtext($2)) as locked",
    [LOCK_CLASS, storeId],
  );
  if (!rows[0]?.locked) throw new Error(`Another process is moving the store ${storeId}.`);
}
