/**
 * Takes room for an owner's work, of the weight 1 unless it is given; resolves with how to give it back, or undefined when
 * there was none in time.
 */
export type FairLimit = (
  owner: string,
  withinMs: number,
  weight?: number,
) => Promise<(() => void) | undefined>;

type Waiter = { weight: number; begin: () => void };
type Owner = { running: number; waiting: Set<Waiter> };

/**
 * Room for work that lasts: so much in all, so much for one owner. Owners that wait take turns, so that the wait of one does
 * not depend on how much another one asks for. What weighs more than there is room for has all of it.
 */
export function createFairLimit({ total, perOwner }: { total: number; perOwner: number }): FairLimit {
  const owners = new Map<string, Owner>();
  /** Those that wait and may run more, in the order of their turns. */
  const turns = new Map<string, Owner>();
  let running = 0;

  function pump() {
    for (const [name, owner] of turns) {
      const [next] = owner.waiting;
      if (next && !fits(running, next.weight, total)) return;
      turns.delete(name);
      if (!next || !fits(owner.running, next.weight, perOwner)) continue;
      owner.waiting.delete(next);
      owner.running += next.weight;
      running += next.weight;
      next.begin();
      // To the end, where this loop comes by again.
      if (owner.waiting.size > 0) turns.set(name, owner);
    }
  }

  function release(name: string, owner: Owner, weight: number) {
    owner.running -= weight;
    running -= weight;
    if (owner.waiting.size > 0) turns.set(name, owner);
    else forget(name, owner);
    pump();
  }

  function forget(name: string, owner: Owner) {
    if (owner.running === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  return (name, withinMs, weight = 1) =>
    new Promise((resolve) => {
      const owner = owners.get(name) ?? { running: 0, waiting: new Set() };
      owners.set(name, owner);
      const waiter = { weight, begin };
      const timer = setTimeout(() => {
        owner.waiting.delete(waiter);
        forget(name, owner);
        resolve(undefined);
        // Others may have waited behind it for the room that it wanted.
        pump();
      }, withinMs);
      owner.waiting.add(waiter);
      turns.set(name, owner);
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

function fits(running: number, weight: number, room: number): boolean {
  return running === 0 || running + weight <= room;
}
