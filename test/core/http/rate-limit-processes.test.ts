import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createPermitLeases } from "../../../src/core/http/permit-leases.ts";
import { createRateLimit } from "../../../src/core/http/rate-limit.ts";
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

test("a limit of 1,000 and more holds over all processes, although busy ones take permits ahead", async () => {
  const { ctx, id } = await service.newStore();
  const granted = await takeFor(900, id, [createRateLimit(ctx), createRateLimit(ctx)]);
  const { rows } = await ctx.db.execute<{ counted: number }>(sql`
    select sum(count)::int as counted from rate_limits, unnest(counts) as count where store_id = ${id}`);
  // Every permit is counted, also those that were taken ahead and not used; these are a few.
  const counted = rows[0]?.counted ?? 0;
  expect(granted).toBeLessThanOrEqual(counted);
  expect(counted - granted).toBeLessThan(LIMIT);
  expect(counted).toBeLessThanOrEqual(10 * LIMIT);
});

test("permits are taken ahead by what was asked for a hundredth of the window before, and for as long", () => {
  let now = 0;
  const leases = createPermitLeases(() => now);
  const limited = { key: "events of a store", limit: LIMIT, seconds: 1 };
  const ask = (times: number) => Array.from({ length: times }, () => leases.use(limited));
  expect(ask(15)).toEqual(Array(15).fill(undefined));
  expect(leases.ahead(limited, 15)).toBe(0);
  leases.grant(limited, { left: LIMIT - 15, ahead: 0 });
  now = 10;
  expect(ask(1)).toEqual([undefined]);
  expect(leases.ahead(limited, 1)).toBe(15);
  leases.grant(limited, { left: LIMIT - 16, ahead: 15 });
  expect(ask(2)).toEqual([LIMIT - 17, LIMIT - 18]);
  now = 20;
  expect(ask(1)).toEqual([undefined]);
  // Never more than a hundredth of the limit, and none in its second half or for an idle store.
  ask(500);
  now = 30;
  ask(1);
  expect(leases.ahead(limited, 1)).toBe(20);
  leases.grant(limited, { left: LIMIT / 2 + 20, ahead: 0 });
  expect(leases.ahead(limited, 1)).toBe(0);
  leases.grant(limited, { left: LIMIT, ahead: 0 });
  now = 60;
  ask(1);
  expect(leases.ahead(limited, 1)).toBe(0);
});

test("of smaller limits none is taken ahead", () => {
  const leases = createPermitLeases(() => 0);
  const limited = { key: "events of a store", limit: 999, seconds: 1 };
  expect(leases.use(limited)).toBe(undefined);
  expect(leases.ahead(limited, 1)).toBe(0);
});
