import { afterAll, beforeAll } from "bun:test";
import { createLog } from "../../src/boot/create-log.ts";
import type { Patience } from "../../src/boot/served-cells.ts";
import { startCells } from "../../src/boot/start-cells.ts";
import { createClient } from "../../src/features/stores/create-client.ts";
import { createStore } from "../../src/features/stores/create-store.ts";
import { addCell } from "../../src/platform/cells/add-cell.ts";
import { createInCell } from "../../src/platform/cells/in-cell.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { type DatabaseLink, linkTo } from "./database-link.ts";
import { startService, type TestService } from "./service.ts";

export type Cells = {
  /** The service on the directory's database alone, for its ctx. */
  directory: TestService;
  /** Each cell's database behind a link that can be cut, with a service on it alone, for its ctx. */
  cells: Record<string, { link: DatabaseLink; service: TestService }>;
  directoryLink: DatabaseLink;
  /** The environment of processes and commands. */
  env: Record<string, string>;
  /** Starts a process of the service; returns what sends requests to it. */
  start(
    env?: Record<string, string>,
    patience?: Patience,
  ): Promise<(path: string, init?: RequestInit) => Promise<Response>>;
  /** Creates a store in a cell and a secret for it. */
  newStore(cell: string): Promise<{ id: string; secret: string }>;
};

const KEY = "a key for tests only";

/** Returns a directory with cells of these names, for the tests of a file; empty, each in a database of its own. */
export function useCells(...names: string[]): Cells {
  const used = {} as Cells;
  const endings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const directory = await startService({ isSingle: true });
    endings.push(directory.stop);
    const directoryLink = await linkTo(directory.ctx.config.databaseUrl ?? "");
    endings.push(directoryLink.cut);
    const env = { DATABASE_URL: directoryLink.url, ENCRYPTION_KEY: KEY, CELLS: "*", LOG_LEVEL: "silent" };
    Object.assign(used, { directory, directoryLink, env, cells: {} });
    for (const name of names) {
      const service = await startService({ isSingle: true });
      const link = await linkTo(service.ctx.config.databaseUrl ?? "");
      endings.push(service.stop, link.cut);
      used.cells[name] = { link, service };
      await addCell(directory.ctx, { name, url: link.url });
    }
  });
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  });

  used.start = async (more = {}, patience = {}) => {
    const config = readConfig({ ...used.env, ...more });
    const log = createLog("silent", { write: () => {} });
    const listening = { listen: () => 0, freeMemory: () => {} };
    const { fetch, beginStop, stop } = await startCells(config, log, listening, patience);
    endings.push(async () => {
      beginStop();
      await stop();
    });
    return (path, init) => fetch(new Request(`http://localhost${path}`, init));
  };
  used.newStore = async (name) => {
    const ctx = used.cells[name]?.service.ctx;
    if (!ctx) throw new Error(`there is no cell ${name}`);
    const inside = { ...ctx, cell: createInCell(used.directory.ctx, name, false) };
    const { storeId } = await createStore(inside, { name: `A shop in ${name}` });
    const { secret } = await createClient(inside, storeId, { name: "test client" });
    return { id: storeId, secret };
  };
  return used;
}
