import pg from "pg";
import { type Measured, measuredCommand } from "../../../support/measured-command.ts";
import { FILLED_STORE } from "../../bench/fill.ts";
import { type Fleet, type FleetOptions, startFleet } from "./fleet.ts";
import type { Postgres } from "./postgres.ts";

export type Moved = { fleet: Fleet<Postgres>; command: Measured };

/**
 * Moves an embedded database into another Postgres as an operator does: stops the service, moves, starts the
 * service there. Removes the original.
 */
export async function moveFleet(from: Fleet<Postgres>, options: FleetOptions): Promise<Moved> {
  await from.stop();
  let command: Measured | undefined;
  const fleet = await startFleet({
    ...options,
    prepare: async (url) => {
      command = await measuredCommand({ DATA_DIR: from.databases.first.dataDir }, "move", "--to", url);
    },
  });
  await from.close();
  return { fleet, command: command as Measured };
}

/** Throws unless the store that was filled beforehand has exactly its events. */
export async function requireFilled(url: string, events: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select count(*)::int as count from events where store_id = $1", [
    FILLED_STORE,
  ]);
  await client.end();
  if (rows[0].count !== events) throw new Error(`${rows[0].count} filled events are there, not ${events}`);
}
