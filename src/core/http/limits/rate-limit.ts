import { createKeyedBatcher } from "../../../lib/batcher.ts";
import { problem } from "../../../lib/problem.ts";
import type { Config } from "../../../platform/config/config.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import type { Ctx } from "../../ctx.ts";

/** A limit on the requests of a store in any window of `seconds`; a limit of 0 is none. */
export type Rate = {
  name: string;
  seconds: number;
  limitOf(config: Config): number;
  /** What metrics call it; its name by default. */
  metric?: string;
};

export type Allowance = { limit: number; left: number; seconds: number };

type Window = { limit: number; seconds: number };
type Permit = Window & { storeId: string; operation: string };

/** `left` is the remaining quota, or -1 when the request is refused; `wait` is in seconds. */
type Decision = { left: number; wait: number };

/**
 * Returns a check that throws 429 when a store is over its limit. The limit is a sliding window over all
 * processes that share the database: a row holds the times of the last granted requests, by the database's
 * clock. Refused requests don't count. Concurrent requests share one statement.
 */
export function createRateLimit(ctx: Ctx): (storeId: string, rate: Rate) => Promise<Allowance> {
  const decide = createKeyedBatcher(
    ({ limit, seconds }: Permit) => `${limit} ${seconds}`,
    (permits) => decideAll(ctx, permits),
  );
  return async (storeId, { name, seconds, limitOf, metric = name }) => {
    const limit = limitOf(ctx.config);
    if (limit === 0) return { limit, left: 0, seconds };
    const { left, wait } = await decide({ storeId, operation: name, limit, seconds });
    if (left >= 0) return { limit, left, seconds };
    ctx.metrics.rateLimited(metric);
    const window = seconds === 1 ? "a second" : `in ${inWords(seconds)}`;
    throw problem(
      "rate_limited",
      `At most ${limit} requests ${window} are allowed; try again in ${inWords(wait)}.`,
      {
        headers: { "Retry-After": String(wait), ...rateHeaders({ limit, left: 0, seconds }, wait) },
      },
    );
  };
}

function inWords(seconds: number): string {
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}

/**
 * Returns the fields of draft-ietf-httpapi-ratelimit-headers: the quota per window, and what is left of it.
 */
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

const permitKey = ({ storeId, operation }: Omit<Permit, keyof Window>) => `${operation} ${storeId}`;

/** All permits have the window of the first. */
async function decideAll(ctx: Ctx, all: Permit[]): Promise<Decision[]> {
  const { limit = 0, seconds = 0 } = all[0] ?? {};
  const groups = Map.groupBy(all, permitKey);
  const wanted = [...groups]
    .map(([key, { 0: first, length }]) => ({
      key,
      storeId: first?.storeId,
      operation: first?.operation,
      asked: length,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await grant(ctx.db, JSON.stringify(wanted), limit, seconds);
  const grants = new Map(
    rows.map((row) => [permitKey({ storeId: row.store_id, operation: row.operation }), row]),
  );
  const positions = new Map<string, number>();
  return all.map((permit) => {
    const key = permitKey(permit);
    const { granted = 0, used = limit, wait = seconds } = grants.get(key) ?? {};
    const position = (positions.get(key) ?? 0) + 1;
    positions.set(key, position);
    return { left: position <= granted ? limit - used + granted - position : -1, wait };
  });
}

/**
 * Grants as many requests as the window allows. It commits without waiting for the disk: a crash of the
 * database loses the last few permits. For limits above 100, times within a hundredth of the window are
 * merged into the last of them, so the size of a row is bounded. Times in the future were recorded before the
 * clock was set back, and don't count.
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
