import { createBatcher } from "../../lib/batcher.ts";
import { pause } from "../../lib/promises.ts";
import { recorder } from "../../platform/tracing/tracing.ts";
import type { Ctx } from "../ctx.ts";
import type { Lease, Stream } from "./leases.ts";
import type { Permit } from "./permits.ts";
import type { AttemptOfLease, RecordResult } from "./record-attempts.ts";
import type { Transport } from "./transport.ts";

/** What a drain returns. */
export type DrainResult = {
  /** When the stream is due again; absent when nothing is pending or another process sends it. */
  againInMs?: number;
};

/** Drains one stream. It ends early when the permit can't move to the host of the next event. */
export type Drain = (stream: Stream, permit: Omit<Permit, "release">) => Promise<DrainResult>;

type Recorded<Event> = Exclude<RecordResult<Event>, { error: unknown } | "busy">;

/** After this many events, or this long, the next stream has its turn. */
const MAX_EVENTS_PER_TURN = 20;
const TURN_MS = 250;
const MAX_BATCH_SIZE = 500;
/** The statement that acquires a lease may run before the event is visible; the next one sees it. */
const MAX_LOOKS = 3;
/** How long a stream pauses whose pending event can't be found. */
const MISSING_PAUSE_MS = 60_000;
/** How soon a stream that another transaction has locked is tried again. */
const LOCKED_PAUSE_MS = 25;
const UNAVAILABLE_PAUSE_MS = 250;

/**
 * Sends the events of a stream, one after the other, until none is pending, the stream has to wait, or its
 * turn is over. Streams that acquire leases or record attempts at the same time share a statement. It throws what
 * the database answers, while recording only once the lease may have lapsed.
 */
export function createDrain<Event>(ctx: Ctx, transport: Transport<Event>, mayContinue: () => boolean): Drain {
  const { deliver, hostOf, leaseMs } = transport;
  const acquire = createBatcher((streams: Stream[]) => transport.acquire(ctx, streams, leaseMs), {
    maxSize: MAX_BATCH_SIZE,
  });
  const record = createBatcher((attempts: AttemptOfLease<Event>[]) => transport.record(ctx, attempts), {
    maxSize: MAX_BATCH_SIZE,
  });

  /**
   * Retries while another transaction has the stream locked or the database is unavailable, until the lease
   * may have lapsed.
   */
  async function recordInTime(attempt: AttemptOfLease<Event>): Promise<Recorded<Event>> {
    const hasLapsed = () => performance.now() > attempt.lease.requestedAt + leaseMs;
    for (;;) {
      try {
        const after = await record(attempt);
        if (typeof after === "object" && "error" in after) throw after.error;
        if (after !== "busy") return after;
        if (hasLapsed()) return "lost";
        await pause(LOCKED_PAUSE_MS);
      } catch (error) {
        if (hasLapsed()) throw error;
        ctx.log.warn({ err: error }, "can't record a delivery yet");
        await pause(UNAVAILABLE_PAUSE_MS);
      }
    }
  }

  const drain: Drain = async (stream, permit) => {
    const acquired = await acquire(stream);
    if (acquired === "busy") return { againInMs: LOCKED_PAUSE_MS };
    if (!acquired || "againInMs" in acquired) return { ...acquired };
    let lease: Lease<Event> = acquired;
    const turnEnd = performance.now() + TURN_MS;
    let looks = 0;
    for (let count = 1; ; count++) {
      const { nextEvent: event } = lease;
      looks = event ? 0 : looks + 1;
      const isMissing = looks === MAX_LOOKS;
      if (isMissing) ctx.log.error({ ...stream }, "a pending delivery is missing");
      const mayEnter = !event || permit.enter(hostOf(event));
      const attempt = event && mayEnter ? await deliver(lease, event, permit.begin) : undefined;
      if (attempt) permit.end(attempt.status !== null);

      const isOver = count >= MAX_EVENTS_PER_TURN || performance.now() > turnEnd;
      const keepsLease = mayEnter && !isMissing && !isOver && mayContinue();
      const pauseMs = isMissing ? MISSING_PAUSE_MS : 0;
      const after = await recordInTime({ lease, attempt, pauseMs, keepsLease });
      if (after === "lost") return {};
      if (!("lease" in after)) return after;
      lease = after.lease;
    }
  };
  // Each attempt belongs to the trace of its event, not to that of the job that has woken the stream.
  return (stream, permit) =>
    recorder ? recorder.detached(() => drain(stream, permit)) : drain(stream, permit);
}
