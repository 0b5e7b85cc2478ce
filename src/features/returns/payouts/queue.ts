import type { Ctx, QueueName } from "../../../core/ctx.ts";
import { createWaker } from "../../../core/delivery/stream-table.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `features/payouts/send-job.ts` handles. */
export const PAYOUTS: QueueName<WakeUp> = { name: "payouts.send" };

const wakeStreams = createWaker("payout_streams");

/** Wakes the payouts of a store that gets a payee, in the transaction that makes it. */
export async function wakePayouts(tx: Ctx, storeId: string): Promise<void> {
  wakeStreams(tx, storeId);
  await tx.jobs.send(PAYOUTS, { storeId });
}
