import pg from "pg";

/** Runs a statement in a session of its own, and returns its rows. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  // It also rejects what runs; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
