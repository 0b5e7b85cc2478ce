import type { Ctx } from "../ctx.ts";
import { pause } from "../lib/pause.ts";
import { createAttemptLimiter, type Permit } from "./attempt-limiter.ts";
import { createDrain, type DrainResult } from "./drain.ts";
import { dueStreams, dueWebhooks } from "./due.ts";
import { keyOf, type Stream } from "./leases.ts";
import { createRoundRobin, type WebhookQueue } from "./round-robin.ts";

/** Empties subjects: each alone and in order, all side by side, as many as their receivers let it. */
export type Dispatcher = {
  wake(subjects: Stream[]): void;
  /** Wakes what is due and has nobody. */
  sweep(): Promise<void>;
  /** When nothing is in hand; throws what failed since the last time. */
  idle(): Promise<void>;
  /** Wakes by itself, when the time comes, what waits until then. Its end lets what runs run to its end, for a while. */
  start(): () => Promise<void>;
};

const REFILL = 200;
/** Of webhooks with many subjects so many are read at a time: the database has others to serve. */
const MOST_REFILLING = 4;
const WATCH_MS = 100;
const SWEEP_MS = 5_000;
/** A turn that is wanted so soon is waited for; later ones too by who serves, while there are not too many. */
const SOON_MS = 50;
const LONGEST_TIMER_MS = 60_000;
const MOST_TIMERS = 10_000;
const FAREWELL_MS = 5_000;

export function createDispatcher(ctx: Ctx): Dispatcher {
  const lanes = createRoundRobin();
  const slots = createAttemptLimiter();
  const empty = createDrain(ctx, () => !stopped);
  /** What is being emptied, and whether it was woken meanwhile. */
  const inHand = new Map<string, boolean>();
  /** By what they wake, how to end them. */
  const timers = new Map<string, () => void>();
  let pumping = false;
  let awaited = 0;
  let refilling = 0;
  let watching = false;
  let serving = false;
  let stopped = false;
  let nextSweep: ReturnType<typeof setTimeout> | undefined;
  let failure: unknown;
  const idlers: (() => void)[] = [];

  function wake(subjects: Stream[]) {
    for (const subject of subjects) lanes.add(subject);
    pump();
  }

  /** Begins as much as may run: once for all that ended or were woken in the same breath. */
  function pump() {
    if (pumping) return;
    pumping = true;
    queueMicrotask(() => {
      pumping = false;
      beginAll();
    });
  }

  function beginAll() {
    let slot: Permit | undefined;
    const may = (lane: WebhookQueue) => {
      if (lane.woken.size === 0) return refilling < MOST_REFILLING;
      slot = slots.take(lane);
      return slot !== undefined;
    };
    while (!stopped) {
      slot = undefined;
      const lane = lanes.next(may);
      if (!lane) break;
      if (slot) void begin(lane, slot);
      else void refill(lane);
    }
    watch();
    if (isIdle()) for (const idler of idlers.splice(0)) idler();
  }

  /** While attempts run, those that last give their places to quick ones. */
  function watch() {
    if (watching || !slots.isBusy()) return;
    watching = true;
    setTimeout(() => {
      watching = false;
      if (slots.age()) pump();
      watch();
    }, WATCH_MS);
  }

  async function begin({ storeId, webhookId, woken }: WebhookQueue, slot: Permit) {
    const [returnId = ""] = woken;
    woken.delete(returnId);
    const subject = { storeId, webhookId, returnId };
    const key = keyOf(subject);
    if (inHand.has(key)) {
      inHand.set(key, true);
      return slot.release();
    }
    inHand.set(key, false);
    // Where it leads is known for sure only when its event is read.
    const enter = (host: string) => {
      lanes.learn(subject, host);
      return slot.enter(host);
    };
    const { againInMs }: DrainResult = await empty(subject, { ...slot, enter }).catch(fail);
    if (againInMs !== undefined) wakeIn(subject, againInMs);
    if (inHand.get(key)) lanes.add(subject);
    inHand.delete(key);
    slot.release();
    pump();
  }

  async function refill(lane: WebhookQueue) {
    lane.hasMore = false;
    awaited++;
    refilling++;
    const due = await dueStreams(ctx, lane, REFILL).catch((error) => {
      fail(error);
      return [];
    });
    const idle = due.filter((subject) => !inHand.has(keyOf(subject)));
    for (const subject of idle) lanes.add(subject);
    if (due.length === REFILL && idle.length > 0) lanes.addMore(lane);
    awaited--;
    refilling--;
    pump();
  }

  async function sweep() {
    for (const webhook of await dueWebhooks(ctx)) lanes.addMore(webhook);
    pump();
  }

  /** What is not waited for here is found by a sweep. */
  function wakeIn(subject: Stream, ms: number) {
    if (ms <= 0) return lanes.add(subject);
    const isSoon = ms <= SOON_MS;
    if (!isSoon && !(serving && ms <= LONGEST_TIMER_MS && timers.size < MOST_TIMERS)) return;
    const key = keyOf(subject);
    // One timer is enough, however often it is said when.
    timers.get(key)?.();
    if (isSoon) awaited++;
    const timer = setTimeout(() => {
      end();
      wake([subject]);
    }, ms);
    const end = () => {
      clearTimeout(timer);
      timers.delete(key);
      if (isSoon) awaited--;
    };
    timers.set(key, end);
  }

  function isIdle(): boolean {
    return inHand.size === 0 && (stopped || (awaited === 0 && !pumping && lanes.isEmpty()));
  }

  async function idle() {
    if (!isIdle()) await new Promise<void>((resolve) => idlers.push(resolve));
    const failed = failure;
    failure = undefined;
    if (failed) throw failed;
  }

  function fail(error: unknown): DrainResult {
    failure ??= error;
    ctx.log.error({ err: error }, "deliveries failed");
    return {};
  }

  function start() {
    serving = true;
    const again = async () => {
      await sweep().catch(fail);
      if (!stopped) nextSweep = setTimeout(again, SWEEP_MS);
    };
    void again();
    return async () => {
      stopped = true;
      clearTimeout(nextSweep);
      for (const end of timers.values()) end();
      await Promise.race([idle().catch(() => undefined), pause(FAREWELL_MS)]);
    };
  }

  return { wake, sweep, idle, start };
}
