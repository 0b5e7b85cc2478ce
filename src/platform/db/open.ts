import type pg from "pg";
import { type Limits, limited } from "./limits.ts";
import { NOT_INSPECTED, serverAt } from "./server.ts";
import { ServiceClient, type ServiceClientOptions } from "./service-client.ts";
import { ServicePool, type ServicePoolOptions } from "./service-pool.ts";
import type { Settings } from "./session-settings.ts";

export type Opening = {
  limits: Limits;
  /** Of its sessions. */
  settings?: Settings;
  /** As the database's statistics show its sessions. */
  name: string;
  connectMs: number;
  /** Whether a server that refuses writes will do. */
  onlyReads?: boolean;
  /** Whether its options reach the server; by default as the inspection has found. */
  passesOptions?: boolean;
};

/**
 * Creates a connection to the database at `url`, which may have several hosts: every connection of the service is made
 * here or in a pool. Its errors also reject what runs on it.
 */
export function createClient(url: string, opening: Opening, options: pg.ClientConfig = {}): ServiceClient {
  return new ServiceClient({ ...clientOptions(url, opening), ...options });
}

/** Creates a pool of such connections. Errors of idle ones are dropped: the next statement opens another one. */
export function createPool(url: string, opening: Opening & { max: number }): ServicePool {
  const pool = new ServicePool({ ...clientOptions(url, opening), Client: ServiceClient, max: opening.max });
  pool.on("error", () => {});
  return pool;
}

/** The options that clients and pools have in common. */
export function clientOptions(
  url: string,
  { limits, settings = {}, name, connectMs, onlyReads = false, passesOptions }: Opening,
): ServiceClientOptions & ServicePoolOptions {
  const server = serverAt(url);
  const { connectMs: ofAddress = connectMs } = server.address;
  const { inspection = NOT_INSPECTED } = server;
  const found = passesOptions === undefined ? inspection : { ...inspection, passesOptions };
  return {
    ...limited(server.address, limits, settings, found),
    server,
    onlyReads,
    application_name: name,
    connectionTimeoutMillis: Math.min(connectMs, ofAddress),
  };
}
