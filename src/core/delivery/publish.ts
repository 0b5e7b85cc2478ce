import { prepared } from "../../platform/db/prepared.ts";
import type { EventType, Topic } from "../../platform/db/tables/webhooks.ts";
import { insertChanges } from "../changes/record-changes.ts";
import { announceChange, type Ctx, withCommit } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import { appendEvents, type ShownReturn, storePayloads } from "./outbox.ts";

/** A webhook that receives the changes of a store's returns. `isBusy`: it has pending events of the return. */
export type Subscriber = { webhookId: string; merchantName: string; isBusy: boolean };

export type ReturnChange = {
  type: "created" | "updated";
  returnId: string;
  at: Date;
  /** The store's webhooks, read with the return locked; for a new return they are read with its insertion. */
  subscribers?: Subscriber[];
  /** Reads the return's current state; called only when the store has a webhook. */
  snapshot(): Promise<ShownReturn>;
};

/**
 * Adds a change of a return to the store's change feed, and appends an event with the return's current state
 * for every webhook of the store. Runs in the transaction of the change, which has locked or inserted the return: a
 * change that is rolled back sends nothing, and a committed one is never lost.
 */
export async function publish(ctx: Ctx, caller: Caller, change: ReturnChange): Promise<void> {
  const { storeId, requestId } = caller;
  const { type, returnId, at } = change;
  announceChange(ctx, storeId);
  const recorded = record(ctx.db, storeId, `return.${type}`, returnId, change.subscribers === undefined);
  withCommit(ctx, recorded);
  const subscribers = change.subscribers ?? (await recorded);
  const [first] = subscribers;
  if (!first) return;

  const { return: shownReturn, order } = await change.snapshot();
  const payload = { type, at, merchantName: first.merchantName, shown: { return: shownReturn, order } };
  const [payloadId = ""] = storePayloads(ctx, storeId, [{ aboutId: returnId, ...payload }]);
  const event = { returnId, type, at, payloadId, requestId };
  const events = subscribers.map(({ webhookId }) => ({ ...event, webhookId }));
  await appendEvents(ctx, storeId, { events, areBusy: subscribers.some(({ isBusy }) => isBusy) });
}

const subscribers = (isBusy: string) => `select webhooks.id as "webhookId", stores.name as "merchantName",
     ${isBusy} as "isBusy"
   from webhooks join stores on stores.store_id = webhooks.store_id
   where webhooks.store_id = $1 and topic = 'return' and deleted_at is null`;

/** Returns the store's webhooks for changes of a return. The caller has sent the statement that locks the return. */
export function findSubscribers(ctx: Ctx, storeId: string, returnId: string): Promise<Subscriber[]> {
  return find(ctx.db, storeId, returnId);
}

const find = prepared<Subscriber>(
  "return_subscribers",
  `${subscribers(`exists (select from webhook_streams as stream
     where stream.store_id = $1 and stream.webhook_id = webhooks.id and stream.return_id = $2 and pending > 0)`)}
   order by webhooks.id`,
);

/** What has happened to something of which webhooks have a topic of their own. */
export type TopicEvent = {
  topic: Exclude<Topic, "return">;
  type: EventType;
  at: Date;
  /** The id of what it has happened to: its events are sent in order. */
  aboutId: string;
  /** Reads what payloads show of it; called only when the store has a webhook of the topic. */
  shown(): Promise<object>;
};

/** Appends an event for every webhook of a topic, in the caller's transaction. */
export async function publishTo(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  { topic, type, at, aboutId, shown }: TopicEvent,
): Promise<void> {
  const found = await findOfTopic(ctx.db, storeId, topic);
  const [first] = found;
  if (!first) return;
  const payload = { aboutId, type, at, merchantName: first.merchantName, shown: await shown() };
  const [payloadId = ""] = storePayloads(ctx, storeId, [payload]);
  const event = { returnId: aboutId, type, at, payloadId, requestId };
  const events = found.map(({ webhookId }) => ({ ...event, webhookId }));
  await appendEvents(ctx, storeId, { events });
}

const findOfTopic = prepared<Omit<Subscriber, "isBusy">>(
  "topic_subscribers",
  `select webhooks.id as "webhookId", stores.name as "merchantName"
   from webhooks join stores on stores.store_id = webhooks.store_id
   where webhooks.store_id = $1 and topic = $2 and deleted_at is null order by webhooks.id`,
);

/** Adds the change to the feed and, if wanted, returns the store's webhooks, in one statement for the sake of speed. */
const record = prepared<Subscriber>(
  "record_return_change",
  `with recorded as (${insertChanges("(values ($2::text, $3::text)) as change(type, object_id)")})
   ${subscribers("false")} and $4::boolean order by webhooks.id`,
);
