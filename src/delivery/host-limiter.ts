import type { Speed } from "./receiver-speed.ts";

/** How many attempts may run at each receiving host. */
export type HostLimiter = {
  /** `isNew`: nothing is known of the webhook. */
  take(host: string, level: Speed, isNew: boolean): boolean;
  /** `answered`: somebody was there, whatever the answer was; undefined when no one was asked. */
  release(host: string, level: Speed, answered?: boolean): void;
  /** An attempt takes longer than was thought. */
  raise(host: string, from: Speed, to: Speed): void;
};

const FIRST = 4;
const LARGEST = 64;

type Host = { running: number; lasting: number; limit: number; isSilent: boolean };

/**
 * A host begins with a few, gets more while it answers, and fewer again while it doesn't. Attempts that last have half of
 * them, and webhooks that are quick don't wait for those: one host may serve many stores.
 */
export function createHostLimiter(): HostLimiter {
  const hosts = new Map<string, Host>();

  return {
    take(name, level, isNew) {
      const host = hosts.get(name) ?? { running: 0, lasting: 0, limit: FIRST, isSilent: false };
      const quick = host.running - host.lasting;
      const isFull = level === 0 && !isNew ? quick >= host.limit : host.running >= host.limit;
      if (isFull || (level > 0 && host.lasting >= host.limit / 2)) return false;
      hosts.set(name, host);
      host.running++;
      if (level > 0) host.lasting++;
      return true;
    },
    release(name, level, answered) {
      const host = hosts.get(name);
      if (!host) return;
      host.running--;
      if (level > 0) host.lasting--;
      if (answered !== undefined) {
        host.isSilent = !answered;
        host.limit = answered ? Math.min(LARGEST, host.limit + 1) : Math.max(FIRST, host.limit >> 1);
      }
      // One that begins again as it began needs no memory.
      if (host.running === 0 && !host.isSilent) hosts.delete(name);
    },
    raise(name, from, to) {
      const host = hosts.get(name);
      if (host && from === 0 && to > 0) host.lasting++;
    },
  };
}
