import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

const MAX_COUNTED = 100_000;

/** Returns how many payouts their payees were asked for and haven't answered, up to 100,000, and since when the oldest. */
export async function unansweredPayouts(db: Db): Promise<{ jobs: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ jobs: number; oldest: number }>(sql`
    select count(*)::int as jobs, coalesce(extract(epoch from now() - min(sent_at)), 0)::float8 as oldest
    from (
      select payouts.sent_at from payout_streams as stream
      join payouts on payouts.store_id = stream.store_id and payouts.return_id = stream.return_id
      where stream.due_at is not null and payouts.status in ('waiting', 'unknown') and payouts.sent_at is not null
      limit ${MAX_COUNTED}
    ) as unanswered`);
  return { jobs: rows[0]?.jobs ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
