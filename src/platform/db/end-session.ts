import type pg from "pg";
import { connectionOf } from "./write-access.ts";

/** How long a server may take to end a session that was asked to end. */
const END_MS = 1_000;

/** Ends a session without waiting for it. One that can't be asked ends with its socket. */
export function endSession(client: pg.Client): void {
  void client.end().catch(() => undefined);
  setTimeout(() => connectionOf(client).stream.destroy(), END_MS).unref();
}
