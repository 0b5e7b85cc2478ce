import { createHostLimiter } from "./host-limiter.ts";
import { createReceiverSpeeds, levelOf, type Speed } from "./receiver-speed.ts";

/** A webhook that wants to send, and the host of its URL as far as it is known yet. */
export type PermitRequest = { storeId: string; webhookId: string; host: string };

/** The right to make attempts, one after the other. */
export type Permit = {
  /**
   * Moves the permit to the host that the webhook's URL names now; false when that host has no free permit.
   */
  enter(host: string): boolean;
  begin(): void;
  /** `hasResponded`: the receiver sent a response, whatever its status. */
  end(hasResponded: boolean): void;
  release(): void;
};

export type AttemptLimiter = {
  take(request: PermitRequest): Permit | undefined;
  /** Moves attempts that have become slow to their level; true when that has freed permits. */
  age(): boolean;
  isBusy(): boolean;
};

/** Attempts that may run at a time: in total, per level, and per store and level. */
const MAX_ATTEMPTS = 2_000;
const MAX_PER_LEVEL = [600, 300, 300] as const;
const MAX_PER_STORE_AND_LEVEL = [300, 100, 75] as const;
const MAX_PER_STORE = 300;
/** The same for webhooks without a measured attempt, until they respond or prove slow. */
const MAX_NEW = 200;
const MAX_NEW_PER_STORE = 8;

type Store = { levels: [number, number, number]; total: number; newCount: number };
type Running = {
  webhook: string;
  store: Store;
  host: string;
  level: Speed;
  isNew: boolean;
  startedAt?: number;
};

/**
 * Divides the permits by how long attempts take. Quick and medium receivers have permits of their own, so slow
 * ones never delay them. An attempt that becomes slow while it runs counts as slow from then on, and so does
 * its webhook until its attempts are quick again.
 */
export function createAttemptLimiter(now: () => number = () => performance.now()): AttemptLimiter {
  const speeds = createReceiverSpeeds();
  const hosts = createHostLimiter();
  const stores = new Map<string, Store>();
  const running = new Set<Running>();
  const levels = [0, 0, 0];
  let newCount = 0;

  function mayRun(
    { levels: perLevel, total, newCount: newPerStore }: Store,
    level: Speed,
    isNew: boolean,
  ): boolean {
    if (running.size >= MAX_ATTEMPTS || (levels[level] ?? 0) >= MAX_PER_LEVEL[level]) return false;
    if (total >= MAX_PER_STORE || perLevel[level] >= MAX_PER_STORE_AND_LEVEL[level]) return false;
    return !isNew || (newCount < MAX_NEW && newPerStore < MAX_NEW_PER_STORE);
  }

  function count({ store, level, isNew }: Running, by: 1 | -1) {
    levels[level] = (levels[level] ?? 0) + by;
    store.levels[level] += by;
    store.total += by;
    if (!isNew) return;
    newCount += by;
    store.newCount += by;
  }

  function raise(attempt: Running, level: Speed) {
    count(attempt, -1);
    hosts.raise(attempt.host, attempt.level, level);
    attempt.level = level;
    attempt.isNew = false;
    count(attempt, 1);
  }

  return {
    isBusy: () => running.size > 0,
    take({ storeId, webhookId, host }) {
      const webhook = `${storeId}/${webhookId}`;
      const store = stores.get(storeId) ?? { levels: [0, 0, 0], total: 0, newCount: 0 };
      const known = speeds.speedOf(webhook);
      const attempt: Running = { webhook, store, host, level: known ?? 0, isNew: known === undefined };
      if (!mayRun(store, attempt.level, attempt.isNew) || !hosts.take(host, attempt.level, attempt.isNew))
        return undefined;
      stores.set(storeId, store);
      running.add(attempt);
      count(attempt, 1);
      let hasResponded: boolean | undefined;
      return {
        enter(actualHost) {
          if (actualHost === attempt.host) return true;
          if (!hosts.take(actualHost, attempt.level, attempt.isNew)) return false;
          hosts.release(attempt.host, attempt.level);
          attempt.host = actualHost;
          return true;
        },
        begin() {
          attempt.startedAt = now();
        },
        end(responded) {
          hasResponded = responded;
          if (attempt.startedAt !== undefined) speeds.note(webhook, now() - attempt.startedAt);
          attempt.startedAt = undefined;
        },
        release() {
          running.delete(attempt);
          count(attempt, -1);
          hosts.release(attempt.host, attempt.level, hasResponded);
          if (store.total === 0) stores.delete(storeId);
        },
      };
    },
    age() {
      let hasRaised = false;
      const at = now();
      for (const attempt of running) {
        if (attempt.startedAt === undefined) continue;
        const level = levelOf(at - attempt.startedAt);
        if (level <= attempt.level) continue;
        speeds.noteAge(attempt.webhook, at - attempt.startedAt);
        raise(attempt, level);
        hasRaised = true;
      }
      return hasRaised;
    },
  };
}
