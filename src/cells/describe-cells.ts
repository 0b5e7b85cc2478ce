import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { limited, MONITOR_LIMITS } from "../db/limits.ts";
import { type Cell, type Directory, listCells } from "./directory.ts";

/** `bytes` is undefined while the cell can't be reached. */
export type CellDescription = {
  name: string;
  host: string;
  open: boolean;
  stores: number;
  reachable: boolean;
  bytes: number | undefined;
};

const CONNECT_TIMEOUT_MS = 2_000;

/** Returns the cells by name: how many stores the directory has in each, and how large those are that can be reached. */
export async function describeCells(directory: Directory): Promise<CellDescription[]> {
  const { rows } = await directory.db.execute<{ cell: string; stores: number }>(
    sql`select entry.cell, count(*)::int as stores from store_cells as entry
      join stores as store on store.store_id = entry.store_id and store.removed_at is null group by entry.cell`,
  );
  const counts = new Map(rows.map(({ cell, stores }) => [cell, stores]));
  const all = (await listCells(directory)).map(async (cell) => {
    const bytes = await sizeOf(cell);
    const { name, url, open } = cell;
    const { host, pathname } = new URL(url);
    const reachable = bytes !== undefined;
    return { name, host: host + pathname, open, stores: counts.get(name) ?? 0, reachable, bytes };
  });
  return Promise.all(all);
}

async function sizeOf({ url }: Cell): Promise<number | undefined> {
  const client = new pg.Client({
    ...limited(url, MONITOR_LIMITS),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // An error of the connection also rejects the statement.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await drizzle(client).execute<{ bytes: string }>(
      sql`select pg_database_size(current_database()) as bytes`,
    );
    return Number(rows[0]?.bytes);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
