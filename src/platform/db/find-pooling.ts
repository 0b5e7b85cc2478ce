import { randomUUID } from "node:crypto";
import type pg from "pg";
import { awaitedLater, pause } from "../../lib/promises.ts";

type Client = Pick<pg.ClientBase, "query">;
type Seen = { marker: string | null; pid: number };

/** A pooler that gives each statement any session shows it in the first round, unless others use it too. */
const ROUNDS = 2;
/** How long a statement is waited for that may need the session which a transaction holds. */
const HELD_MS = 500;
/** The errors of poolers that know no transactions: a violation of the protocol, or a feature they don't have. */
const NO_TRANSACTIONS = new Set(["08P01", "0A000"]);

const READ = "select current_setting('aftersale.session', true) as marker, pg_backend_pid() as pid";

/**
 * Whether statements of one connection run in different sessions of the server, as behind a pooler in transaction or
 * statement mode. The first connection marks its session; while a transaction of the second one holds a session, the
 * marker must be seen by the first one alone.
 */
export async function isPooledByStatement(first: Client, second: Client | undefined): Promise<boolean> {
  const marker = randomUUID();
  await mark(first, marker);
  const { pid } = await read(first);
  const isOther = (seen: Seen) => seen.marker !== marker || seen.pid !== pid;
  for (let round = 0; round < ROUNDS; round++) {
    if (second && (await seesMarker(second, marker))) return true;
    // Awaited after the transaction that it may wait for.
    const own = awaitedLater(read(first));
    await Promise.race([own, ...(second ? [pause(HELD_MS)] : [])]);
    await second?.query("commit");
    if (isOther(await own) || isOther(await read(first))) return true;
  }
  return false;
}

/** Whether a session still has what an earlier connection has set: a pooler must not hand it on so. */
export async function isMarked(client: Client): Promise<boolean> {
  const { marker } = await read(client);
  return Boolean(marker);
}

/** Begins a transaction, which the caller ends. */
async function seesMarker(client: Client, marker: string): Promise<boolean> {
  try {
    const results: unknown = await client.query(`begin; ${READ}`);
    const last = [results].flat().at(-1) as pg.QueryResult<Seen>;
    return last.rows[0]?.marker === marker;
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_TRANSACTIONS.has(String(error.code))) return true;
    throw error;
  }
}

async function mark(client: Client, marker: string): Promise<void> {
  await client.query("select set_config('aftersale.session', $1, false)", [marker]);
}

async function read(client: Client): Promise<Seen> {
  const { rows } = await client.query<Seen>(READ);
  return rows[0] ?? { marker: null, pid: 0 };
}
