import { createWaitingLine, type Leaving, type WaitingLine } from "./waiting-line.ts";

const WAIT_MS = 10_000;
const MAX_WAITING = 200;

/** Gives back what was taken; to be called once. */
export type Release = () => void;

/** Lets one at a time have a key; others wait in the order of their calls, for ten seconds at most (503). Other keys don't wait. */
export type Turns = { take(key: string, caller?: Leaving): Promise<Release> };

export function createKeyedMutex(): Turns {
  const taken = new Map<string, WaitingLine>();

  function release(key: string, line: WaitingLine) {
    if (!line.next()) taken.delete(key);
  }

  return {
    take: async (key, caller) => {
      const before = taken.get(key);
      const line = before ?? createWaitingLine({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING });
      taken.set(key, line);
      await before?.join(caller);
      return () => release(key, line);
    },
  };
}
