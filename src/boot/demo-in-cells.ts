import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { DEMO_STORE_ID } from "../features/demo/id.ts";
import { demoShopperOrder, type ShopperOrder } from "../features/demo/shopper-order.ts";
import { type DemoStore, demoConsoleLink, demoStore } from "../features/demo/store.ts";
import { addCell } from "../platform/cells/add-cell.ts";
import { cellForNewStore, cellOf, type Directory, listCells } from "../platform/cells/directory.ts";
import { stores } from "../platform/db/tables/stores.ts";
import type { ServedCell } from "./served-cells.ts";

type Demo = {
  store: DemoStore | undefined;
  link: string | undefined;
  shopperOrder: ShopperOrder | undefined;
};

/**
 * Makes the sample store in the emptiest open cell unless a cell has it, and returns how to sign in; undefined when
 * its cell is not served. The store is written in one transaction, so the directory learns of it afterwards: from a
 * later start, if the process that has made it did not get so far. Until then a cell that can't be opened may have it.
 */
export async function demoInCells(
  directory: Directory,
  cells: readonly ServedCell[],
  log: Logger,
): Promise<Demo | undefined> {
  const known = await cellOf(directory, DEMO_STORE_ID);
  const unopened = cells.find(({ service }) => !service)?.name;
  if (!known && unopened) {
    log.warn({ cell: unopened }, "no demo store is made: a cell that can't be opened may have one");
    return undefined;
  }
  const name = known?.cell ?? (await cellWithDemo(cells)) ?? (await cellForNewStore(directory, undefined));
  const service = cells.find((each) => each.name === name)?.service;
  const cell = (await listCells(directory)).find((each) => each.name === name);
  if (!service || !cell) return undefined;
  const { cell: _, ...ctx } = service.ctx;
  const store = await demoStore({ ...ctx, db: ctx.longDb });
  if (!known) await addCell(directory, cell);
  const link = await demoConsoleLink({ ...ctx, db: directory.db });
  return { store, link, shopperOrder: await demoShopperOrder(ctx) };
}

async function cellWithDemo(cells: readonly ServedCell[]): Promise<string | undefined> {
  for (const { name, service } of cells) {
    const found = await service?.ctx.db
      .select({ id: stores.storeId })
      .from(stores)
      .where(eq(stores.storeId, DEMO_STORE_ID));
    if (found?.length) return name;
  }
  return undefined;
}
