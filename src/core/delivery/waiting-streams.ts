import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { Stream } from "./leases.ts";
import type { Receiver } from "./transport.ts";

/**
 * The woken streams of one webhook. Beyond a limit only `hasMore` is kept, which says that the database holds
 * further due streams, so memory stays bounded.
 */
export type WebhookQueue = {
  storeId: string;
  webhookId: string;
  /** The host of its URL, as far as it is known yet. */
  host: string;
  woken: Set<string>;
  hasMore: boolean;
};

export type RoundRobin = {
  add(stream: Stream): void;
  /** Notes that the database holds due streams of a webhook. */
  addMore(webhook: Receiver): void;
  /**
   * Returns the next queue for which `may` holds. Stores take turns, and the webhooks of a store take turns.
   */
  next(may: (queue: WebhookQueue) => boolean): WebhookQueue | undefined;
  setHost(webhook: Receiver, host: string): void;
  isEmpty(): boolean;
};

const MAX_WOKEN = 500;
const MAX_HOSTS = 10_000;
const MAX_WEBHOOKS = 10_000;
/** Compared with `now()`, the start of the statement, so that an index can be searched. */
export const IS_DUE = sql`stream.due_at <= now() and (stream.leased_until is null or stream.leased_until <= now())`;

/** Creates the queues of woken streams, in which stores and their webhooks take turns. */
export function createRoundRobin(): RoundRobin {
  // In the order of their turns: one that was served moves to the end.
  const stores = new Map<string, Map<string, WebhookQueue>>();
  const hosts = new Map<string, string>();

  function queueOf({ storeId, webhookId }: Receiver): WebhookQueue {
    const queues = stores.get(storeId) ?? new Map<string, WebhookQueue>();
    stores.set(storeId, queues);
    let queue = queues.get(webhookId);
    if (!queue) {
      const key = webhookKey({ storeId, webhookId });
      queue = { storeId, webhookId, host: hosts.get(key) ?? key, woken: new Set(), hasMore: false };
      queues.set(webhookId, queue);
    }
    return queue;
  }

  function nextOfStore(
    queues: Map<string, WebhookQueue>,
    may: (queue: WebhookQueue) => boolean,
  ): WebhookQueue | undefined {
    for (const [webhookId, queue] of queues) {
      if (queue.woken.size === 0 && !queue.hasMore) queues.delete(webhookId);
      else if (may(queue)) {
        queues.delete(webhookId);
        queues.set(webhookId, queue);
        return queue;
      }
    }
    return undefined;
  }

  return {
    add(stream) {
      const queue = queueOf(stream);
      if (queue.woken.size < MAX_WOKEN) queue.woken.add(stream.returnId);
      else if (!queue.woken.has(stream.returnId)) queue.hasMore = true;
    },
    addMore(webhook) {
      queueOf(webhook).hasMore = true;
    },
    next(may) {
      for (const [storeId, queues] of stores) {
        const queue = nextOfStore(queues, may);
        if (queue || queues.size === 0) stores.delete(storeId);
        if (queue) stores.set(storeId, queues);
        if (queue) return queue;
      }
      return undefined;
    },
    setHost(webhook, host) {
      if (hosts.size >= MAX_HOSTS) hosts.clear();
      hosts.set(webhookKey(webhook), host);
      const queue = stores.get(webhook.storeId)?.get(webhook.webhookId);
      if (queue) queue.host = host;
    },
    isEmpty: () => stores.size === 0,
  };
}

function webhookKey({ storeId, webhookId }: Receiver): string {
  return `${storeId}/${webhookId}`;
}

/**
 * Returns the webhooks with a stream that is due and has no lease: its pause is over, its worker died or its
 * wake-up was lost. Not of stores that are not in this cell. Steps from webhook to webhook along the index, so the cost
 * doesn't grow with the events of a webhook.
 */
export async function dueWebhooks(ctx: Ctx): Promise<Receiver[]> {
  const { rows } = await ctx.db.execute<Receiver>(sql`
    with recursive waiting as (
      (select store_id, webhook_id from webhook_streams where due_at is not null order by store_id, webhook_id limit 1)
      union all
      select next.store_id, next.webhook_id from waiting, lateral (
        select store_id, webhook_id from webhook_streams as stream
        where due_at is not null and (stream.store_id, stream.webhook_id) > (waiting.store_id, waiting.webhook_id)
        order by store_id, webhook_id limit 1
      ) as next
    )
    select waiting.store_id as "storeId", waiting.webhook_id as "webhookId"
    from waiting join webhooks on webhooks.store_id = waiting.store_id and webhooks.id = waiting.webhook_id
    where deleted_at is null and disabled_at is null and exists (
      select from webhook_streams as stream
      where stream.store_id = waiting.store_id and stream.webhook_id = waiting.webhook_id and ${IS_DUE}
    ) and not is_store_away(waiting.store_id)
    limit ${MAX_WEBHOOKS}`);
  return rows;
}

/** Returns the streams of a webhook that are due, the longest overdue first. */
export async function dueStreams(
  ctx: Ctx,
  { storeId, webhookId }: Receiver,
  limit: number,
): Promise<Stream[]> {
  const { rows } = await ctx.db.execute<{ returnId: string }>(sql`
    select return_id as "returnId" from webhook_streams as stream
    where store_id = ${storeId} and webhook_id = ${webhookId} and ${IS_DUE}
    order by due_at limit ${limit}`);
  return rows.map(({ returnId }) => ({ storeId, webhookId, returnId }));
}
