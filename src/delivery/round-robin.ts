import type { Stream } from "./leases.ts";

type Webhook = Omit<Stream, "returnId">;

/**
 * The subjects of one webhook that were woken. Only so many are remembered; of further ones it is known that the database
 * has them, so that memory stays what it is however many wait.
 */
export type WebhookQueue = {
  storeId: string;
  webhookId: string;
  /** Where it leads, as far as is known yet. */
  host: string;
  woken: Set<string>;
  hasMore: boolean;
};

export type RoundRobin = {
  add(subject: Stream): void;
  /** Notes that the database holds due subjects of a webhook. */
  addMore(webhook: Webhook): void;
  /** The next lane, in turn, that `may` go: a store comes as often as another one, however many webhooks it has. */
  next(may: (lane: WebhookQueue) => boolean): WebhookQueue | undefined;
  learn(webhook: Webhook, host: string): void;
  isEmpty(): boolean;
};

const MOST_WOKEN = 500;
const MOST_HOSTS = 10_000;

export function createRoundRobin(): RoundRobin {
  // Both in the order of their turns: who had one goes to the end.
  const stores = new Map<string, Map<string, WebhookQueue>>();
  const hosts = new Map<string, string>();

  function laneOf({ storeId, webhookId }: Webhook): WebhookQueue {
    const lanes = stores.get(storeId) ?? new Map<string, WebhookQueue>();
    stores.set(storeId, lanes);
    let lane = lanes.get(webhookId);
    if (!lane) {
      const key = keyOf({ storeId, webhookId });
      lane = { storeId, webhookId, host: hosts.get(key) ?? key, woken: new Set(), hasMore: false };
      lanes.set(webhookId, lane);
    }
    return lane;
  }

  function nextOf(
    lanes: Map<string, WebhookQueue>,
    may: (lane: WebhookQueue) => boolean,
  ): WebhookQueue | undefined {
    for (const [webhookId, lane] of lanes) {
      if (lane.woken.size === 0 && !lane.hasMore) lanes.delete(webhookId);
      else if (may(lane)) {
        lanes.delete(webhookId);
        lanes.set(webhookId, lane);
        return lane;
      }
    }
    return undefined;
  }

  return {
    add(subject) {
      const lane = laneOf(subject);
      if (lane.woken.size < MOST_WOKEN) lane.woken.add(subject.returnId);
      else if (!lane.woken.has(subject.returnId)) lane.hasMore = true;
    },
    addMore(webhook) {
      laneOf(webhook).hasMore = true;
    },
    next(may) {
      for (const [storeId, lanes] of stores) {
        const lane = nextOf(lanes, may);
        if (lane || lanes.size === 0) stores.delete(storeId);
        if (lane) stores.set(storeId, lanes);
        if (lane) return lane;
      }
      return undefined;
    },
    learn(webhook, host) {
      if (hosts.size >= MOST_HOSTS) hosts.clear();
      hosts.set(keyOf(webhook), host);
      const lane = stores.get(webhook.storeId)?.get(webhook.webhookId);
      if (lane) lane.host = host;
    },
    isEmpty: () => stores.size === 0,
  };
}

function keyOf({ storeId, webhookId }: Webhook): string {
  return `${storeId}/${webhookId}`;
}
