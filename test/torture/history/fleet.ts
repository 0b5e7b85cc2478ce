import { type Link, openLink } from "./link.ts";
import { openPostgres, type Postgres } from "./postgres.ts";
import { createLog, type Log } from "./service-process.ts";
import { createSlot, type Role, type Slot } from "./slot.ts";

/** Service processes on one Postgres. */
export type Fleet = {
  postgres: Postgres;
  slots: Slot[];
  log: Log;
  /** Processes that ended without being killed. */
  crashes: string[];
  /** Stops the processes and Postgres, whose data stay until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export type FleetOptions = {
  apis: number;
  workers: number;
  settings: Record<string, string>;
  /** The error of the next process's clock. */
  offsetMs(): number;
  /** Prepares the database before the first process starts. */
  prepare?(url: string): Promise<void>;
};

/** Starts Postgres and the processes. The last process of each role reaches the database through a link. */
export async function startFleet({
  apis,
  workers,
  settings,
  offsetMs,
  prepare,
}: FleetOptions): Promise<Fleet> {
  const postgres = await openPostgres();
  const links: Link[] = [];
  const slots: Slot[] = [];
  const log = createLog();
  const crashes: string[] = [];

  async function addSlots(role: Role, count: number) {
    for (let i = 1; i <= count; i++) {
      const link = i === count ? await openLink(postgres.url) : undefined;
      if (link) links.push(link);
      const env = {
        ...{ DATABASE_URL: link?.url ?? postgres.url, ROLE: role },
        ...{ ENCRYPTION_KEY: "a key for torture only", LOG_LEVEL: "warn", ...settings },
      };
      slots.push(createSlot({ name: `${role}-${i}`, role, link, env, log, crashes, offsetMs }));
    }
  }

  let stopped: Promise<void> | undefined;
  async function stopAll() {
    for (const link of links) link.mend();
    postgres.thaw();
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    for (const link of links) link.close();
    await postgres.stop();
  }

  const stop = () => (stopped ??= stopAll());

  async function close() {
    await stop();
    await postgres.close();
  }

  try {
    await prepare?.(postgres.url);
    await addSlots("api", apis);
    await addSlots("worker", workers);
    const [first, ...others] = slots;
    // The first process applies the migrations.
    await first?.start();
    await Promise.all(others.map((slot) => slot.start()));
    return { postgres, slots, log, crashes, stop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns where the processes that run accept requests. */
export function originsOf({ slots }: Fleet) {
  return slots
    .filter(({ role }) => role === "api")
    .flatMap(({ name, origin }) => {
      const at = origin();
      return at === undefined ? [] : [{ name, origin: at }];
    });
}
