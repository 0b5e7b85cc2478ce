import pg from "pg";
import { retry } from "../retry.ts";
import type { Call } from "./call.ts";
import { check } from "./check/check.ts";
import { drain } from "./drain.ts";
import type { Tally } from "./fault-injector.ts";
import { type Fleet, originsOf } from "./fleet.ts";
import { readDatabase } from "./read-database.ts";
import { readReturns } from "./read-returns.ts";
import { readStreams } from "./read-streams.ts";
import type { Receiver } from "./receiver.ts";
import type { HistoryOptions, HistoryRun } from "./run.ts";
import type { Shop } from "./shop.ts";
import type { State } from "./state.ts";

/** The time in which resumed processes may still work on requests whose clients have timed out. */
const IDLE_MS = 1_500;

type Acted = {
  calls: Call[];
  shops: Shop[];
  receiver: Receiver;
  tally: Tally;
  crashes: string[];
  replayed?: string | undefined;
};

/** Waits until the service is at rest, and compares what it stores, shows and has delivered with the calls. */
export async function examine(
  fleet: Fleet,
  acted: Acted,
  options: HistoryOptions,
): Promise<Omit<HistoryRun, "commands" | "differences">> {
  const { calls, shops, receiver, tally, crashes, replayed } = acted;
  const { drainWithinMs, say } = options;
  receiver.behave();
  await Bun.sleep(IDLE_MS);
  const client = new pg.Client(fleet.postgres.url);
  await retry(() => client.connect());
  try {
    const { ms: drainMs, pending } = await drain(client, drainWithinMs, say);
    say(`at rest after ${drainMs} ms`);
    const { registers, ...database } = await readDatabase(client, shops, replayed);
    const origins = () => originsOf(fleet).map(({ origin }) => origin);
    const shown = await readReturns(origins, shops, database.returns);
    const state: State = {
      ...{ ...database, registers: [...registers, ...shown], pending },
      ...(await readStreams(client, shops, receiver)),
      crashes: [...crashes, ...fleet.crashes, ...fleet.log.crashes],
    };
    const storeIds = shops.map(({ storeId }) => storeId);
    const checked = { calls, state, storeIds, causes: fleet.log.causes };
    return {
      checked,
      violations: check(checked),
      tally,
      attempts: receiver.attempts,
      errors: fleet.log.errors,
      drainMs,
    };
  } finally {
    await client.end();
  }
}
