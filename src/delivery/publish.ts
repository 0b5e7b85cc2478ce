import { insertChanges } from "../changes/record-changes.ts";
import { announceChange, type Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
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
 * Adds a change of a return to the store's change feed, and appends an event with the return's current state
 * for every webhook of the store. Runs in the transaction of the change, which has locked the return: a
 * change that is rolled back sends nothing, and a committed one is never lost.
 */
export async function publish(ctx: Ctx, caller: Caller, change: Change): Promise<void> {
  const { storeId, requestId } = caller;
  announceChange(ctx, storeId);
  const subscribers = await recordChange(ctx.db, storeId, `return.${change.type}`, change.returnId);
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

/** Adds the change to the feed and returns the store's webhooks, in one statement for the sake of speed. */
const recordChange = prepared<{ webhookId: string; merchantName: string }>(
  "record_return_change",
  `with recorded as (${insertChanges("(values ($2::text, $3::text)) as change(type, object_id)")})
   select webhooks.id as "webhookId", stores.name as "merchantName"
   from webhooks join stores on stores.store_id = webhooks.store_id
   where webhooks.store_id = $1 and topic = 'return' and deleted_at is null
   order by webhooks.id`,
);
