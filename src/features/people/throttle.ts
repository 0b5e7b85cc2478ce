import { sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import type { Ctx } from "../../core/ctx.ts";
import { sha256 } from "../../lib/hash.ts";
import { createLimiter, type Limiter } from "../../lib/limiter.ts";
import { problem } from "../../lib/problem.ts";
import { pause } from "../../lib/promises.ts";
import { requirePresent } from "./password.ts";

/** What is slowed: the passwords of one address, those that one network sends, or those of one signed-in browser. */
export type Throttled = { kind: keyof typeof SLOWNESS; name: string };
/** Who attempts it; an attempt whose signal aborts is given up. */
export type Attempter = { name: string; signal: AbortSignal | undefined };

/** After `free` failures the next attempt waits `firstMs`, twice as long after each further one, and never longer than `maxMs`. */
const SLOWNESS = {
  account: { free: 5, firstMs: 250, maxMs: 5_000 },
  device: { free: 5, firstMs: 250, maxMs: 5_000 },
  /** It may be an office's. */
  network: { free: 50, firstMs: 50, maxMs: 500 },
} as const;

/** Failures are forgotten after this time without one. */
const FORGET_MS = 15 * 60_000;
/** Attempts that wait in this process: one network or browser leaves places for others, and unknown browsers for known ones. */
const UNKNOWN = { perOwner: 20, total: 400 };
const KNOWN = { perOwner: 5, total: 100 };
const MAX_WAIT_MS = 30_000;
const RETRY_S = 5;
/** More rows than passwords can be hashed in the time after which they are forgotten; the oldest are removed. */
const MAX_ROWS = 20_000;
const SLICE_ROWS = 100;

const places = { unknown: createLimiter(UNKNOWN), known: createLimiter(KNOWN) };
/** Attempts on the same account or from the same network, one at a time. */
const turns = new Map<string, Limiter>();

/** Runs an attempt of a network or a browser in one of the places for attempts that wait. Throws 429. */
export async function inPlace<T>({ kind, name }: Throttled, work: () => Promise<T>): Promise<T> {
  const release = places[kind === "device" ? "known" : "unknown"].tryTake(name);
  if (!release) throw tooMany();
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Runs an attempt when its turn has come. Attempts on the same thing run one at a time, slower with each failure, and
 * networks take turns: guesses of others lock no person out. Throws 429 after half a minute, 499 when the attempter leaves.
 */
export async function inTurn<T>(
  ctx: Ctx,
  { kind, name }: Throttled,
  { name: attempter, signal }: Attempter,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${kind} ${name}`;
  const turn = turns.get(key) ?? createLimiter({ total: 1, perOwner: 1, waitMs: MAX_WAIT_MS });
  turns.set(key, turn);
  const release = await turn.take(attempter, { signal });
  if (!release) {
    requirePresent(signal);
    throw tooMany();
  }
  try {
    // Not shorter for one who leaves: the next attempt would have to wait for what is left of it.
    await pause(await reserve(ctx, { kind, name }));
    requirePresent(signal);
    return await work();
  } finally {
    release();
    if (turn.isIdle()) turns.delete(key);
  }
}

/** Takes the next time at which an attempt may be made, in all processes, and returns how long it is until then. */
async function reserve(ctx: Ctx, throttled: Throttled): Promise<number> {
  const { free, firstMs, maxMs } = SLOWNESS[throttled.kind];
  const now = ctx.now();
  const { rows } = await ctx.db.execute<{ waitMs: number }>(sql`
    with slot as (
      select key, greatest(coalesce(next_attempt_at, started_at), started_at, ${now.toISOString()}) as at,
        least(${maxMs}, ${firstMs} * power(2, least(count - ${free}, 20))) * interval '1 millisecond' as pace
      from sign_in_attempts
      where key = ${await throttleKey(throttled)} and count >= ${free} and started_at >= ${forgottenBefore(now)}
      for update
    )
    update sign_in_attempts as row set next_attempt_at = greatest(slot.at + slot.pace, ${now.toISOString()})
    from slot where row.key = slot.key
    returning (extract(epoch from row.next_attempt_at - ${now.toISOString()}::timestamptz) * 1000)::float8 as "waitMs"`);
  return Math.min(rows[0]?.waitMs ?? 0, MAX_WAIT_MS);
}

/** Counts a wrong password. It writes at most one row for each of `all`, and removes some that are forgotten. */
export async function countFailure(ctx: Ctx, all: Throttled[]): Promise<void> {
  const now = ctx.now();
  const keys = (await Promise.all(all.map(throttleKey))).toSorted();
  await ctx.db.execute(sql`
    with forgotten as (
      delete from sign_in_attempts where key = any(array(
        (select key from sign_in_attempts
          where started_at < ${forgottenBefore(now)} and key <> all(${sql.param(keys)}::text[])
          order by started_at limit ${SLICE_ROWS} for update skip locked)
      ) || array(
        (select key from sign_in_attempts where key <> all(${sql.param(keys)}::text[])
          order by started_at desc offset ${MAX_ROWS} limit ${SLICE_ROWS} for update skip locked))))
    insert into sign_in_attempts as row (key, count, started_at)
    select key, 1, ${now.toISOString()} from unnest(${sql.param(keys)}::text[]) as key
    on conflict (key) do update set started_at = excluded.started_at,
      count = case when row.started_at < ${forgottenBefore(now)} then 1 else least(row.count, 1000000) + 1 end`);
}

/** Returns what one client has of addresses: one of IPv4, and of IPv6 a network of 64 bits, in which it chooses. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return address ?? "";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

function throttleKey({ kind, name }: Throttled): Promise<string> {
  return sha256(`${kind} ${name}`);
}

function forgottenBefore(now: Date): string {
  return new Date(now.getTime() - FORGET_MS).toISOString();
}

function tooMany() {
  return problem("rate_limited", "Too many attempts to sign in at once; try again in a few seconds.", {
    headers: { "Retry-After": String(RETRY_S) },
  });
}
