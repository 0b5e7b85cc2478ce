import { sql } from "drizzle-orm";
import type { TestService } from "./service.ts";

/** Waits until at least `count` transactions of the service's database wait for a lock. */
export async function untilLockWaits({ ctx }: Pick<TestService, "ctx">, count = 1): Promise<void> {
  while ((await lockWaits(ctx)) < count) await Bun.sleep(2);
}

/** Returns how many transactions of the service's database wait for a lock. */
export async function lockWaits({ db }: TestService["ctx"]): Promise<number> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
