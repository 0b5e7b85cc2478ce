import { sql } from "drizzle-orm";
import { IS_DUE } from "../../../core/delivery/waiting-streams.ts";
import type { Db } from "../../../platform/db/connect.ts";

const MAX_COUNTED = 100_000;

/** Returns how many shops are due to be read and aren't, up to 100,000, and how long the one due longest has waited. */
export async function overduePolls(db: Db): Promise<{ jobs: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ jobs: number; oldest: number }>(sql`
    select count(*)::int as jobs, coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest
    from (select due_at from connectors as stream where ${IS_DUE} limit ${MAX_COUNTED}) as overdue`);
  return { jobs: rows[0]?.jobs ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
