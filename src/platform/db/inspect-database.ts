import { randomUUID } from "node:crypto";
import { isMarked, isPooledByStatement } from "./find-pooling.ts";
import { LIMITS } from "./limits.ts";
import { createClient } from "./open.ts";
import { type Inspection, serverAt } from "./server.ts";
import type { ServiceClient } from "./service-client.ts";
import type { Settings } from "./session-settings.ts";

type Version = { version: string; versionNumber: string; encoding: string; option: string | null };

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;
const MIN_POSTGRES_VERSION = 150_000;
const TRANSACTION_TIMEOUT_VERSION = 170_000;
/** How poolers refuse the options of a connection: as a violation of the protocol, or as a feature they don't have. */
const REFUSED_OPTIONS = new Set(["08P01", "0A000"]);

const READ_VERSION = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  current_setting('server_version_num') as "versionNumber", current_setting('aftersale.option', true) as option`;

/**
 * Finds out, once per process, whether the service can use the database at an address, before anything in it is
 * locked or written. Throws a sentence that says what to change: for a server older than Postgres 15, for a database
 * that isn't encoded in UTF-8, and for a pooler that doesn't keep a connection in one session.
 */
export async function inspectDatabase(url: string, { onlyReads = false } = {}): Promise<Inspection> {
  const server = serverAt(url);
  if (server.inspection) return server.inspection;
  const opened: ServiceClient[] = [];
  try {
    server.inspection = await inspect(opened, (passesOptions, option) => {
      const settings: Settings = passesOptions ? { "aftersale.option": option } : {};
      const opening = { limits: LIMITS, settings, name: "aftersale start", connectMs: CONNECT_TIMEOUT_MS };
      return createClient(url, { ...opening, onlyReads, passesOptions }, { query_timeout: QUERY_TIMEOUT_MS });
    });
    return server.inspection;
  } finally {
    await Promise.all(opened.map((client) => client.end()));
  }
}

/** Notes what is known of the embedded database: its Postgres comes with the service, and is reached directly. */
export function trustOwnDatabase(url: string): void {
  serverAt(url).inspection = { passesOptions: true, hasTransactionTimeout: true };
}

async function inspect(
  opened: ServiceClient[],
  create: (passesOptions: boolean, option: string) => ServiceClient,
): Promise<Inspection> {
  const option = randomUUID();
  const connect = async (passesOptions: boolean) => {
    const client = create(passesOptions, option);
    await client.connect();
    opened.push(client);
    return client;
  };
  let first = await connect(true).catch((error) => {
    if (!areOptionsRefused(error)) throw error;
    return connect(false);
  });
  const version = await versionOf(first);
  requireUsable(version);
  const passesOptions = version.option === option;
  if (!passesOptions) {
    // This one has no limits.
    await first.end();
    first = await connect(false);
  }
  const isLeftOver = !passesOptions && (await isMarked(first));
  const second = await connect(passesOptions).catch((error) => unlessPooled(error, passesOptions));
  if (await isPooledByStatement(first, second)) throw new Error(BY_STATEMENT);
  const hasTransactionTimeout = Number(version.versionNumber) >= TRANSACTION_TIMEOUT_VERSION;
  if (passesOptions) return { passesOptions, hasTransactionTimeout };
  await first.end();
  if (isLeftOver || (await isMarked(await connect(false)))) throw new Error(NOT_RESET);
  return { passesOptions, hasTransactionTimeout };
}

async function versionOf(client: ServiceClient): Promise<Version> {
  const { rows } = await client.query<Version>(READ_VERSION);
  const [version] = rows;
  if (!version) throw new Error("The database doesn't say which version it is.");
  return version;
}

function requireUsable({ version, versionNumber, encoding }: Version): void {
  if (Number(versionNumber) < MIN_POSTGRES_VERSION) {
    throw new Error(`Postgres 15 or newer is needed; DATABASE_URL points to ${version}`);
  }
  if (encoding === "UTF8") return;
  throw new Error(
    `The database must be encoded in UTF-8, and this one is in ${encoding}: make one with ` +
      "create database NAME encoding 'UTF8' template template0.",
  );
}

function areOptionsRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && REFUSED_OPTIONS.has(String(error.code));
}

/** A server without room for a second connection doesn't say that it is a pooler. */
function unlessPooled(error: unknown, passesOptions: boolean): undefined {
  if (passesOptions) return undefined;
  throw new Error(TOO_FEW, { cause: error });
}

const POOL_SIZE = "Its pool must have DATABASE_CONNECTIONS connections for each process of the service.";

const BY_STATEMENT =
  "The database's address leads to a connection pooler in transaction or statement mode, which runs the statements " +
  "of one connection in different sessions: the service needs its locks, prepared statements and timeouts to stay " +
  `in one. Give DATABASE_URL Postgres's own address, or set pool_mode = session in the pooler. ${POOL_SIZE}`;

const NOT_RESET =
  "The database's address leads to a connection pooler that hands a session on with the settings of its last " +
  "connection: set server_reset_query = DISCARD ALL in the pooler, or give DATABASE_URL Postgres's own address.";

const TOO_FEW = `The connection pooler at the database's address gives the service only one connection. ${POOL_SIZE}`;
