import type { Logger } from "pino";
import { type Cell, type Directory, isSameDatabase, listCells } from "../cells/directory.ts";
import { createInCell } from "../cells/in-cell.ts";
import type { Config } from "../config.ts";
import type { Ctx } from "../ctx.ts";
import { createOutage } from "../lib/outage.ts";
import { pause } from "../lib/pause.ts";
import { createContext } from "./create-context.ts";
import { type OpenService, openService } from "./open-service.ts";

/** A cell of this process. `service` is undefined until its database could be opened. */
export type ServedCell = { name: string; service: OpenService | undefined };

export type ServedCells = {
  /** By name, those that could not be opened yet included. */
  all(): readonly ServedCell[];
  find(name: string): OpenService | undefined;
  /** Resolves when each cell was opened or has failed once. */
  opened: Promise<void>;
  /** Makes what waits for changes of a store, or of every store, look again. */
  wake(storeId?: string): void;
  beginStop(): void;
  stop(): Promise<void>;
};

const RETRY_MS = 2_000;
/** How soon a cell that was added to the directory is served. */
const REFRESH_MS = 5_000;

/**
 * Opens the cells of the directory that the process serves, each by itself: with its own connections, workers and
 * limits. One that can't be opened is tried every two seconds. Throws for names that the directory lacks.
 */
export async function openCells(
  directory: Directory,
  { config, log, added }: { config: Config; log: Logger; added: Pick<Ctx, "freeMemory" | "origin"> },
): Promise<ServedCells> {
  const served = new Map<string, ServedCell>();
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

  /** Tries until the cell is open; `onTried` is called after the first attempt. */
  async function join(cell: Cell, entry: ServedCell, onTried: () => void): Promise<void> {
    const outage = createOutage({
      onFailure: (err) =>
        log.error({ err, cell: cell.name }, "can't open the database of a cell; trying again"),
      onEnd: () => {},
    });
    while (!isStopping && !entry.service) {
      try {
        const service = await open(cell);
        if (isStopping) await service.stop();
        else entry.service = service;
        outage.succeeded();
        log.info({ cell: cell.name }, "the cell is served");
      } catch (err) {
        outage.failed(err);
      }
      onTried();
      if (!entry.service) await pause(RETRY_MS);
    }
  }

  function add(cells: Cell[]): Promise<void>[] {
    const added = cells.filter(({ name }) => !served.has(name));
    return added.map((cell) => {
      const entry: ServedCell = { name: cell.name, service: undefined };
      served.set(cell.name, entry);
      const tried = Promise.withResolvers<void>();
      const joined = join(cell, entry, tried.resolve).finally(() => joining.delete(joined));
      joining.add(joined);
      return tried.promise;
    });
  }

  const isServed = ({ name }: Cell) => config.cells === "all" || config.cells?.includes(name) === true;
  const first = await listCells(directory);
  requireKnown(config, first);
  const opened = Promise.all(add(first.filter(isServed))).then(() => undefined);

  async function refresh(): Promise<void> {
    try {
      add((await listCells(directory)).filter(isServed));
    } catch (err) {
      log.warn({ err }, "can't read the directory of cells");
    }
  }
  const timer = setInterval(() => void refresh(), REFRESH_MS);

  return {
    all: () => [...served.values()],
    find: (name) => served.get(name)?.service,
    opened,
    wake: (storeId) => {
      for (const { service } of served.values()) service?.ctx.changeSignal.wake(storeId);
    },
    beginStop: () => {
      isStopping = true;
      clearInterval(timer);
      for (const { service } of served.values()) service?.beginStop();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await Promise.all([...served.values()].map(({ service }) => service?.stop()));
      await Promise.all(joining);
    },
  };
}

function requireKnown({ cells: named }: Config, cells: Cell[]): void {
  if (!named || named === "all") return;
  const unknown = named.filter((name) => !cells.some((cell) => cell.name === name));
  if (unknown.length > 0) throw new Error(`CELLS names what the directory lacks: ${unknown.join(", ")}.`);
}
