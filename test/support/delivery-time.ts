import { sql } from "drizzle-orm";
import type { TestService } from "./service.ts";

/** Lets so much time pass for deliveries: the database's clock decides when they are due, and it can't be set. */
export async function pass({ ctx }: Pick<TestService, "ctx">, ms: number): Promise<void> {
  const earlier = (column: string) => sql.raw(`${column} = ${column} - interval '${Math.round(ms)} ms'`);
  await ctx.db.execute(
    sql`update webhook_streams set ${earlier("due_at")}, ${earlier("leased_until")} where due_at is not null`,
  );
  await ctx.db.execute(sql`update webhooks set ${earlier("previous_signing_secret_until")}`);
}

/** Delivers what is due, what waited for its time included. */
export async function deliverDue(service: TestService): Promise<void> {
  await service.drain({ sweeps: true });
}

/** Delivers what is due at a number of seconds after a new start. */
export function timeline(service: TestService): (seconds: number) => Promise<void> {
  let began = 0;
  return async (seconds) => {
    if (seconds === 0) began = performance.now();
    const left = seconds * 1_000 - (performance.now() - began);
    if (left > 0) {
      await pass(service, left);
      began -= left;
    }
    await deliverDue(service);
  };
}
