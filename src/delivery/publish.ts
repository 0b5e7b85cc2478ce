import { insertChanges } from "../changes/record-changes.ts";
import { announceChange, type Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { Caller } from "../http/request-context.ts";
import { type Snapshot, startAppending, startStoring } from "./outbox.ts";

/** A webhook that receives the changes of a store's returns. */
export type Subscriber = { webhookId: string; merchantName: string };

export type Change = {
  type: "created" | "updated";
  returnId: string;
  at: Date;
  /** The store's webhooks, read with the return locked; for a new return they are read with its insertion. */
  subscribers?: Subscriber[];
  /** Reads the return's current state; called only when the store has a webhook. */
  snapshot(): Promise<Snapshot>;
};

/**
 * Adds a change of a return to the store's change feed, and appends an event with the return's current state
 * for every webhook of the store. Runs in the transaction of the change, which has locked or inserted the return: a
 * change that is rolled back sends nothing, and a committed one is never lost. Resolves once its last
 * statements are sent, to be followed by the commit; `written` settles when they have run.
 */
export async function publish(
  ctx: Ctx,
  caller: Caller,
  change: Change,
): Promise<{ written: Promise<unknown> }> {
  const { storeId, requestId } = caller;
  const { type, returnId, at } = change;
  announceChange(ctx, storeId);
  const recorded = record(ctx.db, storeId, `return.${type}`, returnId, change.subscribers === undefined);
  // Awaited below or by the caller; marks the rejection as handled until then.
  recorded.catch(() => undefined);
  const subscribers = change.subscribers ?? (await recorded);
  const [first] = subscribers;
  if (!first) return { written: recorded };

  const payload = { ...(await change.snapshot()), type, at, merchantName: first.merchantName };
  const stored = startStoring(ctx, storeId, [payload]);
  stored.written.catch(() => undefined);
  const [payloadId = ""] = stored.ids;
  const events = subscribers.map(({ webhookId }) => ({
    webhookId,
    returnId,
    type,
    at,
    payloadId,
    requestId,
  }));
  const appended = await startAppending(ctx, storeId, events);
  return { written: Promise.all([recorded, stored.written, appended.written]) };
}

const SUBSCRIBERS = `select webhooks.id as "webhookId", stores.name as "merchantName"
   from webhooks join stores on stores.store_id = webhooks.store_id
   where webhooks.store_id = $1 and topic = 'return' and deleted_at is null`;

/** Returns the store's webhooks for changes of returns. The caller has sent the statement that locks the return. */
export function findSubscribers(ctx: Ctx, storeId: string): Promise<Subscriber[]> {
  return find(ctx.db, storeId);
}

const find = prepared<Subscriber>("return_subscribers", `${SUBSCRIBERS} order by webhooks.id`);

/** Adds the change to the feed and, if wanted, returns the store's webhooks, in one statement for the sake of speed. */
const record = prepared<Subscriber>(
  "record_return_change",
  `with recorded as (${insertChanges("(values ($2::text, $3::text)) as change(type, object_id)")})
   ${SUBSCRIBERS} and $4::boolean order by webhooks.id`,
);
