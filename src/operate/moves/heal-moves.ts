import type { Logger } from "pino";
import { createOutage, type Outage } from "../../lib/outage.ts";
import { pause } from "../../lib/promises.ts";
import { within } from "../../lib/within.ts";
import type { Directory } from "../../platform/cells/directory.ts";
import { removeLeftovers } from "./leftovers.ts";
import { listAbandonedMoves, type Move } from "./move-record.ts";
import { continueMove } from "./move-store.ts";
import { MoverAtWork, type Taking } from "./sessions.ts";
import { goBack, isHandedOver } from "./undo-move.ts";

const LOOK_MS = 500;
/** While a mover is watched, or a move is tried again. */
const LOOK_AGAIN_MS = 250;
const SWEEP_MS = 60_000;
/** The pause after a failed attempt at first; each further one doubles it. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/** A mover whose sessions are open and that renews nothing for this long beyond its lease is frozen. */
const FROZEN_MS = 1_500;
const MAX_AT_ONCE = 4;
const STOP_WITHIN_MS = 3_000;

const QUIET = { step: () => {}, share: () => {} };

/** What this process knows of a move that it has tried to end. */
type Attempts = {
  retryAt: number;
  retryMs: number;
  /** Since when the move's mover, with this lease, has held its sessions without renewing it. */
  frozen: { until: number; since: number } | undefined;
  outage: Outage;
};

/**
 * Brings moves whose mover has died to an end, until the returned function is called: back before the store is handed
 * over, and forward afterwards. Also removes what moves that are over have left. Several processes may do so at once.
 */
export function healMoves(directory: Directory, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();
  const attempts = new Map<string, Attempts>();
  const looking = outageOf(log, "can't look for moves that were interrupted");
  const sweeping = outageOf(log, "can't look for what moves have left");
  const failing = (fields: { storeId: string; step: string }) =>
    outageOf(log, "can't end the move of a process that has died", fields);

  async function heal(move: Move): Promise<void> {
    const { id, storeId, fromCell, toCell, step } = move;
    const known = attempts.get(id);
    const until = move.moverUntil.getTime();
    const frozen = known?.frozen?.until === until ? known.frozen : { until, since: performance.now() };
    const evicts = performance.now() - frozen.since > FROZEN_MS ? move : undefined;
    const { retryMs = FIRST_RETRY_MS, outage = failing({ storeId, step }) } = known ?? {};
    try {
      await endOf(directory, move, { evicts, signal });
      known?.outage.succeeded();
      attempts.delete(id);
      log.warn({ storeId, fromCell, toCell, step }, "ended the move of a process that has died");
    } catch (err) {
      if (err instanceof MoverAtWork) {
        attempts.set(id, { outage, retryAt: 0, retryMs, frozen });
        return;
      }
      attempts.set(id, {
        outage,
        retryAt: performance.now() + retryMs,
        retryMs: Math.min(2 * retryMs, MAX_RETRY_MS),
        frozen: undefined,
      });
      if (!signal.aborted) outage.failed(err);
    }
  }

  async function look(): Promise<void> {
    const abandoned = await listAbandonedMoves(directory);
    const known = new Set([...abandoned.map(({ id }) => id), ...running.keys()]);
    for (const id of attempts.keys()) if (!known.has(id)) attempts.delete(id);
    const retryAt = ({ id }: Move) => attempts.get(id)?.retryAt ?? 0;
    const waiting = abandoned.filter(({ id }) => !running.has(id));
    for (const move of waiting.toSorted((one, other) => retryAt(one) - retryAt(other))) {
      if (running.size >= MAX_AT_ONCE || retryAt(move) > performance.now()) return;
      const healed = heal(move).finally(() => running.delete(move.id));
      running.set(move.id, healed);
    }
  }

  async function sweep(): Promise<void> {
    for (const left of await removeLeftovers(directory)) log.warn(left, "removed what a move has left");
  }

  async function repeat(work: () => Promise<void>, everyMs: () => number, outage: Outage): Promise<void> {
    while (!signal.aborted) {
      await work().then(outage.succeeded, (error: unknown) => {
        if (!signal.aborted) outage.failed(error);
      });
      await pause(everyMs(), signal);
    }
  }

  const loops = [
    repeat(look, () => (attempts.size > 0 ? LOOK_AGAIN_MS : LOOK_MS), looking),
    repeat(sweep, () => SWEEP_MS, sweeping),
  ];
  return async () => {
    stopping.abort();
    await within(STOP_WITHIN_MS, Promise.allSettled([...running.values(), ...loops]));
  };
}

async function endOf(directory: Directory, move: Move, taking: Taking): Promise<void> {
  // The lease of its mover, which is over, began after the switch: late reads have ended since.
  const late = move.step === "removing" ? { lateMs: 0 } : {};
  if (isHandedOver(move)) await continueMove(directory, move, QUIET, { ...taking, ...late });
  else await goBack(directory, move, QUIET, taking);
}

/** Each has an outage of its own: a move that can't be ended hides no other one. */
function outageOf(log: Logger, fault: string, fields: { storeId?: string; step?: string } = {}): Outage {
  const lasting = (forMs: number) => ({ ...fields, seconds: Math.round(forMs / 1_000) });
  return createOutage({
    onFailure: (err, forMs) => log.error({ err, ...lasting(forMs) }, fault),
    onEnd: (forMs) => log.info(lasting(forMs), `it works again: ${fault}`),
  });
}
