import type { Ctx } from "../ctx.ts";
import { createBatcher } from "../lib/batcher.ts";
import { pause } from "../lib/pause.ts";
import { createDeliver } from "./attempt.ts";
import type { Permit } from "./attempt-limiter.ts";
import { acquireLeases, type Lease, leaseMs, type Stream } from "./leases.ts";
import { type AfterFinish, type Finished, recordAttempts } from "./record-attempts.ts";

/** What came of a subject's turn. */
export type DrainResult = {
  /** After how long it wants its next turn; absent when it wants none. */
  againInMs?: number;
};

/** The place in which attempts are made: when it may not be one at their host, the subject's turn is over. */
export type Drain = (subject: Stream, slot: Omit<Permit, "release">) => Promise<DrainResult>;

/** After so many events, or so long, it is another subject's turn. */
const MOST_IN_A_ROW = 20;
const TURN_MS = 250;
const MOST_TOGETHER = 500;
/** The statement that takes a lease may be too early to see the event, the next one isn't. */
const MOST_LOOKS = 3;
/** How long a subject rests whose event is nowhere to be seen. */
const MISSING_MS = 60_000;
/** How long somebody may be writing a subject. */
const BUSY_MS = 25;
const AWAY_MS = 250;

/**
 * Sends what a subject has to send, one after the other, until there is nothing, or the subject has to wait, or its turn is
 * over. What many subjects take and write at the same time goes in one statement.
 */
export function createDrain(ctx: Ctx, mayGoOn: () => boolean): Drain {
  const deliver = createDeliver(ctx);
  const take = createBatcher((subjects: Stream[]) => acquireLeases(ctx, subjects), {
    maxSize: MOST_TOGETHER,
  });
  const finish = createBatcher((all: Finished[]) => recordAttempts(ctx, all), { maxSize: MOST_TOGETHER });

  /** Says it again while somebody writes the subject, or the database is away, as long as the lease may still be ours. */
  async function finishInTime(finished: Finished): Promise<AfterFinish> {
    const isOver = () => performance.now() > finished.lease.askedAt + leaseMs(ctx);
    for (;;) {
      try {
        const after = await finish(finished);
        if (after !== "busy") return after;
        if (isOver()) return "lost";
        await pause(BUSY_MS);
      } catch (error) {
        if (isOver()) throw error;
        ctx.log.warn({ err: error }, "a delivery can't be written yet");
        await pause(AWAY_MS);
      }
    }
  }

  return async (subject, slot) => {
    const taken = await take(subject);
    if (taken === "busy") return { againInMs: BUSY_MS };
    if (!taken || "againInMs" in taken) return { ...taken };
    let lease: Lease = taken;
    const turnEnd = performance.now() + TURN_MS;
    let looks = 0;
    for (let count = 1; ; count++) {
      const { head } = lease;
      looks = head ? 0 : looks + 1;
      const isMissing = looks === MOST_LOOKS;
      if (isMissing) ctx.log.error({ ...subject }, "a delivery that should be pending is not there");
      const mayEnter = !head || slot.enter(new URL(head.url).host);
      const attempt = head && mayEnter ? await deliver(lease, head, slot.begin) : undefined;
      if (attempt) slot.end(attempt.status !== null);

      const isOver = count >= MOST_IN_A_ROW || performance.now() > turnEnd;
      const goesOn = mayEnter && !isMissing && !isOver && mayGoOn();
      const pauseMs = isMissing ? MISSING_MS : 0;
      const after = await finishInTime({ lease, attempt, pauseMs, goesOn });
      if (after === "lost" || after === "busy") return {};
      if (!("lease" in after)) return after;
      lease = after.lease;
    }
  };
}
