import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

const MAX_COUNTED = 100_000;

/** Returns how many changes of stock wait for their shops, up to 100,000, and since when the oldest of them does. */
export async function unsentRestocks(db: Db): Promise<{ jobs: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ jobs: number; oldest: number }>(sql`
    select count(*)::int as jobs, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest
    from (
      select change.at from restock_streams as stream
      join return_stock_changes as change on change.store_id = stream.store_id and change.shop_stream = stream.id
        and change.shop_status in ('waiting', 'unknown')
      where stream.due_at is not null limit ${MAX_COUNTED}
    ) as waiting`);
  return { jobs: rows[0]?.jobs ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
