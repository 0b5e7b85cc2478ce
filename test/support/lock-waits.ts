import { sql } from "drizzle-orm";
import type { Db } from "../../src/platform/db/connect.ts";
import type { TestService } from "./service.ts";

type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

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
  await inHeldTransaction(ctx.db, async (tx) => {
    const name = sql.join(table.split(".").map(sql.identifier), sql`.`);
    await tx.execute(sql`lock table ${name} in share mode`);
    started.push(...works.map((work) => work()));
    for (const work of started) work.catch(() => undefined);
    await untilLockWaits({ ctx }, works.length);
  });
  return Promise.all(started);
}

/**
 * Runs `work` in a transaction that may idle for as long as it likes: the service's own ends after five seconds without a
 * statement, which a busy machine may need for what a test does meanwhile.
 */
export function inHeldTransaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    return work(tx);
  });
}
