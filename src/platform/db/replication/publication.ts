import pg from "pg";
import { quoteIdentifier } from "../quote-identifier.ts";

type Client = Pick<pg.ClientBase, "query">;

/** Publishes the rows of a store in these tables, all of which have the store in their primary keys. */
export async function publishStore(
  client: Client,
  { name, storeId, tables }: { name: string; storeId: string; tables: readonly string[] },
): Promise<void> {
  const filter = `(store_id = ${pg.escapeLiteral(storeId)})`;
  const each = tables.map((table) => `public.${quoteIdentifier(table)} where ${filter}`);
  await client.query(`create publication ${quoteIdentifier(name)} for table ${each.join(", ")}`);
}

/** Ends a publication. A missing one is none to end. */
export async function unpublish(client: Client, name: string): Promise<void> {
  await client.query(`drop publication if exists ${quoteIdentifier(name)}`);
}
