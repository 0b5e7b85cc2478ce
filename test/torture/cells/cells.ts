import pg from "pg";
import { openPostgres, type Postgres } from "../history/postgres.ts";
import { operate } from "../operate.ts";
import { retry } from "../retry.ts";

/** Some cells on Postgres servers of their own; the first one's database has the directory too. */
export type TorturedCells = {
  names: string[];
  servers: Postgres[];
  /** The environment of the processes and of commands. */
  env: Record<string, string>;
  /** Returns the name of the cell in which a store lives. */
  cellOf(storeId: string): Promise<string>;
  /** Returns the rows of a query in a cell. */
  query<Row extends object>(cell: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const KEY = "a key for torture only";

export async function openCells(count: number, more: Record<string, string>): Promise<TorturedCells> {
  const servers: Postgres[] = [];
  const names = Array.from({ length: count }, (_, i) => `cell-${i + 1}`);
  const close = async () => {
    for (const server of servers) await server.close();
  };
  try {
    for (const _ of names) servers.push(await openPostgres({ wal_level: "logical" }));
    const directory = servers[0]?.url ?? "";
    const env = { DATABASE_URL: directory, ENCRYPTION_KEY: KEY, DEMO: "0", LOG_LEVEL: "warn", ...more };
    for (const [i, name] of names.entries()) {
      await operate(env, "cell", "add", name, "--postgres", servers[i]?.url ?? "");
    }
    const query = async <Row extends object>(cell: string, text: string, values: unknown[]) =>
      retry(() => rowsOf<Row>(servers[names.indexOf(cell)]?.url ?? "", text, values));
    return {
      ...{ names, servers, query, close },
      env: { ...env, CELLS: "*" },
      cellOf: async (storeId) => {
        const [row] = await query<{ cell: string }>(
          names[0] ?? "",
          "select cell from store_cells where store_id = $1",
          [storeId],
        );
        return row?.cell ?? "";
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function rowsOf<Row extends object>(url: string, text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
