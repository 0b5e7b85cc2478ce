import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { wakeWebhook } from "../../core/delivery/queue.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { newId } from "../../lib/ids.ts";
import { NOW } from "../../platform/db/now.ts";
import { webhookHistory, webhooks } from "../../platform/db/tables/webhooks.ts";
import { isWebhook, webhookNotFound } from "./find.ts";

/**
 * Lets a webhook's events be sent, or wait, and adds that to its history; when it is so already, nothing
 * changes. The events that wait are sent at once. An enabled webhook has three days again until it is disabled for failing. Throws 404 for an unknown
 * webhook.
 */
export function setEnabled(
  ctx: Ctx,
  { storeId, by, byId, requestId }: Caller,
  { webhookId, enabled }: { webhookId: string; enabled: boolean },
): Promise<void> {
  const now = sql.raw(NOW);
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    const isMine = isWebhook(storeId, webhookId);
    const [webhook] = await db.select().from(webhooks).where(isMine).for("no key update");
    if (!webhook) throw webhookNotFound(webhookId);
    if ((webhook.disabledAt === null) === enabled) return;
    const change = enabled ? { disabledAt: null, failingSince: null } : { disabledAt: now };
    await db.update(webhooks).set(change).where(isMine);
    const type = enabled ? "enabled" : "disabled";
    await db.insert(webhookHistory).values({
      ...{ storeId, webhookId, id: newId("whh"), type, at: now },
      ...{ by, switchedById: byId, requestId },
    });
    // The events that were written meanwhile have used up their wake-ups.
    if (enabled) await wakeWebhook(tx, { storeId, webhookId });
  });
}
