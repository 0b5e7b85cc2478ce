import { sql } from "drizzle-orm";
import type { TestService } from "./service.ts";

/**
 * Moves the times of deliveries `ms` into the past. The database's clock decides when they are due and can't
 * be set.
 */
export async function pass({ contexts }: Pick<TestService, "contexts">, ms: number): Promise<void> {
  const earlier = (column: string) => sql.raw(`${column} = ${column} - interval '${Math.round(ms)} ms'`);
  for (const { db } of contexts) {
    await db.execute(
      sql`update webhook_streams set ${earlier("due_at")}, ${earlier("leased_until")} where due_at is not null`,
    );
    await db.execute(
      sql`update webhooks set ${earlier("previous_signing_secret_until")}, ${earlier("failing_since")}`,
    );
  }
}

/** Delivers all due events, including retries whose time has come. */
export async function deliverDue(service: TestService): Promise<void> {
  await service.drain({ sweeps: true });
}

/** Returns a function that delivers what is due at a number of seconds; 0 starts a new timeline. */
export function timeline(service: TestService): (seconds: number) => Promise<void> {
  let startedAt = 0;
  return async (seconds) => {
    if (seconds === 0) startedAt = performance.now();
    const left = seconds * 1_000 - (performance.now() - startedAt);
    if (left > 0) {
      await pass(service, left);
      startedAt -= left;
    }
    await deliverDue(service);
  };
}
