import type { Ctx } from "../ctx.ts";
import { createBackgroundLoop } from "../turns/background-loop.ts";
import { createDrain } from "./drain.ts";
import { type Stream, streamKey } from "./leases.ts";
import { createPermits, type Permit } from "./permits.ts";
import type { Receiver, Transport } from "./transport.ts";
import { createRoundRobin, type WebhookQueue } from "./waiting-streams.ts";

/** Drains streams: each by one worker and in order, many at a time, as far as their receivers' limits allow. */
export type Dispatcher = {
  wake(streams: Stream[]): void;
  /** Wakes the streams of webhooks that are due and have no lease; `sweep` those of all. */
  wakeAll(webhooks: Receiver[]): void;
  sweep(): Promise<void>;
  /** Waits until nothing is in flight; throws the first error since the last call. */
  idle(): Promise<void>;
  /**
   * Sweeps periodically and wakes streams when they are due. Returns how to stop: attempts in flight may
   * finish within a grace period.
   */
  start(): () => Promise<void>;
};

const REFILL_SIZE = 200;
/** How many queues are refilled from the database at a time. */
const MAX_REFILLS = 4;
const AGE_INTERVAL_MS = 100;
/** `idle` waits for a stream that is due this soon; later ones get a timer while the dispatcher runs. */
const SOON_MS = 50;
const MAX_TIMER_MS = 60_000;
const MAX_TIMERS = 10_000;

export function createDispatcher<Event>(ctx: Ctx, transport: Transport<Event>): Dispatcher {
  const queues = createRoundRobin();
  const permits = createPermits(transport.limits);
  const drain = createDrain(ctx, transport, () => !loop.isStopped());
  /** The streams in flight, and whether each was woken meanwhile. */
  const inFlight = new Map<string, boolean>();
  /** By stream, how to cancel its timer. */
  const timers = new Map<string, () => void>();
  let isScheduled = false;
  let pendingCount = 0;
  let refills = 0;
  let isWatching = false;
  let isServing = false;
  const loop = createBackgroundLoop({
    sweep: async () => wakeAll(await transport.dueReceivers(ctx)),
    isIdle: () =>
      inFlight.size === 0 && (loop.isStopped() || (pendingCount === 0 && !isScheduled && queues.isEmpty())),
    onError: (err) => ctx.log.error({ err }, "can't deliver events"),
    onStop: () => {
      for (const cancel of timers.values()) cancel();
    },
  });

  function wake(streams: Stream[]) {
    for (const stream of streams) queues.add(stream);
    schedule();
  }

  /** Starts as many drains as may run: once for all streams that ended or were woken in one tick. */
  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      startAll();
    });
  }

  function startAll() {
    let permit: Permit | undefined;
    const may = (queue: WebhookQueue) => {
      if (queue.woken.size === 0) return refills < MAX_REFILLS;
      permit = permits.take(queue);
      return permit !== undefined;
    };
    while (!loop.isStopped()) {
      permit = undefined;
      const queue = queues.next(may);
      if (!queue) break;
      if (permit) void startDrain(queue, permit);
      else void refill(queue);
    }
    watch();
    loop.resolveIdle();
  }

  /** While attempts run, moves those that have become slow to their level. */
  function watch() {
    if (isWatching || !permits.isBusy()) return;
    isWatching = true;
    setTimeout(() => {
      isWatching = false;
      if (permits.age()) schedule();
      watch();
    }, AGE_INTERVAL_MS);
  }

  async function startDrain({ storeId, webhookId, woken }: WebhookQueue, permit: Permit) {
    const [returnId = ""] = woken;
    woken.delete(returnId);
    const stream = { storeId, webhookId, returnId };
    const key = streamKey(stream);
    if (inFlight.has(key)) {
      inFlight.set(key, true);
      return permit.release();
    }
    inFlight.set(key, false);
    // The URL may have changed since it was last read.
    const enter = (host: string) => {
      queues.setHost(stream, host);
      return permit.enter(host);
    };
    const result = await drain(stream, { ...permit, enter }).catch(loop.fail);
    if (result?.againInMs !== undefined) wakeIn(stream, result.againInMs);
    if (inFlight.get(key)) queues.add(stream);
    inFlight.delete(key);
    permit.release();
    schedule();
  }

  async function refill(queue: WebhookQueue) {
    queue.hasMore = false;
    pendingCount++;
    refills++;
    const due = (await transport.dueStreams(ctx, queue, REFILL_SIZE).catch(loop.fail)) ?? [];
    const idle = due.filter((stream) => !inFlight.has(streamKey(stream)));
    for (const stream of idle) queues.add(stream);
    if (due.length === REFILL_SIZE && idle.length > 0) queues.addMore(queue);
    pendingCount--;
    refills--;
    schedule();
  }

  function wakeAll(webhooks: Receiver[]) {
    for (const webhook of webhooks) queues.addMore(webhook);
    schedule();
  }

  /** A sweep finds the streams that get no timer here. */
  function wakeIn(stream: Stream, ms: number) {
    if (ms <= 0) return queues.add(stream);
    const isSoon = ms <= SOON_MS;
    if (!isSoon && !(isServing && ms <= MAX_TIMER_MS && timers.size < MAX_TIMERS)) return;
    const key = streamKey(stream);
    // One timer per stream.
    timers.get(key)?.();
    if (isSoon) pendingCount++;
    const timer = setTimeout(() => {
      cancel();
      wake([stream]);
    }, ms);
    const cancel = () => {
      clearTimeout(timer);
      timers.delete(key);
      if (isSoon) pendingCount--;
    };
    timers.set(key, cancel);
  }

  const start = () => {
    isServing = true;
    const stop = loop.start();
    return async () => {
      await stop();
      transport.close?.();
    };
  };
  return { wake, wakeAll, sweep: loop.sweep, idle: loop.idle, start };
}
