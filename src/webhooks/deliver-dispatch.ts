import type { Ctx } from "../ctx.ts";
import { pause } from "../lib/pause.ts";
import { dueSubjects, dueWebhooks } from "./deliver-due.ts";
import { createEmpty, type Emptied } from "./deliver-empty.ts";
import { createLanes, type Lane } from "./deliver-lanes.ts";
import { createSlots } from "./deliver-slots.ts";
import { keyOf, type Subject } from "./deliver-take.ts";

/** Empties subjects: each alone and in order, all side by side, as many as their receivers let it. */
export type Dispatch = {
  wake(subjects: Subject[]): void;
  /** Wakes what is due and has nobody. */
  sweep(): Promise<void>;
  /** When nothing is in hand; throws what failed since the last time. */
  idle(): Promise<void>;
  /** Wakes by itself, when the time comes, what waits until then. Its end lets what runs run to its end, for a while. */
  start(): () => Promise<void>;
};

const REFILL = 200;
const SWEEP_MS = 5_000;
/** A turn that is wanted so soon is waited for; later ones too by who serves, while there are not too many. */
const SOON_MS = 50;
const LONGEST_TIMER_MS = 60_000;
const MOST_TIMERS = 10_000;
const FAREWELL_MS = 5_000;

export function createDispatch(ctx: Ctx): Dispatch {
  const lanes = createLanes();
  const slots = createSlots();
  const empty = createEmpty(ctx, () => !stopped);
  /** What is being emptied, and whether it was woken meanwhile. */
  const inHand = new Map<string, boolean>();
  /** By what they wake, how to end them. */
  const timers = new Map<string, () => void>();
  let pumping = false;
  let awaited = 0;
  let serving = false;
  let stopped = false;
  let nextSweep: ReturnType<typeof setTimeout> | undefined;
  let failure: unknown;
  const idlers: (() => void)[] = [];

  function wake(subjects: Subject[]) {
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
    while (!stopped && !slots.isFull()) {
      const lane = lanes.next(({ host, woken }) => woken.size === 0 || slots.take(host));
      if (!lane) break;
      if (lane.woken.size === 0) void refill(lane);
      else void begin(lane);
    }
    if (isIdle()) for (const idler of idlers.splice(0)) idler();
  }

  async function begin({ storeId, webhookId, host, woken }: Lane) {
    const [returnId = ""] = woken;
    woken.delete(returnId);
    const subject = { storeId, webhookId, returnId };
    const key = keyOf(subject);
    if (inHand.has(key)) {
      inHand.set(key, true);
      return slots.release(host);
    }
    inHand.set(key, false);
    let held = host;
    // Where it leads is known for sure only now: the slot has to be one of that host.
    const enter = (real: string) => {
      lanes.learn(subject, real);
      if (real === held) return true;
      if (!slots.take(real)) return false;
      slots.release(held);
      held = real;
      return true;
    };
    const { answered, againInMs }: Emptied = await empty(subject, enter).catch(fail);
    if (againInMs !== undefined) wakeIn(subject, againInMs);
    if (inHand.get(key)) lanes.add(subject);
    inHand.delete(key);
    slots.release(held, answered);
    pump();
  }

  async function refill(lane: Lane) {
    lane.hasMore = false;
    awaited++;
    const due = await dueSubjects(ctx, lane, REFILL).catch((error) => {
      fail(error);
      return [];
    });
    const idle = due.filter((subject) => !inHand.has(keyOf(subject)));
    for (const subject of idle) lanes.add(subject);
    if (due.length === REFILL && idle.length > 0) lanes.addMore(lane);
    awaited--;
    pump();
  }

  async function sweep() {
    for (const webhook of await dueWebhooks(ctx)) lanes.addMore(webhook);
    pump();
  }

  /** What is not waited for here is found by a sweep. */
  function wakeIn(subject: Subject, ms: number) {
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

  function fail(error: unknown): Emptied {
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
