import { sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

/** The database's clock, which all processes share, as this process knows it between measurements. */
export type DatabaseClock = { now(): Date; close(): void };

const MEASURE_INTERVAL_MS = 5_000;

/**
 * Measures the database's clock, now and every five seconds; the clock of this process doesn't matter. While
 * the database doesn't respond, the last measurement counts.
 */
export async function createDatabaseClock(db: Db): Promise<DatabaseClock> {
  /** The database's time when `performance.now()` was 0. */
  let origin = 0;

  async function measure() {
    const sentAt = performance.now();
    const time = await readTime(db);
    const receivedAt = performance.now();
    // Kept if it agrees, so that times don't vary by the duration of the measurements.
    const agrees = time - receivedAt <= origin && origin <= time - sentAt;
    if (!agrees) origin = time - (sentAt + receivedAt) / 2;
  }

  await measure();
  // The first one also opened a connection.
  await measure();
  const timer = setInterval(() => void measure().catch(() => {}), MEASURE_INTERVAL_MS);
  timer.unref();
  return {
    now: () => new Date(Math.floor(origin + performance.now())),
    close: () => clearInterval(timer),
  };
}

/** Returns the database's time in milliseconds, with decimals. */
async function readTime(db: Db): Promise<number> {
  const { rows } = await db.execute<{ time: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as time`,
  );
  return Number(rows[0]?.time);
}
