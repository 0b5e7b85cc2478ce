import { keepTrying } from "../../lib/keep-trying.ts";
import type { Outage } from "../../lib/outage.ts";
import { within } from "../../lib/within.ts";
import { LIMITS } from "./limits.ts";
import { createClient } from "./open.ts";
import { quoteIdentifier } from "./quote-identifier.ts";
import { serverAt } from "./server.ts";
import type { ServiceClient } from "./service-client.ts";

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
  /** Reports that the connection is lost, and that it is back. */
  outage: Outage;
};

const CONNECT_TIMEOUT_MS = 4_500;
const QUERY_TIMEOUT_MS = 5_000;
/** A connection that is silently gone receives nothing, and says nothing. */
const HEARTBEAT_MS = 10_000;
/** An unresponsive database would block the closing. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Exchanges notifications with the other processes over one connection, opened when it is first needed.
 * Notifying is its own transaction: inside the transaction of a write it would serialize all commits of the
 * server. Notifications may be lost, so their commit isn't flushed to disk.
 */
export function createNotifier(options: NotifierOptions): Notifier {
  const { url, channel, onPayload, onListening, outage } = options;
  let listening: ServiceClient | undefined;
  let isConnecting = false;
  /** The last attempt to connect. */
  let attempt: Promise<void> = Promise.resolve();
  let isClosed = false;
  /** The notification in progress. */
  let sending: Promise<void> = Promise.resolve();

  /** Connects, and again after each loss: one attempt at a time. */
  function connect(): void {
    if (listening || isConnecting || isClosed) return;
    isConnecting = true;
    const open = () => {
      attempt = listen();
      return attempt;
    };
    const { back } = serverAt(url);
    // An attempt that the closing has ended is no fault.
    const onError = (error: Error) => (isClosed ? undefined : outage.failed(error));
    void keepTrying(open, { isStopped: () => isClosed, onError, wake: back }).finally(() => {
      isConnecting = false;
      // It may be lost already.
      connect();
    });
  }

  async function listen(): Promise<void> {
    const client = createClient(
      url,
      {
        limits: LIMITS,
        settings: { synchronous_commit: "off" },
        name: "aftersale notifications",
        connectMs: CONNECT_TIMEOUT_MS,
      },
      { query_timeout: QUERY_TIMEOUT_MS },
    );
    let ownPid: number | null = null;
    client.on("notification", ({ processId, payload = "" }) => {
      if (processId !== ownPid) onPayload(payload);
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      ownPid = rows[0]?.pid ?? null;
      await client.query(`listen ${quoteIdentifier(channel)}`);
      if (isClosed) throw new Error("the notifier is closed");
    } catch (error) {
      client.discard();
      throw error;
    }
    listening = client;
    client.isIdle = true;
    watch(client);
    outage.succeeded();
    onListening();
  }

  /** Notices the loss of a connection, also of one that doesn't break. */
  function watch(client: ServiceClient): void {
    const timer = setInterval(() => {
      client.query("select").catch((error) => client.retire(error));
    }, HEARTBEAT_MS);
    timer.unref();
    const lose = (error: Error) => {
      clearInterval(timer);
      if (listening !== client) return;
      listening = undefined;
      client.discard();
      if (isClosed) return;
      outage.failed(error);
      connect();
    };
    client.on("error", lose);
    client.on("end", () => lose(new Error("the connection ended")));
  }

  async function send(payloads: string[]) {
    connect();
    await attempt.catch(() => undefined);
    await listening
      ?.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [channel, payloads])
      .catch(outage.failed);
  }

  /** Ends the connection after the notification in progress. */
  async function end() {
    await sending;
    await listening?.end();
  }

  return {
    notify: async (payloads) => {
      if (isClosed) return;
      sending = send(payloads);
      await sending;
    },
    listen: connect,
    close: async () => {
      isClosed = true;
      await within(CLOSE_TIMEOUT_MS, end());
      listening?.discard();
    },
  };
}
