import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { gather } from "../lib/gather.ts";
import { problem } from "../lib/problem.ts";

type Asked = { storeId: string; operation: string };

export type Allowance = { limit: number; left: number };

/**
 * Lets at most EVENT_RATE_LIMIT requests of a store and operation pass in any one second, over all processes that share
 * the database: its row keeps the times of the last that passed, by the database's clock. What is refused does not
 * count. Requests that come in together share one statement.
 */
export function createRateLimit(ctx: Ctx): (asked: Asked) => Promise<Allowance> {
  const limit = ctx.config.eventRateLimit;
  const unlimited = { limit: 0, left: 0 };
  const ask = gather((all: Asked[]) => pass(ctx, limit, all));
  return async (asked) => {
    if (limit === 0) return unlimited;
    const left = await ask(asked);
    if (left >= 0) return { limit, left };
    ctx.metrics.rateLimited(asked.operation);
    throw problem(429, `At most ${limit} requests a second are taken here; try again in a second.`, {
      headers: { "Retry-After": "1", ...rateHeaders({ limit, left: 0 }) },
    });
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: a quota per window of one second, and what is left of it. */
export function rateHeaders({ limit, left }: Allowance): Record<string, string> {
  if (limit === 0) return {};
  return { "RateLimit-Policy": `"requests";q=${limit};w=1`, RateLimit: `"requests";r=${left};t=1` };
}

/** For each request how many may still follow it in this second, or -1 for one that is refused. */
async function pass(ctx: Ctx, limit: number, all: Asked[]): Promise<number[]> {
  const keyOf = ({ storeId, operation }: Asked) => `${operation} ${storeId}`;
  const groups = [...Map.groupBy(all, keyOf).values()];
  const wanted = groups
    .flatMap((group) => (group[0] ? [{ ...group[0], asked: group.length }] : []))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { rows } = await ctx.db.execute<{
    store_id: string;
    operation: string;
    granted: number;
    used: number;
  }>(sql`
    insert into rate_limits as row (store_id, operation, passed, granted)
    select "storeId", operation, array_fill(clock_timestamp(), array[least(asked, ${limit})]), least(asked, ${limit})
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted("storeId" text, operation text, asked int)
    on conflict (store_id, operation) do update set (passed, granted) = (
      select recent.passed || array_fill(recent.now, array[granted]), granted
      from (
        select now, array(select at from unnest(row.passed) as at where at > now - interval '1 second') as passed
        from (select clock_timestamp() as now) as clock
      ) as recent,
      lateral (select least(excluded.granted, ${limit} - cardinality(recent.passed)) as granted) as grant_of
    )
    returning store_id, operation, granted, cardinality(passed) as used`);
  const grants = new Map(
    rows.map((row) => [keyOf({ storeId: row.store_id, operation: row.operation }), row]),
  );
  const taken = new Map<string, number>();
  return all.map((asked) => {
    const key = keyOf(asked);
    const { granted = 0, used = limit } = grants.get(key) ?? {};
    const place = (taken.get(key) ?? 0) + 1;
    taken.set(key, place);
    return place <= granted ? limit - used + granted - place : -1;
  });
}
