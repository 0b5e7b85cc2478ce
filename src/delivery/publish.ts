import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { stores } from "../db/tables/stores.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import type { Caller } from "../http/request-context.ts";
import { appendEvents, type Snapshot, storePayloads } from "./outbox.ts";

export type Change = {
  type: "created" | "updated";
  returnId: string;
  at: Date;
  /** Reads the return's current state; called only when the store has a webhook. */
  snapshot(): Promise<Snapshot>;
};

/**
 * Appends an event with the return's current state for every webhook of the store. Runs in the transaction of
 * the change, which has locked the return: a change that is rolled back sends nothing, and a committed one is
 * never lost.
 */
export async function publish(ctx: Ctx, caller: Caller, change: Change): Promise<void> {
  const { storeId, requestId } = caller;
  const subscribers = await ctx.db
    .select({ webhookId: webhooks.id, merchantName: stores.name })
    .from(webhooks)
    .innerJoin(stores, eq(stores.storeId, webhooks.storeId))
    .where(and(eq(webhooks.storeId, storeId), eq(webhooks.topic, "return"), isNull(webhooks.deletedAt)))
    .orderBy(asc(webhooks.id));
  const [first] = subscribers;
  if (!first) return;

  const { type, returnId, at } = change;
  const payload = { ...(await change.snapshot()), type, at, merchantName: first.merchantName };
  const [payloadId = ""] = await storePayloads(ctx, storeId, [payload]);
  const events = subscribers.map(({ webhookId }) => ({
    webhookId,
    returnId,
    type,
    at,
    payloadId,
    requestId,
  }));
  await appendEvents(ctx, storeId, events);
}
