import { and, eq, ne, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { wakeUp } from "../../core/delivery/queue.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhookEvents, webhookStreams } from "../../platform/db/tables/webhooks.ts";
import { type DeliveryKey, findDelivery } from "./find-delivery.ts";

/**
 * Sends an event again, unchanged and under its own sequence, with all attempts restarted and ahead of later
 * events of its return. An event that waits for its next attempt is sent now; one that is being sent is sent
 * once more. Throws 404 for an unknown webhook or delivery.
 */
export async function redeliver(ctx: Ctx, storeId: string, key: DeliveryKey): Promise<void> {
  const { webhookId, returnId, seq } = await findDelivery(ctx, storeId, key);
  const stream = and(
    eq(webhookStreams.storeId, storeId),
    eq(webhookStreams.webhookId, webhookId),
    eq(webhookStreams.returnId, returnId),
  );
  await inTransaction(ctx, async (tx) => {
    await tx.db.select().from(webhookStreams).where(stream).for("no key update");
    // Retention may have removed it since it was found.
    await findDelivery(tx, storeId, key);
    const { rowCount } = await tx.db
      .update(webhookEvents)
      .set({ state: "pending", tries: 0, finishedAt: null })
      .where(
        and(
          eq(webhookEvents.storeId, storeId),
          eq(webhookEvents.webhookId, webhookId),
          eq(webhookEvents.returnId, returnId),
          eq(webhookEvents.seq, seq),
          ne(webhookEvents.state, "pending"),
        ),
      );
    // Retention may have removed it until now too; it keeps what waits.
    if (rowCount === 0) await findDelivery(tx, storeId, key);
    await tx.db
      .update(webhookStreams)
      .set({
        pending: sql`${webhookStreams.pending} + ${rowCount ?? 0}`,
        dueAt: sql.raw(NOW),
        redelivered: sql`case when ${seq} = any(redelivered) then redelivered else array_append(redelivered, ${seq}) end`,
      })
      .where(stream);
    await wakeUp(tx, [{ storeId, webhookId, returnId }]);
  });
}
