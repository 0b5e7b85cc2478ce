import { createLimiter, type Limiter, type Release } from "../../lib/limiter.ts";

/*
 * Permits divide the attempts that may run at a time among webhooks, by how long their receivers take.
 *
 * Quick, medium and slow attempts have permits of their own, so slow ones never delay the others; a store has a part of
 * each, and of all. A webhook without a measured attempt counts as quick and has few permits, until it responds or
 * proves slow. An attempt that becomes slow while it runs counts as slow from then on, and so does its webhook, until
 * the moving average of its attempts is quick again.
 *
 * A host starts with few attempts at a time. Each response allows one more, and each attempt without a response halves
 * them. Slow attempts may use half of a host, and quick webhooks don't wait for them: one host may serve many stores.
 *
 * No call waits for a permit: a webhook without one keeps its turn (`waiting-streams.ts`).
 */

/** A webhook that wants to send, and the host of its URL as far as it is known yet. */
export type PermitRequest = { storeId: string; webhookId: string; host: string };

/** The right to make attempts, one after the other. */
export type Permit = {
  /** Moves the permit to the host that the webhook's URL names now; false when that host has no free permit. */
  enter(host: string): boolean;
  begin(): void;
  /** `hasResponded`: the receiver sent a response, whatever its status. */
  end(hasResponded: boolean): void;
  release(): void;
};

/** 0 quick, 1 medium, 2 slow. */
type Level = 0 | 1 | 2;
type PermitState = {
  webhook: string;
  storeId: string;
  host: string;
  level: Level;
  isNew: boolean;
  startedAt?: number;
  /** What it holds of its level, and of the permits of new webhooks. */
  ofLevel: Release[];
};
type Host = { running: number; slow: number; limit: number; isUnresponsive: boolean };

type Limit = { total: number; perOwner: number };

/** How many attempts may run in a process, and of one store; `unmeasured` of webhooks without a measured attempt. */
export type PermitLimits = { all: Limit; quick: Limit; medium: Limit; slow: Limit; unmeasured: Limit };

export const HTTP_LIMITS: PermitLimits = {
  all: { total: 2_000, perOwner: 300 },
  quick: { total: 600, perOwner: 300 },
  medium: { total: 300, perOwner: 100 },
  slow: { total: 300, perOwner: 75 },
  unmeasured: { total: 200, perOwner: 8 },
};
const MEDIUM_MS = 250;
const SLOW_MS = 2_000;
/** The weight of the last attempt in the moving average. */
const WEIGHT = 0.5;
const MAX_KNOWN = 10_000;
const INITIAL_PER_HOST = 4;
const MAX_PER_HOST = 64;

export function createPermits(limits: PermitLimits, now: () => number = () => performance.now()) {
  const all = createLimiter(limits.all);
  const { quick, medium, slow } = limits;
  const levels = [createLimiter(quick), createLimiter(medium), createLimiter(slow)] as const;
  const ofNew = createLimiter(limits.unmeasured);
  const hosts = createHosts();
  /** The moving averages of the webhooks that were sent to last, in milliseconds. */
  const averages = new Map<string, number>();
  const running = new Set<PermitState>();

  function remember(webhook: string, durationMs: number) {
    averages.delete(webhook);
    averages.set(webhook, durationMs);
    const [first] = averages.keys();
    if (averages.size > MAX_KNOWN && first !== undefined) averages.delete(first);
  }

  function raise(state: PermitState, level: Level) {
    hosts.raise(state.host, state.level);
    releaseAll(state.ofLevel);
    state.ofLevel = [levels[level].force(state.storeId)];
    state.level = level;
    state.isNew = false;
  }

  function permitOf(state: PermitState, release: Release): Permit {
    let hasResponded: boolean | undefined;
    return {
      enter(host) {
        if (host === state.host) return true;
        if (!hosts.take(host, state.level, state.isNew)) return false;
        hosts.release(state.host, state.level);
        state.host = host;
        return true;
      },
      begin() {
        state.startedAt = now();
      },
      end(responded) {
        hasResponded = responded;
        if (state.startedAt === undefined) return;
        const durationMs = now() - state.startedAt;
        const average = averages.get(state.webhook) ?? durationMs;
        remember(state.webhook, average + (durationMs - average) * WEIGHT);
        state.startedAt = undefined;
      },
      release() {
        running.delete(state);
        releaseAll([release, ...state.ofLevel]);
        hosts.release(state.host, state.level, hasResponded);
      },
    };
  }

  return {
    isBusy: () => running.size > 0,
    take({ storeId, webhookId, host }: PermitRequest): Permit | undefined {
      const webhook = `${storeId}/${webhookId}`;
      const average = averages.get(webhook);
      const isNew = average === undefined;
      const level = levelOf(average ?? 0);
      const held = takeEach([all, levels[level], ...(isNew ? [ofNew] : [])], storeId);
      const [release, ...ofLevel] = held ?? [];
      if (!release) return undefined;
      if (!hosts.take(host, level, isNew)) {
        releaseAll([release, ...ofLevel]);
        return undefined;
      }
      const state: PermitState = { webhook, storeId, host, level, isNew, ofLevel };
      running.add(state);
      return permitOf(state, release);
    },
    /** Moves attempts that have become slow to their level; true when that has freed permits. */
    age(): boolean {
      let hasRaised = false;
      const at = now();
      for (const state of running) {
        if (state.startedAt === undefined) continue;
        const ageMs = at - state.startedAt;
        const level = levelOf(ageMs);
        if (level <= state.level) continue;
        remember(state.webhook, Math.max(ageMs, averages.get(state.webhook) ?? 0));
        raise(state, level);
        hasRaised = true;
      }
      return hasRaised;
    },
  };
}

function levelOf(durationMs: number): Level {
  if (durationMs < MEDIUM_MS) return 0;
  return durationMs < SLOW_MS ? 1 : 2;
}

/** Takes one of each, or none. */
function takeEach(limiters: Limiter[], storeId: string): Release[] | undefined {
  const releases: Release[] = [];
  for (const limiter of limiters) {
    const release = limiter.tryTake(storeId);
    if (!release) return releaseAll(releases);
    releases.push(release);
  }
  return releases;
}

function releaseAll(releases: Release[]): undefined {
  for (const release of releases) release();
}

/** Limits how many attempts run at each receiving host. */
function createHosts() {
  const hosts = new Map<string, Host>();
  return {
    take(name: string, level: Level, isNew: boolean): boolean {
      const host = hosts.get(name) ?? { running: 0, slow: 0, limit: INITIAL_PER_HOST, isUnresponsive: false };
      const counted = level === 0 && !isNew ? host.running - host.slow : host.running;
      if (counted >= host.limit || (level > 0 && host.slow >= host.limit / 2)) return false;
      hosts.set(name, host);
      host.running++;
      if (level > 0) host.slow++;
      return true;
    },
    /** `hasResponded` is undefined when no attempt was made. */
    release(name: string, level: Level, hasResponded?: boolean): void {
      const host = hosts.get(name);
      if (!host) return;
      host.running--;
      if (level > 0) host.slow--;
      if (hasResponded === true) host.limit = Math.min(MAX_PER_HOST, host.limit + 1);
      if (hasResponded === false) host.limit = Math.max(INITIAL_PER_HOST, host.limit >> 1);
      host.isUnresponsive = hasResponded === undefined ? host.isUnresponsive : !hasResponded;
      // A host without running attempts is forgotten, unless it was unresponsive.
      if (host.running === 0 && !host.isUnresponsive) hosts.delete(name);
    },
    /** Counts a running attempt as slow, which was counted as quick. */
    raise(name: string, from: Level): void {
      const host = hosts.get(name);
      if (host && from === 0) host.slow++;
    },
  };
}
