import pg from "pg";
import { pause } from "../lib/pause.ts";
import { LIMITS, limited } from "./limits.ts";

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

  function connected(): Promise<pg.Client> {
    connecting ??= open().catch((error) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...limited(options.url, LIMITS, "-c synchronous_commit=off"),
      application_name: "aftersale notifications",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    let ownPid: number | null = null;
    client.on("notification", ({ processId, payload = "" }) => {
      if (processId !== ownPid) onPayload(payload);
    });
    client.on("error", onError);
    client.on("end", () => {
      connecting = undefined;
      if (!isClosed && isListening) void reconnect();
    });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    ownPid = rows[0]?.pid ?? null;
    await client.query(`listen ${channel}`);
    onListening();
    return client;
  }

  async function reconnect() {
    while (!isClosed && !connecting) {
      await pause(RECONNECT_MS);
      if (!isClosed) await connected().catch(onError);
    }
  }

  return {
    notify: async (payloads) => {
      if (isClosed) return;
      try {
        const client = await connected();
        await client.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [
          channel,
          payloads,
        ]);
      } catch (error) {
        onError(error as Error);
      }
    },
    listen: () => {
      if (isListening || isClosed) return;
      isListening = true;
      void connected().catch((error) => {
        onError(error);
        void reconnect();
      });
    },
    close: async () => {
      isClosed = true;
      const client = await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
