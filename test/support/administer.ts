import pg from "pg";

/** Runs a statement in the server's own database and returns the number of its rows. */
export async function administer(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await client.connect();
  const { rowCount } = await client.query(statement);
  await client.end();
  return rowCount ?? 0;
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
