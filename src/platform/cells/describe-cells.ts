import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { hostNames, parsePostgresAddress } from "../../lib/postgres-address.ts";
import { inspectDatabase } from "../db/inspect-database.ts";
import { MONITOR_LIMITS } from "../db/limits.ts";
import { createClient } from "../db/open.ts";
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
    const address = parsePostgresAddress(url);
    const reachable = bytes !== undefined;
    return {
      name,
      host: hostNames(address) + address.database,
      open,
      stores: counts.get(name) ?? 0,
      reachable,
      bytes,
    };
  });
  return Promise.all(all);
}

async function sizeOf({ url }: Cell): Promise<number | undefined> {
  try {
    await inspectDatabase(url, { onlyReads: true });
  } catch {
    return undefined;
  }
  const client = createClient(
    url,
    { limits: MONITOR_LIMITS, name: "aftersale cells", connectMs: CONNECT_TIMEOUT_MS, onlyReads: true },
    { query_timeout: CONNECT_TIMEOUT_MS },
  );
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
