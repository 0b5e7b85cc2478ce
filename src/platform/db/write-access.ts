import type { Socket } from "node:net";
import type pg from "pg";

/** The parts of pg's client that its types hide. */
type Inner = {
  connection: {
    on(event: "parameterStatus", listener: (status: ParameterStatus) => void): void;
    on(event: "errorMessage", listener: (error: { code?: string }) => void): void;
    stream: Pick<Socket, "destroy" | "destroyed" | "on">;
  };
};

type ParameterStatus = { parameterName: string; parameterValue: string };

/** What a server says of itself when a session begins and whenever it changes: no statement has to ask. */
export type WriteAccess = { isKnown: boolean; isRefused: boolean };

const REFUSING = ["in_hot_standby", "default_transaction_read_only"];

/** Follows whether the sessions of a client's server may write. `onRefused` is called when they no longer may. */
export function followWriteAccess(client: pg.Client, onRefused: () => void = () => {}): WriteAccess {
  const access: WriteAccess = { isKnown: false, isRefused: false };
  const on = new Set<string>();
  connectionOf(client).on("parameterStatus", ({ parameterName: name, parameterValue: value }) => {
    if (!REFUSING.includes(name)) return;
    access.isKnown = true;
    if (value === "on") on.add(name);
    else on.delete(name);
    const wasRefused = access.isRefused;
    access.isRefused = on.size > 0;
    if (access.isRefused && !wasRefused) onRefused();
  });
  return access;
}

/** Asks the server whether this session may write: a pooler may pass on the state of another server. */
export async function mayWrite(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ readOnly: string }>(
    `select current_setting('transaction_read_only') as "readOnly"`,
  );
  return rows[0]?.readOnly === "off";
}

const readOnlyErrors = new WeakSet<Error>();

/** The error of a connection to a server that refuses writes; the code is Postgres's for such a statement. */
export function readOnlyError(host: string): Error {
  const message = `the server at ${host} accepts no writes: it is a standby, or was made read-only`;
  const error = Object.assign(new Error(message), { code: "25006" });
  readOnlyErrors.add(error);
  return error;
}

export function isReadOnlyError(error: unknown): boolean {
  return readOnlyErrors.has(error as Error);
}

export function connectionOf(client: pg.Client): Inner["connection"] {
  return (client as unknown as Inner).connection;
}
