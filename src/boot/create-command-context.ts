import type { Logger } from "pino";
import type { Ctx } from "../core/ctx.ts";
import { originAt } from "../lib/host.ts";
import {
  cellForNewStore,
  cellOf,
  isSameDatabase,
  listCells,
  requireNoDirectory,
} from "../platform/cells/directory.ts";
import { createInCell } from "../platform/cells/in-cell.ts";
import type { Config } from "../platform/config/config.ts";
import { requireKey } from "../platform/db/key-check.ts";
import { createContext } from "./create-context.ts";

/** What decides which database a command works on, in a service of several cells. */
export type CommandPlace = {
  /** The directory; or the cell of `storeId`, an existing store or a new one, whose id may be left open. */
  place: "directory" | "store" | "new-store";
  storeId: string | undefined;
};

/**
 * Opens the context of a command: of the configured database, or, if CELLS is set, of the store's cell. Throws for an
 * unknown store, and without CELLS for a database that holds a directory, unless the command is about that.
 */
export async function createCommandContext(
  config: Config,
  log: Logger,
  { place, storeId }: CommandPlace,
  freeMemory = () => {},
): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  const { ctx: opened, close } = await createContext(config, log, "cli");
  const closings = [close];
  const closeAll = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  const added = { origin: config.publicUrl ?? originAt(config.host, config.port), freeMemory };
  try {
    await requireKey(opened.db, opened.encryption);
    if (place === "directory") return { ctx: { ...opened, ...added }, close: closeAll };
    if (!config.cells) {
      await requireNoDirectory(opened.db);
      return { ctx: { ...opened, ...added }, close: closeAll };
    }
    const name =
      place === "new-store"
        ? await cellForNewStore(opened, storeId)
        : (await cellOf(opened, storeId ?? ""))?.cell;
    const cell = (await listCells(opened)).find((each) => each.name === name);
    if (!cell) throw new Error(`There is no store ${storeId}.`);
    const inside = await createContext({ ...config, databaseUrl: cell.url }, log, "cli");
    closings.push(inside.close);
    await requireKey(inside.ctx.db, inside.ctx.encryption);
    const isDirectory = await isSameDatabase(inside.ctx.db, opened.db);
    const ofCell = createInCell(opened, cell.name, isDirectory);
    return { ctx: { ...inside.ctx, ...added, cell: ofCell }, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
