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

/**
 * Starts all works and holds their writes to the table until as many transactions wait as there are works: what they
 * read before they write is then read at once, unless a lock keeps them apart. Each should use a process of its own.
 */
export async function meetAtWrites<Result>(
  { ctx }: Pick<TestService, "ctx">,
  table: string,
  works: (() => Promise<Result>)[],
): Promise<Result[]> {
  const started: Promise<Result>[] = [];
  await ctx.db.transaction(async (tx) => {
    const name = sql.join(table.split(".").map(sql.identifier), sql`.`);
    await tx.execute(sql`lock table ${name} in share mode`);
    started.push(...works.map((work) => work()));
    for (const work of started) work.catch(() => undefined);
    await untilLockWaits({ ctx }, works.length);
  });
  return Promise.all(started);
}
