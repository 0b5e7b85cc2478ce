import { createHostLimiter } from "./host-limiter.ts";
import { createReceiverSpeeds, levelOf, type Speed } from "./receiver-speed.ts";

/** The webhook that a place is for, and where it leads, as far as is known yet. */
export type PermitRequest = { storeId: string; webhookId: string; host: string };

/** A place in which attempts are made, one after the other. */
export type Permit = {
  /** Makes it a place at the host where the webhook really leads; false when that one has none free. */
  enter(host: string): boolean;
  begin(): void;
  /** `answered`: somebody was there, whatever the answer was. */
  end(answered: boolean): void;
  release(): void;
};

export type AttemptLimiter = {
  take(wanting: PermitRequest): Permit | undefined;
  /** Counts attempts that last with those that do; true when that has made room. */
  age(): boolean;
  isBusy(): boolean;
};

/** What may run at a time: in all, of attempts of each level, and of each for one store. */
const MOST = 2_000;
const MOST_OF_LEVEL = [600, 300, 300] as const;
const MOST_OF_STORE = [300, 100, 75] as const;
const MOST_OF_STORE_IN_ALL = 300;
/** And for webhooks of which nothing is known yet, until they answer or turn out to be slow. */
const MOST_NEW = 200;
const MOST_NEW_OF_STORE = 8;

type Store = { levels: [number, number, number]; all: number; news: number };
type Running = {
  webhook: string;
  store: Store;
  host: string;
  level: Speed;
  isNew: boolean;
  beganAt?: number;
};

/**
 * Shares the places out by how long they are held. What is quick has places of its own, so that a quick receiver is served at
 * once however many slow ones there are; so has what is neither. An attempt that lasts is counted with the slow ones from then
 * on, and its webhook too, until its attempts are quick again.
 */
export function createAttemptLimiter(now: () => number = () => performance.now()): AttemptLimiter {
  const paces = createReceiverSpeeds();
  const hosts = createHostLimiter();
  const stores = new Map<string, Store>();
  const running = new Set<Running>();
  const levels = [0, 0, 0];
  let news = 0;

  function mayRun({ levels: ofStore, all, news: newOfStore }: Store, level: Speed, isNew: boolean): boolean {
    if (running.size >= MOST || (levels[level] ?? 0) >= MOST_OF_LEVEL[level]) return false;
    if (all >= MOST_OF_STORE_IN_ALL || ofStore[level] >= MOST_OF_STORE[level]) return false;
    return !isNew || (news < MOST_NEW && newOfStore < MOST_NEW_OF_STORE);
  }

  function count({ store, level, isNew }: Running, by: 1 | -1) {
    levels[level] = (levels[level] ?? 0) + by;
    store.levels[level] += by;
    store.all += by;
    if (!isNew) return;
    news += by;
    store.news += by;
  }

  function raise(one: Running, level: Speed) {
    count(one, -1);
    hosts.raise(one.host, one.level, level);
    one.level = level;
    one.isNew = false;
    count(one, 1);
  }

  return {
    isBusy: () => running.size > 0,
    take({ storeId, webhookId, host }) {
      const webhook = `${storeId}/${webhookId}`;
      const store = stores.get(storeId) ?? { levels: [0, 0, 0], all: 0, news: 0 };
      const known = paces.speedOf(webhook);
      const one: Running = { webhook, store, host, level: known ?? 0, isNew: known === undefined };
      if (!mayRun(store, one.level, one.isNew) || !hosts.take(host, one.level, one.isNew)) return undefined;
      stores.set(storeId, store);
      running.add(one);
      count(one, 1);
      let answered: boolean | undefined;
      return {
        enter(real) {
          if (real === one.host) return true;
          if (!hosts.take(real, one.level, one.isNew)) return false;
          hosts.release(one.host, one.level);
          one.host = real;
          return true;
        },
        begin() {
          one.beganAt = now();
        },
        end(isAnswered) {
          answered = isAnswered;
          if (one.beganAt !== undefined) paces.note(webhook, now() - one.beganAt);
          one.beganAt = undefined;
        },
        release() {
          running.delete(one);
          count(one, -1);
          hosts.release(one.host, one.level, answered);
          if (store.all === 0) stores.delete(storeId);
        },
      };
    },
    age() {
      let hasAged = false;
      const at = now();
      for (const one of running) {
        if (one.beganAt === undefined) continue;
        const level = levelOf(at - one.beganAt);
        if (level <= one.level) continue;
        paces.noteAge(one.webhook, at - one.beganAt);
        raise(one, level);
        hasAged = true;
      }
      return hasAged;
    },
  };
}
