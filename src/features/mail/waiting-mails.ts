import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

const MAX_COUNTED = 100_000;

/** Returns how many mails wait, up to 100,000, and since when the oldest of them does. */
export async function waitingMails(db: Db): Promise<{ jobs: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ jobs: number; oldest: number }>(sql`
    select count(*)::int as jobs, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from (
      select mail.created_at from mail_streams as stream
      join mails as mail on mail.store_id = stream.store_id and mail.stream_id = stream.id and mail.state = 'waiting'
      where stream.due_at is not null limit ${MAX_COUNTED}
    ) as waiting`);
  return { jobs: rows[0]?.jobs ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
