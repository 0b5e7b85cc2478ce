import type { Ctx } from "../../core/ctx.ts";
import type { Attempt } from "../../core/delivery/record-attempts.ts";
import { pause } from "../../lib/promises.ts";
import { RESTOCK_STREAMS } from "../connectors/restock/streams.ts";
import { RESTOCKS } from "../returns/stock/queue.ts";

const LOOK_MS = 200;

type Turn = {
  storeId: string;
  /** The stream of the order's changes of stock in the shop. */
  stream: string;
  /** When the turn has to have come, by this process's clock. */
  until: number;
};

/**
 * Asks a shop for something of an order while it is asked for nothing else of it: Medusa confirms whichever change of an order
 * is under way when it refunds, and leaves its own open for ever. The turn is the lease of the order's changes of stock, in all
 * processes. Where the shop doesn't answer it ends once the shop is no longer at work. Returns undefined where the turn doesn't
 * come in time.
 */
export async function inOrderTurn(
  ctx: Ctx,
  { storeId, stream, until }: Turn,
  ask: () => Promise<Attempt | undefined>,
): Promise<Attempt | undefined> {
  const { payoutTimeoutMs: timeoutMs } = ctx.config;
  const key = { storeId, returnId: stream };
  const hold = () => RESTOCK_STREAMS.hold(ctx.db, { ...key, leaseMs: 2 * timeoutMs });
  let fence = await hold();
  while (fence === undefined) {
    if (performance.now() > until) return undefined;
    await pause(LOOK_MS);
    fence = await hold();
  }
  let busyMs = timeoutMs;
  try {
    const attempt = await ask();
    if (attempt?.status !== null) busyMs = 0;
    return attempt;
  } finally {
    // What the shop has answered counts also where the turn can't be left: it ends by itself.
    await leave(fence).catch((err: unknown) =>
      ctx.log.warn({ err, storeId }, "can't leave the turn of an order"),
    );
  }

  async function leave(fence: string): Promise<void> {
    const isDue = await RESTOCK_STREAMS.leave(ctx.db, { ...key, fence, busyMs });
    if (isDue) await ctx.jobs.send(RESTOCKS, { storeId });
  }
}
