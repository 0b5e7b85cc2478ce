import { sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

/** Waits for the lock of a name, which the transaction then holds until it ends. Other names may share it. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
