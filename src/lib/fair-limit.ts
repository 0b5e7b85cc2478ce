/**
 * Acquires capacity for an owner's work, of weight 1 by default. Resolves with the function that releases it,
 * or with undefined when none became free in time.
 */
export type FairLimit = (
  owner: string,
  withinMs: number,
  weight?: number,
) => Promise<(() => void) | undefined>;

type Waiter = { weight: number; begin: () => void };
type Owner = { running: number; waiting: Set<Waiter> };

/**
 * Limits concurrent work, in total and per owner. Waiting owners are served round-robin, so that the wait of
 * one doesn't depend on the load of another. Work that weighs more than the limit runs alone.
 */
export function createFairLimit({ total, perOwner }: { total: number; perOwner: number }): FairLimit {
  const owners = new Map<string, Owner>();
  /** The round-robin queue of owners that wait. */
  const queue = new Map<string, Owner>();
  let running = 0;

  function pump() {
    for (const [name, owner] of queue) {
      const [next] = owner.waiting;
      if (next && !fits(running, next.weight, total)) return;
      queue.delete(name);
      if (!next || !fits(owner.running, next.weight, perOwner)) continue;
      owner.waiting.delete(next);
      owner.running += next.weight;
      running += next.weight;
      next.begin();
      // Moves the owner to the end of the queue, which this loop reaches again.
      if (owner.waiting.size > 0) queue.set(name, owner);
    }
  }

  function release(name: string, owner: Owner, weight: number) {
    owner.running -= weight;
    running -= weight;
    if (owner.waiting.size > 0) queue.set(name, owner);
    else removeIfIdle(name, owner);
    pump();
  }

  function removeIfIdle(name: string, owner: Owner) {
    if (owner.running === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  return (name, withinMs, weight = 1) =>
    new Promise((resolve) => {
      const owner = owners.get(name) ?? { running: 0, waiting: new Set() };
      owners.set(name, owner);
      const waiter = { weight, begin };
      const timer = setTimeout(() => {
        owner.waiting.delete(waiter);
        removeIfIdle(name, owner);
        resolve(undefined);
        // Lighter work may have waited behind it.
        pump();
      }, withinMs);
      owner.waiting.add(waiter);
      queue.set(name, owner);
      pump();

      function begin() {
        clearTimeout(timer);
        let isReleased = false;
        resolve(() => {
          if (!isReleased) release(name, owner, weight);
          isReleased = true;
        });
      }
    });
}

function fits(running: number, weight: number, limit: number): boolean {
  return running === 0 || running + weight <= limit;
}
