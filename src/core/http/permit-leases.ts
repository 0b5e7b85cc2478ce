/** A limit of a store's requests, by its key, and how many may be granted in a window of `seconds`. */
type Limited = { key: string; limit: number; seconds: number };

/**
 * Permits that a busy process takes ahead. They are for a hundredth of the window, so the limit holds within a
 * hundredth of it.
 */
export type PermitLeases = {
  /** Uses a permit that was taken ahead; returns the quota that is left, or undefined when there is none. */
  use(limited: Limited): number | undefined;
  /** Returns how many permits to take beyond those that are asked for, of which `used` counts none. */
  ahead(limited: Limited, asked: number): number;
  /** Keeps what was granted ahead, and the quota that is left with it. */
  grant(limited: Limited, granted: { left: number; ahead: number }): void;
};

type Lease = {
  /** The requests of the present period, when it began, and those of the period before. */
  requests: number;
  since: number;
  before: number;
  /** The permits that are left of those taken ahead, and until when. */
  ahead: number;
  until: number;
  /** The quota that is left; all of it until permits are granted. */
  left: number;
};

const PERIODS = 100;
/** Fewer permits are not worth taking ahead. */
const MIN_AHEAD = 10;
const MAX_LEASES = 10_000;

export function createPermitLeases(now: () => number = () => performance.now()): PermitLeases {
  const leases = new Map<string, Lease>();

  function leaseOf({ key, limit }: Limited): Lease {
    const lease = leases.get(key) ?? {
      requests: 0,
      since: now(),
      before: 0,
      ahead: 0,
      until: 0,
      left: limit,
    };
    if (leases.size >= MAX_LEASES) leases.clear();
    leases.set(key, lease);
    return lease;
  }

  return {
    use: (limited) => {
      if (limited.limit < MIN_AHEAD * PERIODS) return undefined;
      const lease = leaseOf(limited);
      const at = now();
      const periodMs = (limited.seconds * 1_000) / PERIODS;
      if (at - lease.since >= periodMs) {
        lease.before = at - lease.since < 2 * periodMs ? lease.requests : 0;
        lease.requests = 0;
        lease.since = at;
      }
      lease.requests++;
      if (lease.ahead === 0 || at >= lease.until) return undefined;
      lease.ahead--;
      return --lease.left;
    },
    ahead: (limited, asked) => {
      const lease = leases.get(limited.key);
      if (!lease) return 0;
      const most = Math.min(lease.before, Math.floor(limited.limit / PERIODS));
      // Behind half of the limit each permit is for a request that has come: none may be left unused.
      const isFree = lease.left - asked - most >= limited.limit / 2;
      return most >= MIN_AHEAD && isFree ? most : 0;
    },
    grant: (limited, { left, ahead }) => {
      const lease = leases.get(limited.key);
      if (!lease) return;
      lease.left = left;
      lease.ahead = ahead;
      lease.until = now() + (limited.seconds * 1_000) / PERIODS;
    },
  };
}
