import { afterAll } from "bun:test";
import { type MailServer, openMailServer } from "./open-mail-server.ts";

/** Starts a real SMTP server on a port of its own, until the file's tests end. */
export async function startMailServer(): Promise<MailServer> {
  const server = await openMailServer();
  afterAll(server.close);
  return server;
}
