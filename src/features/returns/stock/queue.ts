import type { Ctx, QueueName } from "../../../core/ctx.ts";
import { createWaker } from "../../../core/delivery/stream-table.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `features/connectors/restock/send-job.ts` handles. */
export const RESTOCKS: QueueName<WakeUp> = { name: "restocks.send" };

const wakeStreams = createWaker("restock_streams");

/** Wakes the changes of stock that wait for a store's shops, in the transaction that enables one. */
export async function wakeRestocks(tx: Ctx, storeId: string): Promise<void> {
  wakeStreams(tx, storeId);
  await tx.jobs.send(RESTOCKS, { storeId });
}
