/*
 * A limiter shares a capacity, such as slots or bytes, among owners, such as stores.
 *
 * Promise: what all owners hold together is never more than `total`, and what one holds never more than `perOwner`.
 * Capacity that is free goes to a call at once, unless another call has waited for it longer.
 *
 * Why it is fair: owners that wait are served round-robin, one call each, and the calls of an owner in their order. So
 * the wait of one owner depends on how many owners wait, and not on how many calls another has. A call that needs more
 * than is free isn't overtaken by smaller ones. One that weighs more than the limit is served when nothing else is held.
 * An owner that holds all it may gives up its place until it releases something; with `perOwner: "half"` it keeps its
 * place, because what it may hold depends on the others too.
 *
 * Bounds: at most `maxWaiting` calls of an owner wait, each for at most `waitMs`. What holds nothing and waits for
 * nothing is forgotten.
 *
 * Abort: a call that waited for too long, whose signal aborts, or that finds too many waiting resolves with undefined,
 * and gets nothing later. A release counts once, however often it is called.
 */

/** Gives acquired capacity back. */
export type Release = () => void;

export type Limits = {
  /** What all owners may hold together; unlimited by default. */
  total?: number;
  /** What one owner may hold; `half`: as much as is left for others. */
  perOwner: number | "half";
  /** How long a call waits unless it says so itself. */
  waitMs?: number;
  maxWaiting?: number;
};

export type Call = { weight?: number; waitMs?: number; signal?: AbortSignal | undefined };

export type Limiter = {
  /** Acquires capacity as soon as it is the owner's turn; undefined when that takes too long. */
  take(owner: string, call?: Call): Promise<Release | undefined>;
  /** Acquires capacity that is free now, else undefined. */
  tryTake(owner: string, weight?: number): Release | undefined;
  /** Acquires capacity that is in use already, whatever the limits. */
  force(owner: string, weight?: number): Release;
  /** Whether nothing is held, and no call waits. */
  isIdle(): boolean;
};

type Waiter = { weight: number; begin(): void };
type Owner = { held: number; waiting: Set<Waiter> };

const MAX_WAITING = 1_000;

export function createLimiter({
  total = Number.POSITIVE_INFINITY,
  perOwner,
  waitMs: defaultWaitMs = 0,
  maxWaiting = MAX_WAITING,
}: Limits): Limiter {
  const owners = new Map<string, Owner>();
  /** The owners that wait for their turn, in order. */
  const queue = new Map<string, Owner>();
  let held = 0;

  function ownerOf(name: string): Owner {
    return owners.get(name) ?? { held: 0, waiting: new Set() };
  }

  function mayHold(owner: Owner, weight: number): boolean {
    return fits(owner.held, weight, perOwner === "half" ? total - held : perOwner);
  }

  function hold(name: string, owner: Owner, weight: number): Release {
    owners.set(name, owner);
    change(owner, weight);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      change(owner, -weight);
      if (owner.waiting.size > 0) queue.set(name, owner);
      else forgetIdle(name, owner);
      serve();
    };
  }

  function change(owner: Owner, weight: number) {
    owner.held += weight;
    held += weight;
  }

  function forgetIdle(name: string, owner: Owner) {
    if (owner.held === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  function serve() {
    for (const [name, owner] of queue) {
      const [next] = owner.waiting;
      if (next && !fits(held, next.weight, total)) return;
      if (next && !mayHold(owner, next.weight)) {
        if (perOwner !== "half") queue.delete(name);
        continue;
      }
      queue.delete(name);
      if (!next) continue;
      next.begin();
      // Behind the others; the loop comes to it again.
      if (owner.waiting.size > 0) queue.set(name, owner);
    }
  }

  function tryTake(name: string, weight = 1): Release | undefined {
    const owner = ownerOf(name);
    // Those in the queue of halves wait for what they themselves hold.
    const isNext = owner.waiting.size === 0 && (queue.size === 0 || perOwner === "half");
    if (!isNext || !fits(held, weight, total) || !mayHold(owner, weight)) return undefined;
    return hold(name, owner, weight);
  }

  function wait(name: string, { weight = 1, waitMs = defaultWaitMs, signal }: Call) {
    const owner = ownerOf(name);
    if (owner.waiting.size >= maxWaiting || signal?.aborted) return Promise.resolve(undefined);
    return new Promise<Release | undefined>((resolve) => {
      const end = () => {
        owner.waiting.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const leave = () => {
        end();
        forgetIdle(name, owner);
        resolve(undefined);
        // Smaller calls may have waited behind it.
        serve();
      };
      const begin = () => {
        end();
        resolve(hold(name, owner, weight));
      };
      const waiter = { weight, begin };
      const timer = setTimeout(leave, waitMs);
      signal?.addEventListener("abort", leave);
      owners.set(name, owner);
      owner.waiting.add(waiter);
      queue.set(name, owner);
      serve();
    });
  }

  return {
    take: (name, call = {}) => {
      const release = tryTake(name, call.weight);
      return release ? Promise.resolve(release) : wait(name, call);
    },
    tryTake,
    force: (name, weight = 1) => hold(name, ownerOf(name), weight),
    isIdle: () => owners.size === 0,
  };
}

function fits(held: number, weight: number, limit: number): boolean {
  return held === 0 || held + weight <= limit;
}
