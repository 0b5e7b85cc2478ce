import type { Ctx, QueueName } from "../../../core/ctx.ts";
import { createWaker } from "../../../core/delivery/stream-table.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `features/connectors/restock/send-job.ts` handles. */
export const RESTOCKS: QueueName<WakeUp> = { name: "restocks.send" };

const wakeStreams = createWaker({
  ...{ table: "restock_streams", id: "id" },
  askedAt: `select max(shop_attempted_at) from return_stock_changes as change where change.store_id = stream.store_id
    and change.shop_stream = stream.id and change.shop_status = 'unknown'`,
});

/** Wakes the changes of stock that wait for a store's shops, in the transaction that enables one. */
export async function wakeRestocks(tx: Ctx, storeId: string): Promise<void> {
  wakeStreams(tx, storeId);
  await tx.jobs.send(RESTOCKS, { storeId });
}
