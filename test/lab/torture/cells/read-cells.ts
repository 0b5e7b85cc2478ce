import { PAUSED_TABLES } from "../../../../src/operate/moves/moved-tables.ts";
import type { Databases } from "../databases.ts";
import { operate } from "../operate.ts";

const DRAIN_WITHIN_MS = 120_000;

/** Waits until every event of a webhook was delivered or discarded; returns those that are not in time. */
export async function undelivered({ names, query }: Databases): Promise<string[]> {
  for (const end = performance.now() + DRAIN_WITHIN_MS; ; await Bun.sleep(200)) {
    const left: string[] = [];
    for (const cell of names) {
      const [row] = await query<{ pending: number }>(
        cell,
        "select coalesce(sum(pending), 0)::int as pending from webhook_streams",
        [],
      );
      if (row && row.pending > 0) left.push(`${row.pending} events are not delivered in ${cell}`);
    }
    if (left.length === 0 || performance.now() > end) return left;
  }
}

/** Returns the rows of stores in cells that they have left, and what is left of moves. */
export async function strayRows({ names, query, cellOf, env }: Databases): Promise<string[]> {
  const stray: string[] = [];
  // No store has left the only database.
  if (names.length === 1) return stray;
  for (const cell of names) {
    for (const table of PAUSED_TABLES) {
      const rows = await query<{ id: string; count: number }>(
        cell,
        `select store_id as id, count(*)::int as count from ${table} group by store_id`,
        [],
      );
      for (const { id, count } of rows) {
        if ((await cellOf(id)) !== cell) stray.push(`${cell} has ${count} rows of ${id} in ${table}`);
      }
    }
  }
  const { moves, leftovers } = (await operate(env, "store", "moves")) as Record<string, unknown[]>;
  for (const left of [...(moves ?? []), ...(leftovers ?? [])]) stray.push(`left: ${JSON.stringify(left)}`);
  return stray;
}
