import type { Subject } from "./deliver-take.ts";

/**
 * The subjects of one webhook that were woken. Only so many are remembered; of further ones it is known that the database
 * has them, so that memory stays what it is however many wait.
 */
export type Lane = {
  storeId: string;
  webhookId: string;
  /** Where it leads, as far as is known yet. */
  host: string;
  woken: Set<string>;
  hasMore: boolean;
};

export type Lanes = {
  add(subject: Subject): void;
  /** Notes that the database holds due subjects of a webhook. */
  addMore(webhook: Omit<Subject, "returnId">): void;
  /** The next lane, in turn, that `may` go. */
  next(may: (lane: Lane) => boolean): Lane | undefined;
  learn(webhook: Omit<Subject, "returnId">, host: string): void;
  isEmpty(): boolean;
};

const MOST_WOKEN = 500;
const MOST_HOSTS = 10_000;

export function createLanes(): Lanes {
  // In the order of their turns: who had one goes to the end.
  const lanes = new Map<string, Lane>();
  const hosts = new Map<string, string>();

  function laneOf({ storeId, webhookId }: Omit<Subject, "returnId">): Lane {
    const key = `${storeId}/${webhookId}`;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { storeId, webhookId, host: hosts.get(key) ?? key, woken: new Set(), hasMore: false };
      lanes.set(key, lane);
    }
    return lane;
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
      for (const [key, lane] of lanes) {
        if (lane.woken.size === 0 && !lane.hasMore) lanes.delete(key);
        else if (may(lane)) {
          lanes.delete(key);
          lanes.set(key, lane);
          return lane;
        }
      }
      return undefined;
    },
    learn(webhook, host) {
      if (hosts.size >= MOST_HOSTS) hosts.clear();
      const key = `${webhook.storeId}/${webhook.webhookId}`;
      hosts.set(key, host);
      const lane = lanes.get(key);
      if (lane) lane.host = host;
    },
    isEmpty: () => lanes.size === 0,
  };
}
