import type { Ctx } from "../../core/ctx.ts";
import { isCurrency } from "../../lib/currencies.ts";
import { newId } from "../../lib/ids.ts";
import { problem } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { FIRST_STATUSES } from "./settings-schema.ts";

export type FirstStatus = (typeof FIRST_STATUSES)[number];

export type NewStore = {
  id?: string;
  name: string;
  /** ISO 4217; USD by default. */
  currency?: string;
  /** The status of new returns; `open` by default. */
  firstStatus?: string;
};

/** Creates a store and returns its id. Throws 400 for an invalid field, 409 when the id is taken. */
export async function createStore(ctx: Ctx, store: NewStore): Promise<{ storeId: string }> {
  const { id = newId("sto"), currency = "USD", firstStatus = "open" } = store;
  const status = FIRST_STATUSES.find((candidate) => candidate === firstStatus);
  if (!/^[\w-]{1,64}$/.test(id))
    throw problem("invalid_request", "A store's id is 1 to 64 letters, digits, _ and -.");
  if (store.name.trim() === "") throw problem("invalid_request", "A store needs a name.");
  if (!isCurrency(currency))
    throw problem(
      "invalid_request",
      `The currency must be one that ISO 4217 knows, such as EUR, not ${currency}.`,
    );
  if (!status)
    throw problem(
      "invalid_request",
      `The first status is one of ${FIRST_STATUSES.join(", ")}, not ${firstStatus}.`,
    );

  const values = { storeId: id, name: store.name, currency, firstStatus: status, createdAt: ctx.now() };
  const insert = async (db: Db) =>
    db.insert(stores).values(values).onConflictDoNothing().returning({ storeId: stores.storeId });
  const [row] = ctx.cell ? await ctx.cell.addStore(ctx.db, values, insert) : await insert(ctx.db);
  if (!row) throw problem("already_exists", `There is a store ${id} already.`);
  return row;
}
