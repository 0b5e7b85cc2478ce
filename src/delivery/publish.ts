import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { stores } from "../db/tables/stores.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import type { Caller } from "../http/request-context.ts";
import { appendEvents, keepPayloads, type Snapshot } from "./outbox.ts";

export type Change = {
  type: "created" | "updated";
  returnId: string;
  at: Date;
  /** How the return stands now; asked for only when somebody listens. */
  snapshot(): Promise<Snapshot>;
};

/**
 * Tells every webhook of the store of a change of a return, as it stands now. Runs in the transaction of the change: what
 * was refused is told to nobody, and what was committed is never lost. The change holds its return until then.
 */
export async function publish(ctx: Ctx, caller: Caller, change: Change): Promise<void> {
  const { storeId, requestId } = caller;
  const listeners = await ctx.db
    .select({ webhookId: webhooks.id, merchantName: stores.name })
    .from(webhooks)
    .innerJoin(stores, eq(stores.storeId, webhooks.storeId))
    .where(and(eq(webhooks.storeId, storeId), eq(webhooks.topic, "return"), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.id));
  const [first] = listeners;
  if (!first) return;

  const { type, returnId, at } = change;
  const telling = { ...(await change.snapshot()), type, at, merchantName: first.merchantName };
  const [payloadId = ""] = await keepPayloads(ctx, storeId, [telling]);
  const events = listeners.map(({ webhookId }) => ({ webhookId, returnId, type, at, payloadId, requestId }));
  await appendEvents(ctx, storeId, events);
}
