import type { Fleet } from "./history/fleet.ts";
import type { Postgres } from "./history/postgres.ts";
import type { Slot } from "./history/slot.ts";

/** Shorter than what is left of a lease after the longest attempt, so that no other worker sends meanwhile. */
const FROZEN_MS = 3_000;

/** A fault, which returns what it was; what restarts by itself may still be starting then. */
type Fault = () => Promise<string>;

/** Returns so many faults of each kind in a mixed order: of the workers, of all processes and of the databases in turn. */
export function webhookFaults(
  { slots, databases }: Fleet<Postgres>,
  { kills, freezes, restarts }: { kills: number; freezes: number; restarts: number },
): Fault[] {
  const workers = slots.filter(({ role }) => role === "worker");
  const starting = new Map<Slot, Promise<void>>();

  const inTurn = <T>(all: T[], n: number) => all[n % all.length] as T;

  const kill = (n: number) => async () => {
    const slot = inTurn(workers, n);
    await starting.get(slot);
    await slot.kill();
    const started = slot.start();
    // The next fault of this worker throws the error.
    started.catch(() => undefined);
    starting.set(slot, started);
    return `killed ${slot.name}`;
  };
  const freeze = (n: number) => async () => {
    const slot = inTurn(slots, n);
    await starting.get(slot);
    slot.freeze();
    await Bun.sleep(FROZEN_MS);
    slot.thaw();
    return `froze ${slot.name}`;
  };
  const restart = (n: number) => async () => {
    const signal = Math.floor(n / databases.servers.length) % 2 === 0 ? "SIGKILL" : "SIGINT";
    await inTurn(databases.servers, n).end(signal);
    return `ended Postgres of ${inTurn(databases.names, n)}`;
  };
  return mixed([
    Array.from({ length: kills }, (_, n) => kill(n)),
    Array.from({ length: freezes }, (_, n) => freeze(n)),
    Array.from({ length: restarts }, (_, n) => restart(n)),
  ]);
}

/** Returns the elements of all lists, each list spread evenly. */
function mixed<T>(lists: T[][]): T[] {
  const placed = lists.flatMap((list) => list.map((one, i) => ({ one, at: (i + 0.5) / list.length })));
  return placed.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}
