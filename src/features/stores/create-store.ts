import type { Ctx } from "../../core/ctx.ts";
import { newId } from "../../lib/ids.ts";
import { problem, requireNoFaults } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { ownFaults } from "./own-settings.ts";
import type { FIRST_STATUSES } from "./settings-schema.ts";

export type FirstStatus = (typeof FIRST_STATUSES)[number];

export type NewStore = {
  id?: string;
  name: string;
  /** ISO 4217; USD by default. */
  currency?: string;
  /** Of the IANA database; UTC by default. */
  timeZone?: string | undefined;
  /** The status of new returns; `open` by default. */
  firstStatus?: string;
};

/** Creates a store and returns its id. Throws 400 for an invalid field, 409 when the id is taken. */
export async function createStore(ctx: Ctx, store: NewStore): Promise<{ storeId: string }> {
  const { id = newId("sto"), name, currency = "USD", timeZone = "UTC", firstStatus = "open" } = store;
  if (!/^[\w-]{1,64}$/.test(id))
    throw problem("invalid_request", "A store's id is 1 to 64 letters, digits, _ and -.");
  requireNoFaults(ownFaults({ name, currency, timeZone, firstStatus }));

  const status = firstStatus as FirstStatus;
  const values = { storeId: id, name, currency, timeZone, firstStatus: status, createdAt: ctx.now() };
  const insert = async (db: Db) =>
    db.insert(stores).values(values).onConflictDoNothing().returning({ storeId: stores.storeId });
  const [row] = ctx.cell ? await ctx.cell.addStore(ctx.db, values, insert) : await insert(ctx.db);
  if (!row) throw problem("already_exists", `There is a store ${id} already.`);
  return row;
}
