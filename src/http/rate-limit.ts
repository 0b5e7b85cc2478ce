import type { Config } from "../config.ts";
import type { Ctx } from "../ctx.ts";
import { preparedByKey } from "../db/prepared.ts";
import { createBatcher } from "../lib/batcher.ts";
import { problem } from "../lib/problem.ts";

/** How many requests of a store may pass in any window of so many seconds; 0 is without limit. */
export type Rate = { name: string; seconds: number; limitOf(config: Config): number };

export type Allowance = { limit: number; left: number; seconds: number };

type Asked = { storeId: string; operation: string };

/** How many may still follow, or -1 for one that is refused; and for how many seconds the limit lasts. */
type Passed = { left: number; wait: number };

/**
 * Lets at most so many requests of a store pass in any window, over all processes that share the database: its row keeps
 * the times of the last that passed, by the database's clock. What is refused does not count. Requests that come in
 * together share one statement.
 */
export function createRateLimit(ctx: Ctx): (storeId: string, rate: Rate) => Promise<Allowance> {
  const asking = new Map<string, (asked: Asked) => Promise<Passed>>();
  return async (storeId, { name, seconds, limitOf }) => {
    const limit = limitOf(ctx.config);
    if (limit === 0) return { limit, left: 0, seconds };
    const key = `${limit} ${seconds}`;
    const ask = asking.get(key) ?? createBatcher((all: Asked[]) => pass(ctx, { limit, seconds }, all));
    asking.set(key, ask);
    const { left, wait } = await ask({ storeId, operation: name });
    if (left >= 0) return { limit, left, seconds };
    ctx.metrics.rateLimited(name);
    const window = seconds === 1 ? "a second" : `in ${inWords(seconds)}`;
    throw problem(429, `At most ${limit} requests ${window} are taken here; try again in ${inWords(wait)}.`, {
      headers: { "Retry-After": String(wait), ...rateHeaders({ limit, left: 0, seconds }, wait) },
    });
  };
}

function inWords(seconds: number): string {
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers: a quota per window, and what is left of it for how long. */
export function rateHeaders(
  { limit, left, seconds }: Allowance,
  wait: number = seconds,
): Record<string, string> {
  if (limit === 0) return {};
  return {
    "RateLimit-Policy": `"requests";q=${limit};w=${seconds}`,
    RateLimit: `"requests";r=${left};t=${wait}`,
  };
}

async function pass(
  ctx: Ctx,
  { limit, seconds }: { limit: number; seconds: number },
  all: Asked[],
): Promise<Passed[]> {
  const keyOf = ({ storeId, operation }: Asked) => `${operation} ${storeId}`;
  const groups = [...Map.groupBy(all, keyOf).values()];
  const wanted = groups
    .flatMap((group) => (group[0] ? [{ ...group[0], asked: group.length }] : []))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = await grant(ctx.db, JSON.stringify(wanted), limit, seconds);
  const grants = new Map(
    rows.map((row) => [keyOf({ storeId: row.store_id, operation: row.operation }), row]),
  );
  const taken = new Map<string, number>();
  return all.map((asked) => {
    const key = keyOf(asked);
    const { granted = 0, used = limit, wait = seconds } = grants.get(key) ?? {};
    const place = (taken.get(key) ?? 0) + 1;
    taken.set(key, place);
    return { left: place <= granted ? limit - used + granted - place : -1, wait };
  });
}

/**
 * Nothing waits for a disk: what a crash of the database loses are permits of its last moments. Of limits above 100 the times
 * that lie within a hundredth of the window are one time, the last of them: a row doesn't grow with its limit. Times in the
 * future were recorded before the clock was set back: they no longer count.
 */
const grant = preparedByKey<{
  store_id: string;
  operation: string;
  granted: number;
  used: number;
  wait: number;
}>(
  "grant_requests",
  `insert into rate_limits as row (store_id, operation, passed, counts, granted)
   select "storeId", operation, array[clock_timestamp()], array[least(asked, $2)], least(asked, $2)
   from json_to_recordset($1::json) as wanted("storeId" text, operation text, asked int),
     (select set_config('synchronous_commit', 'off', true)) as unsynced
   on conflict (store_id, operation) do update set (passed, counts, granted) = (
     select case when granted > 0 then row.passed[gone + 1:kept] || now else row.passed[gone + 1:come] end,
       case when granted > 0 then row.counts[gone + 1:kept] || granted + coalesce((row.counts[kept + 1:come])[1], 0)
         else row.counts[gone + 1:come] end, granted
     from (select clock_timestamp() as now) as clock,
     lateral (select now - make_interval(secs => $3) as since) as beginning,
     lateral (
       select count(*) filter (where at <= since)::int as gone, count(*) filter (where at <= now)::int as come,
         coalesce(sum(count) filter (where at > since and at <= now), 0)::int as used
       from unnest(row.passed, row.counts) as times(at, count)
     ) as window_of,
     lateral (select least(excluded.granted, $2 - used) as granted) as grant_of,
     lateral (
       select come - (come - gone >= 100 and row.passed[come] > now - make_interval(secs => $3) / 100)::int as kept
     ) as kept_of
   )
   returning store_id, operation, granted, (select sum(count)::int from unnest(counts) as count) as used,
     greatest(1, ceil(extract(epoch from passed[1] + make_interval(secs => $3) - clock_timestamp())))::int as wait`,
);
