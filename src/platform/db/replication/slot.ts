import pg from "pg";
import { pause } from "../../../lib/promises.ts";
import type { Limits } from "../limits.ts";
import { createClient } from "../open.ts";
import { quoteIdentifier } from "../quote-identifier.ts";

/** A new slot waits for the transactions that are open in the server. */
const LIMITS: Limits = { statementMs: 600_000, lockMs: 600_000, idleInTransactionMs: 0 };
const CONNECT_TIMEOUT_MS = 10_000;
/** How long the process that sends a slot's changes is waited for after it was asked to end. */
const END_MS = 10_000;
const END_PAUSE_MS = 50;

type Client = Pick<pg.ClientBase, "query">;

/** The rows as of the moment from which a slot keeps changes, for as long as it is open. */
export type SlotSnapshot = { name: string; close(): Promise<void> };

/**
 * Creates a replication slot that keeps all changes from now on, and returns the snapshot that has everything before.
 * Waits for the open transactions of the server, ten minutes at most.
 */
export async function createSlot(url: string, slot: string): Promise<SlotSnapshot> {
  const replication: object = { replication: "database" };
  const opening = { limits: LIMITS, name: "aftersale move", connectMs: CONNECT_TIMEOUT_MS };
  const client = createClient(url, opening, replication);
  try {
    await client.connect();
    const { rows } = await client.query<{ snapshot_name: string }>(
      `CREATE_REPLICATION_SLOT ${quoteIdentifier(slot)} LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    return { name: rows[0]?.snapshot_name ?? "", close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Drops a slot, and first ends the process that sends its changes. A missing slot is none to drop. */
export async function dropSlot(client: Client, slot: string): Promise<void> {
  for (const end = performance.now() + END_MS; ; await pause(END_PAUSE_MS)) {
    const { rows } = await client.query<{ pid: number | null }>(
      "select active_pid as pid from pg_replication_slots where slot_name = $1 and database = current_database()",
      [slot],
    );
    const [found] = rows;
    if (!found) return;
    if (found.pid !== null) await client.query("select pg_terminate_backend($1)", [found.pid]);
    const dropped = await client.query("select pg_drop_replication_slot($1)", [slot]).catch(inUse);
    if (dropped) return;
    if (performance.now() > end) throw new Error(`The replication slot ${slot} is still in use: try again.`);
  }
}

function inUse(error: unknown): undefined {
  if (error instanceof pg.DatabaseError && error.code === "55006") return undefined;
  throw error;
}
