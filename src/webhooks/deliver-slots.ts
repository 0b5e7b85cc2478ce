/** How many attempts may run at a time: in all, at each receiving host, and at hosts that don't answer. */
export type Slots = {
  take(host: string): boolean;
  /** `answered`: somebody was there, whatever the answer was; undefined when nobody was asked. */
  release(host: string, answered?: boolean): void;
  isFull(): boolean;
};

const MOST = 1_000;
/** Hosts that don't answer share these: each attempt there lasts as long as it may. */
const MOST_SILENT = 250;
const FIRST = 4;
const LARGEST = 64;

type Host = { running: number; limit: number; isSilent: boolean };

/** A host begins with a few, gets more while it answers, and fewer again, with a share of a smaller whole, while it doesn't. */
export function createSlots(): Slots {
  const hosts = new Map<string, Host>();
  let running = 0;
  let runningSilent = 0;

  return {
    isFull: () => running >= MOST,
    take(name) {
      const host = hosts.get(name) ?? { running: 0, limit: FIRST, isSilent: false };
      if (host.running >= host.limit || running >= MOST) return false;
      if (host.isSilent && runningSilent >= MOST_SILENT) return false;
      hosts.set(name, host);
      host.running++;
      running++;
      if (host.isSilent) runningSilent++;
      return true;
    },
    release(name, answered) {
      const host = hosts.get(name);
      if (!host) return;
      if (host.isSilent) runningSilent -= host.running;
      host.running--;
      running--;
      if (answered !== undefined) {
        host.isSilent = !answered;
        host.limit = answered ? Math.min(LARGEST, host.limit + 1) : Math.max(FIRST, host.limit >> 1);
      }
      if (host.isSilent) runningSilent += host.running;
      // One that begins again as it began needs no memory.
      if (host.running === 0 && !host.isSilent) hosts.delete(name);
    },
  };
}
