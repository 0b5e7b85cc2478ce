import pg from "pg";
import { pause } from "../lib/pause.ts";
import { within } from "../lib/within.ts";
import { LIMITS, limited } from "./limits.ts";
import { quoteIdentifier } from "./quote-identifier.ts";

export type Notifier = {
  /** Sends payloads to the other processes; drops them while the database is unavailable. */
  notify(payloads: string[]): Promise<void>;
  /** Listens from now on. */
  listen(): void;
  close(): Promise<void>;
};

export type NotifierOptions = {
  url: string;
  channel: string;
  /** Receives the payloads of other processes. */
  onPayload(payload: string): void;
  /** Called whenever it begins to listen: notifications before that are lost. */
  onListening(): void;
  onError(error: Error): void;
};

const CONNECT_TIMEOUT_MS = 4_500;
const QUERY_TIMEOUT_MS = 5_000;
const RECONNECT_MS = 500;
/** An unresponsive database would block the closing. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Exchanges notifications with the other processes over one connection, opened when it is first needed.
 * Notifying is its own transaction: inside the transaction of a write it would serialize all commits of the
 * server. Notifications may be lost, so their commit isn't flushed to disk.
 */
export function createNotifier(options: NotifierOptions): Notifier {
  const { channel, onPayload, onListening, onError } = options;
  let connecting: Promise<pg.Client> | undefined;
  let isClosed = false;
  let isListening = false;
  /** The notification in progress. */
  let sending: Promise<void> = Promise.resolve();

  function connected(): Promise<pg.Client> {
    connecting ??= open().catch((error) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...limited(options.url, LIMITS, { synchronous_commit: "off" }),
      application_name: "aftersale notifications",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    let ownPid: number | null = null;
    client.on("notification", ({ processId, payload = "" }) => {
      if (processId !== ownPid) onPayload(payload);
    });
    client.on("error", fail);
    client.on("end", () => {
      connecting = undefined;
      if (!isClosed && isListening) void reconnect();
    });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    ownPid = rows[0]?.pid ?? null;
    await client.query(`listen ${quoteIdentifier(channel)}`);
    onListening();
    return client;
  }

  async function reconnect() {
    while (!isClosed && !connecting) {
      await pause(RECONNECT_MS);
      if (!isClosed) await connected().catch(fail);
    }
  }

  function fail(error: Error) {
    if (!isClosed) onError(error);
  }

  async function send(payloads: string[]) {
    try {
      const client = await connected();
      await client.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [
        channel,
        payloads,
      ]);
    } catch (error) {
      fail(error as Error);
    }
  }

  /** Ends the connection after the notification in progress. */
  async function end() {
    await sending;
    const client = await connecting?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  return {
    notify: async (payloads) => {
      if (isClosed) return;
      sending = send(payloads);
      await sending;
    },
    listen: () => {
      if (isListening || isClosed) return;
      isListening = true;
      void connected().catch((error) => {
        fail(error);
        void reconnect();
      });
    },
    close: async () => {
      isClosed = true;
      await within(CLOSE_TIMEOUT_MS, end());
    },
  };
}
