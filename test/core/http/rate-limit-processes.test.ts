import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createRateLimit } from "../../../src/core/http/limits/rate-limit.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

const LIMIT = 2_000;
/** A window that outlasts the test. */
const LONG = { name: "events", seconds: 20, limitOf: () => 10 * LIMIT };

/** Takes permits through several limits, as several processes do, until a time has passed; returns how many each got. */
async function takeFor(ms: number, storeId: string, limits: ReturnType<typeof createRateLimit>[]) {
  const end = performance.now() + ms;
  const takers = limits.flatMap((take) => Array.from({ length: 16 }, () => take));
  const taken = await Promise.all(
    takers.map(async (take) => {
      let granted = 0;
      while (performance.now() < end) {
        await take(storeId, LONG).then(
          () => granted++,
          () => undefined,
        );
      }
      return granted;
    }),
  );
  return taken.reduce((sum, granted) => sum + granted, 0);
}

test("a limit of 1,000 and more holds over all processes", async () => {
  const { ctx, id } = await service.newStore();
  const granted = await takeFor(900, id, [createRateLimit(ctx), createRateLimit(ctx)]);
  const { rows } = await ctx.db.execute<{ counted: number }>(sql`
    select sum(count)::int as counted from rate_limits, unnest(counts) as count where store_id = ${id}`);
  const counted = rows[0]?.counted ?? 0;
  expect(granted).toBe(counted);
  expect(counted).toBeLessThanOrEqual(10 * LIMIT);
});
