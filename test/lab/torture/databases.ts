import { query as queryAt } from "../../support/query.ts";
import { openPostgres, type Postgres } from "./history/postgres.ts";
import { operate } from "./operate.ts";
import { retry } from "./retry.ts";

/**
 * The databases of a service, on Postgres servers of their own: one without a directory, or several cells, of which
 * the first has the directory too.
 */
export type Databases<Server extends DatabaseServer = DatabaseServer> = {
  names: string[];
  servers: Server[];
  /** The only server, or that of the directory. */
  first: Server;
  /** The environment of the processes and of commands. */
  env: Record<string, string>;
  /** Returns the name of the cell in which a store lives. */
  cellOf(storeId: string): Promise<string>;
  /** Returns the rows of a query in a cell. */
  query<Row extends object>(cell: string, text: string, values: unknown[]): Promise<Row[]>;
  /** Stops the servers; their folders stay until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** A server as processes need it: its address, and how to end its freeze. */
export type DatabaseServer = { url: string; thaw(): void };

/** The encryption key of every service under test. */
export const KEY = "a key for torture only";

/** Starts the servers; of several it makes cells. */
export async function openDatabases(
  count: number,
  more: Record<string, string>,
): Promise<Databases<Postgres>> {
  const hasCells = count > 1;
  const servers: Postgres[] = [];
  const names = Array.from({ length: count }, (_, i) => (hasCells ? `cell-${i + 1}` : "the service"));
  const close = async () => {
    for (const server of servers) await server.close();
  };
  try {
    for (const _ of names) servers.push(await openPostgres(hasCells ? { wal_level: "logical" } : {}));
    const first = servers[0] as Postgres;
    const env = environmentOn(first.url, more);
    for (const [i, name] of hasCells ? names.entries() : []) {
      await operate(env, "cell", "add", name, "--postgres", servers[i]?.url ?? "");
    }
    const query = async <Row extends object>(cell: string, text: string, values: unknown[]) =>
      retry(() => queryAt<Row>(servers[names.indexOf(cell)]?.url ?? "", text, values));
    const residence = "select cell from store_cells where store_id = $1";
    return {
      ...{ names, servers, first, query, close },
      env: { ...env, ...(hasCells && { CELLS: "*" }) },
      cellOf: async (storeId) => {
        const [only = ""] = names;
        if (!hasCells) return only;
        const [row] = await query<{ cell: string }>(only, residence, [storeId]);
        return row?.cell ?? "";
      },
      stop: async () => {
        await Promise.all(servers.map((server) => server.stop()));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the environment of a process under test. */
export function environmentOn(url: string, more: Record<string, string>): Record<string, string> {
  return { DATABASE_URL: url, ENCRYPTION_KEY: KEY, DEMO: "0", LOG_LEVEL: "warn", ...more };
}
