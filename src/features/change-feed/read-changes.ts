import { numberChanges } from "../../core/changes/number-changes.ts";
import type { ChangeWatch, Ctx } from "../../core/ctx.ts";
import { createKeyedBatcher } from "../../lib/batcher.ts";
import { createLimiter } from "../../lib/limiter.ts";
import { problem } from "../../lib/problem.ts";
import { awaitedLater } from "../../lib/promises.ts";
import { feedJson } from "./feed-json.ts";
import { type FeedPosition, type FoundChanges, findChanges } from "./find-changes.ts";
import { FIRST_READ } from "./read-parts.ts";
import { type FirstRecords, readFirstRecords } from "./read-records.ts";

type Store = { storeId: string; origin: string };
export type FeedRequest = { position: FeedPosition; limit: number; waitMs: number; signal: AbortSignal };
export type ReadChanges = (store: Store, request: FeedRequest) => Promise<string>;

/** The requests that wait at a time: of one store, and in all. */
const MAX_WAITING = { perOwner: 50, total: 1_000 };
/** A page of more changes than this is a large request. */
const LARGE_PAGE = 100;

/**
 * Returns a function that reads a page of a store's change feed as JSON. An empty page waits up to `waitMs`
 * for a change, without a database connection; the wait ends when `signal` aborts and at shutdown. Throws 410
 * for a position that is not kept, 429 when too many requests wait.
 */
export function createReadChanges(ctx: Ctx): ReadChanges {
  const waiters = createLimiter(MAX_WAITING);
  // Readers that are woken together number the changes once.
  const numberOnce = createKeyedBatcher(
    (storeId: string) => storeId,
    async (readers, storeId) => {
      const hasMore = await numberChanges(ctx, storeId);
      return readers.map(() => hasMore);
    },
  );
  const find: Find = ({ storeId }, page) =>
    ctx.connectionLimiter.within(storeId, () => findChanges(ctx, numberOnce, storeId, page));

  return async (store, request) => {
    if (request.waitMs === 0) {
      const first = readFirst(ctx, store, request);
      return toJson(ctx, store, await find(store, request), first);
    }
    // Watches from before the first read, so that no change falls between them.
    const watch = ctx.changeSignal.watch(store.storeId);
    const release = waiters.tryTake(store.storeId);
    try {
      if (!release) throw tooMany();
      return toJson(ctx, store, await waitForChanges(ctx, store, request, { find, next: watch.next }));
    } finally {
      release?.();
      watch.close();
    }
  };
}

type Find = (store: Store, page: { position: FeedPosition; limit: number }) => Promise<FoundChanges>;
type Waiting = { find: Find; next: ChangeWatch["next"] };

async function waitForChanges(
  ctx: Ctx,
  store: Store,
  { position, limit, waitMs, signal }: FeedRequest,
  { find, next }: Waiting,
): Promise<FoundChanges> {
  const until = performance.now() + waitMs;
  let from = position;
  for (;;) {
    const found = await find(store, { position: from, limit });
    const remainingMs = until - performance.now();
    const mayWait = remainingMs > 0 && !signal.aborted && !ctx.changeSignal.isStopped();
    if (found.changes.length > 0 || !mayWait) return found;
    from = { after: found.after };
    await next(found.after, remainingMs, signal);
  }
}

/** Reads the objects of the first changes while these are found, which saves a round trip. */
function readFirst(
  ctx: Ctx,
  { storeId }: Store,
  { position, limit }: Pick<FeedRequest, "position" | "limit">,
): Promise<FirstRecords> | undefined {
  if (position === "latest") return undefined;
  const after = position === "beginning" ? 0 : position.after;
  const count = Math.min(limit, FIRST_READ);
  const read = () => readFirstRecords(ctx, storeId, { after, count });
  return awaitedLater(ctx.connectionLimiter.within(storeId, read));
}

function toJson(
  ctx: Ctx,
  store: Store,
  found: FoundChanges,
  first?: Promise<FirstRecords>,
): Promise<string> | string {
  if (found.changes.length === 0) return `{"changes":[],"next":${found.after}}`;
  const work = () => feedJson(ctx, store, found, first);
  return found.changes.length > LARGE_PAGE ? ctx.largeRequestLimiter.within(store.storeId, work) : work();
}

function tooMany() {
  const detail = "Too many requests wait for changes; try again when one has ended.";
  return problem("too_many_at_once", detail, { headers: { "Retry-After": "1" } });
}
