import { sql } from "drizzle-orm";
import type { TestStore } from "./service.ts";

const TABLES = [
  "return_history",
  "payouts",
  "payout_streams",
  "return_stock_changes",
  "restock_streams",
] as const;
const COLUMNS = ["status", "additions", "has_payouts", "stock_holds", "updated_at"];

/**
 * Returns a function that makes a return of a store be again as it is now, as in a copy that is restored from a backup, while
 * payees and shops keep what they have done since.
 */
export async function asOfNow({ id: storeId, ctx: { db } }: Pick<TestStore, "id" | "ctx">, returnId: string) {
  const own = (table: string) => {
    const key = table === "restock_streams" ? sql`true` : sql`return_id = ${returnId}`;
    return sql`from ${sql.identifier(table)} where store_id = ${storeId} and ${key}`;
  };
  const rowsOf = async (table: string, from = own(table)) =>
    (
      await db.execute<{ row: object }>(sql`select to_json(${sql.identifier(table)}) as row ${from}`)
    ).rows.map(({ row }) => row);
  const kept = await Promise.all(TABLES.map((table) => rowsOf(table)));
  const ofReturn = sql`from returns where store_id = ${storeId} and id = ${returnId}`;
  const [before] = await rowsOf("returns", ofReturn);
  const items = await rowsOf("return_items");
  return async () => {
    for (const [i, table] of TABLES.entries()) {
      await db.execute(sql`delete ${own(table)}`);
      await db.execute(sql`insert into ${sql.identifier(table)} overriding system value
        select * from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(kept[i])}::json)`);
    }
    const set = COLUMNS.map((name) => `${name} = before.${name}`).join(", ");
    await db.execute(sql`update returns set ${sql.raw(set)}
      from json_populate_record(null::returns, ${JSON.stringify(before)}::json) as before
      where returns.store_id = ${storeId} and returns.id = ${returnId}`);
    await db.execute(sql`update return_items as item set status = before.status, additions = before.additions
      from json_populate_recordset(null::return_items, ${JSON.stringify(items)}::json) as before
      where item.store_id = before.store_id and item.return_id = before.return_id and item.id = before.id`);
  };
}
