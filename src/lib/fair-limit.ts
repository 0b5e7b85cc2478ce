/** Takes a place for an owner; resolves with how to give it back, or undefined when there was none in time. */
export type FairLimit = (owner: string, withinMs: number) => Promise<(() => void) | undefined>;

type Owner = { running: number; waiting: Set<() => void> };

/**
 * Places for work that lasts: so many in all, so many of one owner. Owners that wait take turns, so that the wait of one does
 * not depend on how much another one asks for.
 */
export function createFairLimit({ total, perOwner }: { total: number; perOwner: number }): FairLimit {
  const owners = new Map<string, Owner>();
  /** Those that wait and may run more, in the order of their turns. */
  const turns = new Map<string, Owner>();
  let running = 0;

  function pump() {
    for (const [name, owner] of turns) {
      if (running >= total) return;
      turns.delete(name);
      const [begin] = owner.waiting;
      if (!begin || owner.running >= perOwner) continue;
      owner.waiting.delete(begin);
      owner.running++;
      running++;
      begin();
      // To the end, where this loop comes by again.
      if (owner.waiting.size > 0) turns.set(name, owner);
    }
  }

  function release(name: string, owner: Owner) {
    owner.running--;
    running--;
    if (owner.waiting.size > 0) turns.set(name, owner);
    else forget(name, owner);
    pump();
  }

  function forget(name: string, owner: Owner) {
    if (owner.running === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  return (name, withinMs) =>
    new Promise((resolve) => {
      const owner = owners.get(name) ?? { running: 0, waiting: new Set() };
      owners.set(name, owner);
      const begin = () => {
        clearTimeout(timer);
        let isReleased = false;
        resolve(() => {
          if (!isReleased) release(name, owner);
          isReleased = true;
        });
      };
      const timer = setTimeout(() => {
        owner.waiting.delete(begin);
        forget(name, owner);
        resolve(undefined);
      }, withinMs);
      owner.waiting.add(begin);
      turns.set(name, owner);
      pump();
    });
}
