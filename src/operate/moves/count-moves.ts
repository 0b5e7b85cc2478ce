import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { UnfinishedMoves } from "../../platform/metrics/observe-cells.ts";

/** Counts the moves that are not over. A move is abandoned when its mover has not renewed its lease. */
export async function countMoves(db: Db): Promise<UnfinishedMoves> {
  const { rows } = await db.execute<UnfinishedMoves>(sql`
    select (count(*) filter (where mover_until >= clock_timestamp()))::int as running,
      (count(*) filter (where mover_until < clock_timestamp()))::int as abandoned,
      greatest(coalesce(extract(epoch from clock_timestamp() - min(started_at)), 0), 0)::float8 as seconds
    from store_moves`);
  const { running = 0, abandoned = 0, seconds = 0 } = rows[0] ?? {};
  return { running, abandoned, seconds };
}
