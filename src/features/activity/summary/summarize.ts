import { type Ctx, inTransaction, planByKey } from "../../../core/ctx.ts";
import { missingScopes } from "../../../core/http/auth/authenticate.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { HOUR_MS } from "../../../lib/duration.ts";
import { startsOfDays } from "../../../lib/local-days.ts";
import type { Retained } from "../../../platform/config/retention-settings.ts";
import { readTimeZone } from "../../stores/read-time-zone.ts";
import type { Range } from "./counted.ts";
import { summarizeDeliveries } from "./deliveries.ts";
import {
  countEvents,
  countEventsPerInterval,
  countOrders,
  countRejections,
  countRequests,
} from "./events.ts";
import { countReturns, hasTooMany, NO_SUMS, sumItems } from "./returns.ts";
import {
  PART_NAMES,
  PARTS,
  type Part,
  type PeriodSummary,
  type ReturnsSummary,
  type Summary,
  type SummaryQuery,
} from "./schema.ts";

/**
 * Returns the numbers of a period that ends now, and of the one before if they are to be compared: those that the
 * caller's scopes include. They are counted from the rows themselves, up to a bound, and never from sums that could
 * differ: docs/decisions/summary.md. The parts are read at once, each on a connection of its store's share: what has
 * to come from the disk is waited for side by side. Throws 403 without the scope of any part asked for, 503 when the wait for a connection takes too long.
 */
export async function summarize(
  ctx: Ctx,
  { storeId, scopes }: ScopedCaller,
  { last = "24h", parts, compare }: SummaryQuery,
): Promise<Summary> {
  const until = ctx.now();
  const wanted = wantedParts(scopes, parts);
  const [before, present] = last === "24h" ? hoursUntil(until) : await daysUntil(ctx, storeId, until);
  const oldest = until.getTime() - before.since.getTime();
  const whole = wanted.filter((part) => isWhole(ctx, part, oldest));
  const [numbers, earlier] = await Promise.all([
    numbersOf(ctx, { storeId, ...present, isPresent: true }, wanted),
    compare && numbersOf(ctx, { storeId, ...before, isPresent: false }, whole),
  ]);
  return { ...numbers, ...(earlier && { before: earlier }) };
}

/** Returns the parts of a summary that were asked for, and that the scopes include. Throws 403 where they include none. */
function wantedParts(scopes: readonly string[], parts: string | undefined): Part[] {
  const given = parts?.split(",") as Part[] | undefined;
  const asked = PART_NAMES.filter((part) => (given ? given.includes(part) : !PARTS[part].isExtra));
  const wanted = asked.filter((part) => scopes.includes(PARTS[part].scope));
  if (wanted.length > 0) return wanted;
  throw missingScopes([...new Set(asked.map((part) => PARTS[part].scope))]);
}

const HOURS = 24;
const DAYS = 30;

type Period = Pick<Range, "since" | "starts" | "until">;

/** Returns the 24 hours before the last 24, and these. */
function hoursUntil(until: Date): [before: Period, present: Period] {
  const hour = (back: number) => new Date(until.getTime() - back * HOUR_MS);
  const starts = Array.from({ length: 2 * HOURS }, (_, i) => hour(2 * HOURS - i));
  const since = hour(HOURS);
  return [
    { since: hour(2 * HOURS), starts: starts.slice(0, HOURS), until: since },
    { since, starts: starts.slice(HOURS), until },
  ];
}

/**
 * Returns the store's last 30 days, today's included, and the 30 days before: these until the time of day that it is now,
 * so that neither has more of a day than the other.
 */
async function daysUntil(ctx: Ctx, storeId: string, until: Date): Promise<[before: Period, present: Period]> {
  const timeZone = await ctx.connectionLimiter.within(storeId, () => readTimeZone(ctx, storeId));
  const starts = startsOfDays(until, 2 * DAYS, timeZone);
  const [before, present] = [starts.slice(0, DAYS), starts.slice(DAYS)];
  const [today = until, sameDay = until, since = until] = [present.at(-1), before.at(-1), present[0]];
  const sameTime = sameDay.getTime() + until.getTime() - today.getTime();
  const end = new Date(Math.min(sameTime, since.getTime()));
  return [
    { since: before[0] ?? until, starts: before, until: end },
    { since, starts: present, until },
  ];
}

const RETAINED: Partial<Record<Part, Retained>> = {
  events: "events",
  eventsPerInterval: "events",
  rejections: "eventRejections",
  deliveries: "webhookDeliveries",
  requests: "requests",
};

/** Whether nothing of that age was removed, so that the numbers of a period are those that it had. */
function isWhole({ config }: Ctx, part: Part, ageMs: number): boolean {
  const kind = RETAINED[part];
  const keptForSeconds = kind && config.retention[kind];
  return keptForSeconds === undefined || keptForSeconds * 1_000 >= ageMs;
}

type Read = <T>(part: (tx: Ctx) => Promise<T>) => Promise<T>;

async function numbersOf(ctx: Ctx, range: Range, wanted: readonly Part[]): Promise<PeriodSummary> {
  const has = (part: Part) => wanted.includes(part);
  const read: Read = (part) => ctx.connectionLimiter.within(range.storeId, () => byKey(ctx, part));
  const isOnlyReturns = wanted.every((part) => part === "returns");
  const [returns, rest] = await Promise.all([
    has("returns") && returnsOf(read, range),
    !isOnlyReturns &&
      read(async (tx) => ({
        ...(has("orders") && { orders: await countOrders(tx, range) }),
        ...(has("events") && { events: await countEvents(tx, range) }),
        ...(has("eventsPerInterval") && { eventsPerInterval: await countEventsPerInterval(tx, range) }),
        ...(has("rejections") && { rejections: await countRejections(tx, range) }),
        ...(has("deliveries") && { deliveries: await summarizeDeliveries(tx, range) }),
        ...(has("requests") && { requests: await countRequests(tx, range) }),
      })),
  ]);
  return {
    since: range.since.toISOString(),
    until: range.until.toISOString(),
    ...(returns && { returns }),
    ...rest,
  };
}

/** Sums of only a part of the returns are shown with a word on it, and never compared. */
async function returnsOf(read: Read, range: Range): Promise<ReturnsSummary> {
  const counting = read((tx) => countReturns(tx, range));
  if (!range.isPresent && hasTooMany(await counting)) return { ...(await counting), ...NO_SUMS };
  const [counts, sums] = await Promise.all([counting, read((tx) => sumItems(tx, range))]);
  return { ...counts, ...sums };
}

function byKey<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    return work(tx);
  });
}
