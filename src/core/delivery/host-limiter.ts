import type { Speed } from "./receiver-speed.ts";

/** Limits how many attempts run at each receiving host. */
export type HostLimiter = {
  /** Returns whether one more attempt may run. `isNew`: the webhook has no measured attempt yet. */
  take(host: string, level: Speed, isNew: boolean): boolean;
  /**
   * `hasResponded`: whether the host sent a response, whatever its status; undefined when no attempt was
   * made.
   */
  release(host: string, level: Speed, hasResponded?: boolean): void;
  /** Counts a running attempt as slower than it was taken for. */
  raise(host: string, from: Speed, to: Speed): void;
};

const INITIAL_LIMIT = 4;
const MAX_LIMIT = 64;

type Host = { running: number; slow: number; limit: number; isUnresponsive: boolean };

/**
 * A host starts with a small limit. Each response raises it, and each attempt without a response halves it.
 * Slow attempts may use half of it, and quick webhooks don't wait for them, because one host may serve many
 * stores.
 */
export function createHostLimiter(): HostLimiter {
  const hosts = new Map<string, Host>();

  return {
    take(name, level, isNew) {
      const host = hosts.get(name) ?? { running: 0, slow: 0, limit: INITIAL_LIMIT, isUnresponsive: false };
      const quick = host.running - host.slow;
      const isFull = level === 0 && !isNew ? quick >= host.limit : host.running >= host.limit;
      if (isFull || (level > 0 && host.slow >= host.limit / 2)) return false;
      hosts.set(name, host);
      host.running++;
      if (level > 0) host.slow++;
      return true;
    },
    release(name, level, hasResponded) {
      const host = hosts.get(name);
      if (!host) return;
      host.running--;
      if (level > 0) host.slow--;
      if (hasResponded !== undefined) {
        host.isUnresponsive = !hasResponded;
        host.limit = hasResponded
          ? Math.min(MAX_LIMIT, host.limit + 1)
          : Math.max(INITIAL_LIMIT, host.limit >> 1);
      }
      // A host without running attempts is forgotten, unless it was unresponsive.
      if (host.running === 0 && !host.isUnresponsive) hosts.delete(name);
    },
    raise(name, from, to) {
      const host = hosts.get(name);
      if (host && from === 0 && to > 0) host.slow++;
    },
  };
}
