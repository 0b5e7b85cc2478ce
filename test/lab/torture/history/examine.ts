import pg from "pg";
import { strayRows } from "../cells/read-cells.ts";
import { retry } from "../retry.ts";
import type { Call } from "./call.ts";
import { type Checked, check } from "./check/check.ts";
import { drain } from "./drain.ts";
import { type Fleet, originsOf } from "./fleet.ts";
import { readDatabase } from "./read-database.ts";
import { readReturns } from "./read-returns.ts";
import { readMerchants, readStreams } from "./read-streams.ts";
import type { Receiver } from "./receiver.ts";
import type { HistoryOptions } from "./run.ts";
import type { Shop } from "./shop.ts";
import type { State } from "./state.ts";
import type { Violation } from "./violation.ts";

/** The time in which resumed processes may still work on requests whose clients have timed out. */
const IDLE_MS = 1_500;

type Acted = {
  calls: Call[];
  shops: Shop[];
  receiver: Receiver;
  crashes: string[];
  replayed?: string | undefined;
};

export type Examined = {
  checked: Checked;
  violations: Violation[];
  attempts: Receiver["attempts"];
  /** How often the processes logged each error. */
  errors: ReadonlyMap<string, number>;
  drainMs: number;
};

/** Waits until the service is at rest, and compares what it stores, shows and has delivered with the calls. */
export async function examine(
  fleet: Fleet,
  acted: Acted,
  options: Pick<HistoryOptions, "drainWithinMs" | "say">,
): Promise<Examined> {
  const { calls, shops, receiver, crashes } = acted;
  const { databases, log } = fleet;
  receiver.behave();
  await Bun.sleep(IDLE_MS);
  const clients = await Promise.all(databases.servers.map(({ url }) => retry(() => connected(url))));
  try {
    const { ms: drainMs, pending } = await drain(databases, options.drainWithinMs, options.say);
    options.say(`at rest after ${drainMs} ms`);
    const cells = await Promise.all(shops.map(({ storeId }) => databases.cellOf(storeId)));
    const read = clients.map(async (client, place) => {
      // A row of a store that has left counts as a row of no store.
      const living = shops.filter((_, i) => cells[i] === databases.names[place]);
      const streams = await readStreams(client, shops, receiver);
      return { ...(await readDatabase(client, living, acted.replayed)), streams };
    });
    const { registers, ...stored } = joined(await Promise.all(read));
    const origins = () => originsOf(fleet).map(({ origin }) => origin);
    const shown = await readReturns(origins, shops, stored.returns);
    const state: State = {
      ...{ ...stored, registers: [...registers, ...shown] },
      pending: [...pending, ...(await strayRows(databases))],
      merchants: readMerchants(shops, receiver),
      crashes: [...crashes, ...fleet.crashes, ...log.crashes],
    };
    const storeIds = shops.map(({ storeId }) => storeId);
    const checked = { calls, state, storeIds, causes: log.causes };
    const violations = check(checked);
    const { attempts } = receiver;
    return { checked, violations, attempts, errors: log.errors, drainMs };
  } finally {
    for (const client of clients) await client.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** Joins the lists of several databases. */
function joined<Lists extends Record<string, unknown[]>>(parts: Lists[]): Lists {
  const names = Object.keys(parts[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, parts.flatMap((part) => part[name] ?? [])])) as Lists;
}
