import type { Ctx } from "../../../core/ctx.ts";
import { type Lease, nowOf } from "../../../core/delivery/leases.ts";
import type { Attempt } from "../../../core/delivery/record-attempts.ts";
import { pauseAfter } from "../../../core/delivery/retry.ts";
import type { Deliver } from "../../../core/delivery/transport.ts";
import { failureReason } from "../../../core/jobs/failure-reason.ts";
import { createLimiter } from "../../../lib/limiter.ts";
import { Problem, storeBusy } from "../../../lib/problem.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { ChangedOrders } from "../connector.ts";
import { connectorOf } from "../kinds.ts";
import { askOfShop } from "../open-shop.ts";
import { takeOrders } from "../take-orders.ts";
import { retryRejected } from "./retry-rejected.ts";
import type { NextPoll } from "./streams.ts";

/** How long a shop may take to return a page of orders, in all requests that it takes. */
const TIMEOUT_MS = 30_000;
/** Many more than any page that is asked for. */
const MAX_ORDERS = 500;
/** The rest of a lease: orders are stored, and rejected ones are read again. */
export const LEASE_MS = 2 * TIMEOUT_MS;
/** The longest pause after a failure, unless the shops are always read more seldom. */
const LONGEST_PAUSE_MS = 900_000;
/** Each is a transaction of many orders: many would take the connections of requests. */
const storing = createLimiter({ total: 4, perOwner: 1, waitMs: 20_000 });

/** Returns the function that reads one page of a shop's changed orders and stores them, then how far it has come. */
export function createPoll(ctx: Ctx): Deliver<NextPoll> {
  return async (lease, next, begin) => {
    if (performance.now() > lease.requestedAt + LEASE_MS - TIMEOUT_MS) return undefined;
    begin();
    const at = nowOf(lease);
    const startedAt = performance.now();
    const read = await readPage(ctx, lease, next, at).catch((error: unknown) =>
      failed(ctx, lease, next, error),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    const { error = null } = read;
    const pauseMs = pauseOf(ctx, next, read, nowOf(lease));
    const { kind } = next;
    ctx.metrics.connectorPolled(kind, error === null ? "read" : "failed", durationMs / 1_000);
    ctx.log[error === null ? "debug" : "warn"](
      {
        ...{ storeId: lease.storeId, kind, host: new URL(next.origin).host, durationMs },
        ...(read.error === undefined
          ? { orders: read.orders, more: read.more }
          : { error, failures: next.failures + 1, againInMs: pauseMs }),
      },
      "shop read",
    );
    const outcome = error === null ? ("delivered" as const) : ("waiting" as const);
    const status = error === null ? OK : null;
    return { at, durationMs, status, error, answer: null, outcome, pauseMs } satisfies Attempt;
  };
}

const OK = 200;

type Read =
  | { orders: number; more: boolean; error?: undefined; retryAfter?: undefined }
  | { error: string; retryAfter?: string | undefined };

async function readPage(ctx: Ctx, lease: Lease<NextPoll>, next: NextPoll, at: Date): Promise<Read> {
  const { storeId, fence } = lease;
  const { connectorId, cursor: before, failures } = next;
  const asking = { storeId, connected: next, timeoutMs: TIMEOUT_MS };
  const askedAt = ctx.now();
  const asked = await askOfShop(ctx, asking, (connector, call) => connector.changed(call, before, failures));
  if ("failure" in asked) return asked.failure;
  const { orders, cursor, more } = asked.result;
  if (orders.length > MAX_ORDERS) {
    return {
      error: `The shop answered with ${orders.length} orders at once: no page has more than ${MAX_ORDERS}.`,
    };
  }
  await store(ctx, lease, next, { ...asked.result, askedAt });
  // After the orders that it covers: what fails before is read once more.
  const caughtUpAt = more ? null : at.toISOString();
  const [saved] = await saveCursor(ctx.db, { storeId, connectorId, fence, cursor, caughtUpAt });
  if (saved && !more) await retryRejected(ctx, lease, next);
  return { orders: orders.length, more: more && cursor !== before };
}

async function store(
  ctx: Ctx,
  { storeId }: Lease<NextPoll>,
  { kind, connectorId }: NextPoll,
  { orders, unread = [], askedAt }: ChangedOrders & { askedAt: Date },
): Promise<void> {
  const connector = connectorOf(kind);
  if (orders.length + unread.length === 0 || !connector) return;
  const release = await storing.take(storeId);
  if (!release) throw storeBusy();
  try {
    await takeOrders(ctx, { storeId, connectorId, connector, way: "poll", askedAt }, { orders, unread });
  } finally {
    release();
  }
}

const saveCursor = preparedNamed<{ id: string }>(
  "save_connector_cursor",
  `update connectors set cursor = $cursor, caught_up_at = coalesce($caughtUpAt::timestamptz, caught_up_at)
   where store_id = $storeId and id = $connectorId and fence = $fence::bigint returning id`,
);

/** What is no problem of the order is an error of the database or of this program. */
function failed(ctx: Ctx, { storeId }: Lease<NextPoll>, { kind }: NextPoll, error: unknown): Read {
  if (error instanceof Problem) return { error: error.message };
  ctx.log.error({ err: error, storeId, kind }, "orders of a shop could not be stored");
  return { error: `The orders could not be stored. ${failureReason(error)}` };
}

/** After a failure twice as long as after the one before, and as long as the shop has asked for. */
function pauseOf(ctx: Ctx, { failures }: NextPoll, read: Read, now: Date): number {
  const { connectorPollIntervalMs: interval } = ctx.config;
  if (read.error === undefined) return read.more ? 0 : interval;
  const pause = Math.min(interval * 2 ** Math.min(failures, 20), Math.max(interval, LONGEST_PAUSE_MS));
  const { retryAfter } = read;
  return pauseAfter([pause], { tries: 0, retryAfter, now, random: Math.random() }) ?? pause;
}
