import { type Random, shuffled } from "../random.ts";
import type { Fleet } from "./fleet.ts";
import type { Postgres } from "./postgres.ts";
import type { Slot } from "./slot.ts";

export type InjectorOptions = {
  random: Random;
  /** The mean time between faults. */
  everyMs: number;
  /** The longest time for which a process or connection is frozen, cut or silent. */
  longestMs: number;
  /** Whether Postgres must go on now; the processes still get their faults. */
  sparesPostgres?(): boolean;
  say(line: string): void;
};

/** The number of kills, freezes, restarts and cut connections. */
export type Tally = { kills: number; freezes: number; restarts: number; cuts: number };

export type FaultInjector = {
  tally: Tally;
  /** Ends all faults; afterwards every process runs and reaches the database. */
  heal(): Promise<void>;
};

/** `begin` returns undefined if no process is currently available for the fault. */
type Injection = { times: number; begin(): Promise<void> | undefined };

const STEP_MS = 50;
/** Postgres is frozen for a shorter time, because every process waits for it. */
const POSTGRES_SHARE = 0.4;

/** Injects faults into processes and Postgres one after another; faults may overlap. */
export function startFaultInjector(fleet: Fleet<Postgres>, options: InjectorOptions): FaultInjector {
  const { random, everyMs, longestMs, sparesPostgres = () => false, say } = options;
  const { databases, slots } = fleet;
  const { servers, names } = databases;
  const tally: Tally = { kills: 0, freezes: 0, restarts: 0, cuts: 0 };
  const busy = new Set<Slot | Postgres>();
  const underWay = new Set<Promise<void>>();
  let running = true;

  /** Waits `ms`, or less if `heal` is called meanwhile. */
  async function pause(ms: number) {
    for (const end = performance.now() + ms; running && performance.now() < end; ) await Bun.sleep(STEP_MS);
  }

  const aWhile = (share = 1) => pause(random.between(longestMs / 10, longestMs) * share);

  /** Leaves one process of each role running, so that the load continues. */
  function chooseSlot(filter: (slot: Slot) => boolean): Slot | undefined {
    const idle = slots.filter((slot) => !busy.has(slot));
    const spare = idle.filter(({ role }) => idle.filter((other) => other.role === role).length > 1);
    const fit = spare.filter(filter);
    return fit[random.between(0, fit.length - 1)];
  }

  function ofSlot(
    times: number,
    [name, counts]: [string, keyof Tally],
    run: (slot: Slot) => Promise<void>,
    filter: (slot: Slot) => boolean = () => true,
  ): Injection {
    const begin = () => {
      const slot = chooseSlot(filter);
      if (!slot) return undefined;
      tally[counts]++;
      say(`${name} ${slot.name}`);
      busy.add(slot);
      return run(slot).then(() => void busy.delete(slot));
    };
    return { times, begin };
  }

  function ofPostgres(
    [name, counts]: [string, keyof Tally],
    run: (postgres: Postgres) => Promise<void>,
  ): Injection {
    const begin = () => {
      const idle = servers.filter((server) => !busy.has(server));
      const postgres = idle[random.between(0, idle.length - 1)];
      if (!postgres || sparesPostgres()) return undefined;
      tally[counts]++;
      say(`${name} of ${names[servers.indexOf(postgres)]}`);
      busy.add(postgres);
      return run(postgres)
        .then(() => postgres.answers())
        .then(() => void busy.delete(postgres));
    };
    return { times: 1, begin };
  }

  const hasLink = ({ link }: Slot) => link !== undefined;
  const all: Injection[] = [
    ofSlot(5, ["killing", "kills"], async (slot) => {
      await slot.kill();
      await slot.start();
    }),
    ofSlot(4, ["freezing", "freezes"], async (slot) => {
      slot.freeze();
      await aWhile();
      slot.thaw();
    }),
    ofSlot(
      1,
      ["cutting off", "cuts"],
      async ({ link }) => {
        link?.hangUp();
        await aWhile();
        await link?.mend();
      },
      hasLink,
    ),
    ofSlot(
      1,
      ["silencing", "cuts"],
      async ({ link }) => {
        link?.silence();
        await aWhile();
        await link?.mend();
      },
      hasLink,
    ),
    ofPostgres(["killing the postmaster", "kills"], (postgres) => postgres.end("SIGKILL")),
    ofPostgres(["killing a backend", "kills"], (postgres) => postgres.killBackend(random)),
    ofPostgres(["restarting Postgres", "restarts"], (postgres) => postgres.end("SIGINT")),
    ofPostgres(["freezing Postgres", "freezes"], async (postgres) => {
      await postgres.freeze();
      await aWhile(POSTGRES_SHARE);
      postgres.thaw();
    }),
  ];

  const each = all.flatMap((one) => Array.from({ length: one.times }, () => one));

  async function inject(): Promise<void> {
    for (let round: Injection[] = []; running; ) {
      await pause((everyMs * random.between(30, 170)) / 100);
      if (round.length === 0) round = shuffled(each, random);
      const work = running ? round.pop()?.begin() : undefined;
      if (!work) continue;
      underWay.add(work);
      // `heal` throws the error of a failed fault.
      work.then(() => underWay.delete(work)).catch(() => undefined);
    }
  }

  const injecting = inject();
  return {
    tally,
    heal: async () => {
      running = false;
      await injecting;
      await Promise.all(underWay);
    },
  };
}
