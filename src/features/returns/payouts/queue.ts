import type { Ctx, QueueName } from "../../../core/ctx.ts";
import { createWaker } from "../../../core/delivery/stream-table.ts";
import { CONNECTOR_PAYER } from "./payer.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `features/payouts/send-job.ts` handles. */
export const PAYOUTS: QueueName<WakeUp> = { name: "payouts.send" };

const wakeStreams = createWaker({
  ...{ table: "payout_streams", id: "return_id" },
  askedAt: `select max(attempted_at) from payouts join connectors on connectors.store_id = payouts.store_id
    and ${CONNECTOR_PAYER} = payouts.payer_id
    where payouts.store_id = stream.store_id and payouts.return_id = stream.return_id and payouts.status = 'unknown'`,
});

/** Wakes the payouts of a store that gets a payee, or those of a return that a person asks for, in the caller's transaction. */
export async function wakePayouts(tx: Ctx, storeId: string, returnId?: string): Promise<void> {
  wakeStreams(tx, storeId, returnId);
  await tx.jobs.send(PAYOUTS, { storeId });
}
