import { quoteIdentifier } from "../../platform/db/quote-identifier.ts";
import { copyRows } from "../../platform/db/replication/copy-rows.ts";
import { COUNTERS } from "./moved-tables.ts";
import type { Cells } from "./sessions.ts";

/** Carries the store's own row to the other cell, which may have one from an earlier time. */
export async function carryStore({ from, to }: Cells, storeId: string): Promise<void> {
  const { rows } = await from.session.query<{ store: object }>(
    "select to_jsonb(stores) as store from stores where store_id = $1",
    [storeId],
  );
  const store = rows[0]?.store ?? {};
  const columns = Object.keys(store).filter((name) => name !== "store_id");
  const set = columns.map(quoteIdentifier).map((name) => `${name} = excluded.${name}`);
  await to.session.query(
    `insert into stores select (jsonb_populate_record(null::stores, $1)).*
     on conflict (store_id) do update set ${set.join(", ")}`,
    [JSON.stringify(store)],
  );
}

/** Carries the counters of a paused store. It may be called again. */
export async function carryCounters({ from, to }: Cells, storeId: string): Promise<void> {
  await to.session.query("begin");
  for (const table of COUNTERS) {
    await to.session.query(`delete from ${quoteIdentifier(table)} where store_id = $1`, [storeId]);
    await copyRows(from.session, to.session, { table, storeId, onCopied: () => {} });
  }
  await to.session.query("commit");
}
