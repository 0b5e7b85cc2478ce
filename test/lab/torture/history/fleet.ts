import { type DatabaseLink, linkTo } from "../../../support/database-link.ts";
import { type DatabaseServer, type Databases, openDatabases } from "../databases.ts";
import type { Postgres } from "./postgres.ts";
import { createLog, type Log } from "./service-process.ts";
import { createSlot, type Role, type Slot } from "./slot.ts";

/** Service processes on one database or several cells. */
export type Fleet<Server extends DatabaseServer = DatabaseServer> = {
  databases: Databases<Server>;
  slots: Slot[];
  log: Log;
  /** Processes that ended without being killed. */
  crashes: string[];
  /** Stops the processes and the databases, whose data stay until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export type ProcessesOptions = {
  apis: number;
  workers: number;
  /** The error of the next process's clock; none by default. */
  offsetMs?(): number;
  /** Whether the last process of each role reaches the first database through a link. */
  hasLinks?: boolean;
  /** Prepares the first database before the first process starts. */
  prepare?(url: string): Promise<void>;
  /** The addresses by which the processes of a role reach the first database, in turns. */
  urls?: string[];
};

export type FleetOptions = ProcessesOptions & {
  /** The number of databases; of several each is a cell. */
  cells: number;
  settings: Record<string, string>;
};

/** Starts the databases and the processes. Through a link of several databases go the connections to the directory. */
export async function startFleet({ cells, settings, ...options }: FleetOptions): Promise<Fleet<Postgres>> {
  return startProcesses(await openDatabases(cells, settings), options);
}

/** Starts the processes on databases that run, which it closes with them. */
export async function startProcesses<Server extends DatabaseServer>(
  databases: Databases<Server>,
  { apis, workers, offsetMs = () => 0, hasLinks = false, prepare, urls = [] }: ProcessesOptions,
): Promise<Fleet<Server>> {
  const { first, servers } = databases;
  const links: DatabaseLink[] = [];
  const slots: Slot[] = [];
  const log = createLog();
  const crashes: string[] = [];

  async function addSlots(role: Role, count: number) {
    for (let i = 1; i <= count; i++) {
      const link = hasLinks && i === count ? await linkTo(first.url) : undefined;
      if (link) links.push(link);
      const url = link?.url ?? urls[(i - 1) % urls.length] ?? first.url;
      const env = { ...databases.env, DATABASE_URL: url, ROLE: role };
      slots.push(createSlot({ name: `${role}-${i}`, role, link, env, log, crashes, offsetMs }));
    }
  }

  let stopped: Promise<void> | undefined;
  async function stopAll() {
    await Promise.all(links.map((link) => link.mend()));
    for (const server of servers) server.thaw();
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await Promise.all(links.map((link) => link.close()));
    await databases.stop();
  }

  const stop = () => (stopped ??= stopAll());

  async function close() {
    await stop();
    await databases.close();
  }

  try {
    await prepare?.(first.url);
    await addSlots("api", apis);
    await addSlots("worker", workers);
    const [starting, ...others] = slots;
    // The first process applies the migrations.
    await starting?.start();
    await Promise.all(others.map((slot) => slot.start()));
    return { databases, slots, log, crashes, stop, close };
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
