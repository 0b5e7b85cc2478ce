import type pg from "pg";
import { quoteIdentifier } from "../quote-identifier.ts";

type Client = Pick<pg.ClientBase, "query">;

/** How many rows of a store a table has, and a checksum of them all. */
type Sum = { rows: number; checksum: string };

/** Returns the sum of a store's rows in a table. Tables with the same rows have the same sum, in any order. */
async function sumOfRows(client: Client, table: string, storeId: string): Promise<Sum> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(moved::text, 0)::numeric), 0)::text as checksum
     from ${quoteIdentifier(table)} as moved where store_id = $1`,
    [storeId],
  );
  return { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? "" };
}

/** Throws when a store's rows in a table differ between two databases. Returns how many there are. */
export async function requireEqualRows(
  from: Client,
  to: Client,
  table: string,
  storeId: string,
): Promise<number> {
  const [there, here] = await Promise.all([sumOfRows(from, table, storeId), sumOfRows(to, table, storeId)]);
  if (there.rows === here.rows && there.checksum === here.checksum) return there.rows;
  const detail = there.rows === here.rows ? "of other content" : `instead of ${there.rows}`;
  throw new Error(`The table ${table} has ${here.rows} rows ${detail} in the new cell.`);
}
