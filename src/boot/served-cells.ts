import type { Logger } from "pino";
import type { Ctx } from "../core/ctx.ts";
import { oneAtATime } from "../lib/batcher.ts";
import { explainError } from "../lib/explain-error.ts";
import { createOutage } from "../lib/outage.ts";
import { pause } from "../lib/promises.ts";
import { within } from "../lib/within.ts";
import { type Cell, type Directory, isSameDatabase, listCells } from "../platform/cells/directory.ts";
import { createInCell } from "../platform/cells/in-cell.ts";
import type { Config } from "../platform/config/config.ts";
import { createContext } from "./create-context.ts";
import { failureFields } from "./log-start-failure.ts";
import { type OpenService, openService } from "./open-service.ts";

/** A cell of this process. `service` is undefined until its database could be opened. */
export type ServedCell = { name: string; service: OpenService | undefined };

export type ServedCells = {
  /** By name, those that could not be opened yet included. */
  all(): readonly ServedCell[];
  find(name: string): OpenService | undefined;
  /** Resolves when each cell was opened or has failed once, or some seconds later. */
  opened: Promise<unknown>;
  /** Reads the directory again: a cell was added, removed, or has another address. */
  refresh(): void;
  /** Makes what waits for changes of a store, or of every store, look again. */
  wake(storeId?: string): void;
  beginStop(): void;
  stop(): Promise<void>;
};

/** `former` serves requests until the cell could be opened at its new address. */
type Entry = Cell & { service: OpenService | undefined; former: OpenService | undefined };

type Opening = Patience & { config: Config; log: Logger; added: Pick<Ctx, "freeMemory" | "origin"> };

/** `formerMs`: how long a cell whose address has changed is served at its former one, as long as the new one can't be opened. */
export type Patience = { formerMs?: number };

const RETRY_MS = 2_000;
/**
 * Long enough for a few attempts. Other processes may write to a new primary already, and what this one writes to the
 * former is lost.
 */
const FORMER_MS = 20_000;
/** How soon a change of the directory is seen that was not announced. */
const REFRESH_MS = 5_000;
/** The start waits for a cell that doesn't respond no longer than this. */
const OPEN_WITHIN_MS = 5_000;
const IDLE_WITHIN_MS = 10_000;
const POLL_MS = 20;

/**
 * Opens the cells of the directory that the process serves, each by itself: with its own connections, workers and
 * limits. One that can't be opened is tried every two seconds; one whose address has changed is opened there, and one that
 * was removed is closed. Throws for names that the directory lacks.
 */
export async function openCells(
  directory: Directory,
  { config, log, added, formerMs = FORMER_MS }: Opening,
): Promise<ServedCells> {
  const served = new Map<string, Entry>();
  const joining = new Set<Promise<void>>();
  let isStopping = false;

  async function open({ name, url }: Cell): Promise<OpenService> {
    const cellLog = log.child({ cell: name });
    const cellConfig = { ...config, databaseUrl: url, demo: false };
    const opened = await createContext(cellConfig, cellLog, "server", { cell: name });
    try {
      const isDirectory = await isSameDatabase(opened.ctx.db, directory.db);
      const cell = createInCell(directory, name, isDirectory);
      const service = await openService(opened, cellLog, { ...added, cell });
      service.readiness.ready = true;
      return service;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  const isCurrent = (entry: Entry) => !isStopping && served.get(entry.name) === entry;

  /** Tries until the cell is open; `onTried` is called after the first attempt. */
  async function join(entry: Entry, onTried: () => void): Promise<void> {
    const { name } = entry;
    const giveUpAt = performance.now() + formerMs;
    const outage = createOutage({
      onFailure: (error) => logFailure(log, entry, error),
      onEnd: () => {},
    });
    while (isCurrent(entry) && !entry.service) {
      try {
        const service = await open(entry);
        outage.succeeded();
        if (isCurrent(entry)) {
          entry.service = service;
          log.info({ cell: name }, "the cell is served");
        } else await service.stop();
      } catch (err) {
        outage.failed(err);
      }
      onTried();
      if (entry.service || performance.now() > giveUpAt) {
        keepUntilDone(retire(entry.former, () => isStopping));
        entry.former = undefined;
      }
      if (!entry.service) await pause(RETRY_MS);
    }
  }

  function add(cells: Cell[]): Promise<void>[] {
    const added = cells.filter(({ name, url }) => served.get(name)?.url !== url);
    return added.map((cell) => {
      const earlier = served.get(cell.name);
      const entry: Entry = { ...cell, service: undefined, former: earlier?.service ?? earlier?.former };
      if (earlier) {
        log.info({ cell: cell.name }, "the cell has another address");
        Object.assign(earlier, { service: undefined, former: undefined });
      }
      served.set(cell.name, entry);
      const tried = Promise.withResolvers<void>();
      keepUntilDone(join(entry, tried.resolve));
      return tried.promise;
    });
  }

  function remove(cells: Cell[]): void {
    for (const entry of served.values()) {
      const { name } = entry;
      if (cells.some((cell) => cell.name === name)) continue;
      served.delete(name);
      log.info({ cell: name }, "the cell was removed");
      keepUntilDone(retire(serviceOf(entry), () => isStopping));
      entry.former = undefined;
    }
  }

  function keepUntilDone(work: Promise<void>): void {
    const done = work
      .catch((err: unknown) => log.warn({ err }, "can't close the connections to a cell"))
      .finally(() => joining.delete(done));
    joining.add(done);
  }

  const isServed = ({ name }: Cell) => config.cells === "all" || config.cells?.includes(name) === true;
  const first = await listCells(directory);
  requireKnown(config, first);
  const opened = within(OPEN_WITHIN_MS, Promise.all(add(first.filter(isServed))));

  // One after the other, so that an earlier reading never replaces a later one.
  const { now: refresh } = oneAtATime(async () => {
    try {
      const cells = (await listCells(directory)).filter(isServed);
      if (isStopping) return;
      remove(cells);
      add(cells);
    } catch (err) {
      log.warn({ err }, "can't read the directory of cells");
    }
  });
  const timer = setInterval(refresh, REFRESH_MS);

  return {
    all: () => [...served.values()].map(({ name, ...entry }) => ({ name, service: serviceOf(entry) })),
    find: (name) => serviceOf(served.get(name)),
    opened,
    refresh,
    wake: (storeId) => {
      for (const entry of served.values()) serviceOf(entry)?.ctx.changeSignal.wake(storeId);
    },
    beginStop: () => {
      isStopping = true;
      clearInterval(timer);
      for (const entry of served.values()) serviceOf(entry)?.beginStop();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await Promise.all([...served.values()].map((entry) => serviceOf(entry)?.stop()));
      await Promise.all(joining);
    },
  };
}

/**
 * Closes a service that gets no requests any more, once those in progress have the whole of their responses, or ten seconds
 * later; what is still streamed by then breaks off.
 */
async function retire(service: OpenService | undefined, isUrgent: () => boolean): Promise<void> {
  if (!service) return;
  service.beginStop();
  const end = performance.now() + IDLE_WITHIN_MS;
  const { unfinished } = service.ctx.metrics;
  while (unfinished() > 0 && performance.now() < end && !isUrgent()) await pause(POLL_MS);
  await service.stop();
}

function logFailure(log: Logger, { name, url }: Cell, error: unknown): void {
  const fields = failureFields(error, url, "the cell's address (cell add)");
  // Without a code it is no error of the database, whose stack would say nothing.
  const details = "code" in fields ? { error: explainError(error) } : { err: error };
  log.error({ cell: name, ...fields, ...details }, "can't open the database of a cell; trying again");
}

function serviceOf(entry: Pick<Entry, "service" | "former"> | undefined): OpenService | undefined {
  return entry?.service ?? entry?.former;
}

function requireKnown({ cells: named }: Config, cells: Cell[]): void {
  if (!named || named === "all") return;
  const unknown = named.filter((name) => !cells.some((cell) => cell.name === name));
  if (unknown.length > 0) throw new Error(`CELLS names what the directory lacks: ${unknown.join(", ")}.`);
}
