import { sql } from "drizzle-orm";
import { keepPaused, pauseStore, resumeStore } from "../../../src/platform/cells/store-states.ts";
import { isLockTimeout } from "../../../src/platform/db/errors.ts";
import { LEASED_STREAMS } from "./lab.ts";
import type { Answer, Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

const TABLES = ["customers", "events", "orders", "returns", "return_history", "webhook_events", "payouts"];
const MORE = ["unnumbered_changes", "inventory_levels", "withdrawals", "mails", "segments", "policies"];

/** Pauses the store as a mover does, who reads meanwhile what the other database must have, and lets it go on. */
export const HAND_OVER: Verb = {
  run: async (shop): Promise<Answer> => {
    const { ctx } = shop.process;
    try {
      await pauseStore(ctx, shop.id);
    } catch (error) {
      // Its transactions take too long; it is tried again later.
      if (isLockTimeout(error)) return { status: 200, body: undefined };
      throw error;
    }
    const before = await rowsOf(shop);
    const isKept = await keepPaused(ctx, shop.id);
    const after = await rowsOf(shop);
    await resumeStore(ctx, shop.id);
    if (isKept && before !== after)
      throw new Error("rows of a store that was being handed over have changed");
    return { status: 200, body: undefined };
  },
};

async function rowsOf({ process: { ctx }, id }: Shop): Promise<string> {
  const sums = [...TABLES, ...MORE].map(
    (table) =>
      sql`select ${table} as name, count(*), sum(hashtext(t::text)) from ${sql.identifier(table)} as t where store_id = ${id}`,
  );
  const { rows } = await ctx.db.execute(sql.join(sums, sql` union all `));
  return JSON.stringify(rows);
}

/** So much time passes that every lease is over: what a process holds that was frozen is another one's. */
export const LAPSE: Verb = {
  run: async (shop): Promise<undefined> => {
    for (const table of LEASED_STREAMS) {
      await shop.process.ctx.db.execute(sql`update ${sql.identifier(table)} set leased_until = now() - interval '1 s'
        where store_id = ${shop.id} and leased_until is not null`);
    }
  },
};
