import { sql } from "drizzle-orm";
import type { Ctx } from "../../../../src/core/ctx.ts";

/** What the service does by itself in a store, and a query for what is left of it. */
const WORK: Record<string, string> = {
  "changes without a number": "unnumbered_changes as work where true",
  deliveries: "webhook_events as work where state = 'pending'",
  payouts: "payout_streams as work where due_at is not null",
  "changes of shops' stock": "restock_streams as work where due_at is not null",
};

/** Where there is a mail server; without one mails wait for it, and nothing is written. */
const MAILS = `mail_streams as work join stores using (store_id)
  where due_at is not null and (is_for_people or (store_settings #>> '{mail,enabled}')::boolean)`;

/** Of any store, those that wait after a failure too; not those for later, such as the removal of what was deleted. */
const JOBS = sql`select 'jobs' as kind, count(*) from pgboss.job
  where state < 'completed' and (start_after <= now() or state in ('retry', 'active'))`;

/**
 * Returns what the service still does by itself and writes to these stores, in words; nothing once all of it is done. The
 * poll of a shop has no end, and isn't named.
 */
export async function undone(
  { db, config }: Pick<Ctx, "db" | "config">,
  storeIds: string[],
): Promise<string[]> {
  const stores = sql`any(array(select json_array_elements_text(${JSON.stringify(storeIds)}::json)))`;
  const counts = Object.entries({ ...WORK, ...(config.smtp && { mails: MAILS }) }).map(
    ([kind, left]) =>
      sql`select ${kind}::text as kind, count(*) from ${sql.raw(left)} and work.store_id = ${stores}`,
  );
  const { rows } = await db.execute<{ kind: string; count: string }>(
    sql.join([JOBS, ...counts], sql` union all `),
  );
  return rows.flatMap(({ kind, count }) => (count === "0" ? [] : `${count} ${kind}`));
}
