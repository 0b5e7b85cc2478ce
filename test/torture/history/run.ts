import pg from "pg";
import { seeded } from "../random.ts";
import { retry } from "../retry.ts";
import { type Backup, callsUntil, forgetUndelivered, restoreBackup, takeBackup } from "./backup.ts";
import type { Call } from "./call.ts";
import { type Checked, check } from "./check/check.ts";
import { startClients } from "./client.ts";
import { drain } from "./drain.ts";
import { startFaultInjector, type Tally } from "./fault-injector.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { openShops } from "./open-shops.ts";
import { readDatabase } from "./read-database.ts";
import { readReturns } from "./read-returns.ts";
import { readStreams } from "./read-streams.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import type { Shop } from "./shop.ts";
import type { State } from "./state.ts";
import type { Violation } from "./violation.ts";

export type HistoryOptions = {
  seed: number;
  /** How long the clients act. */
  ms: number;
  clients: number;
  stores: number;
  apis: number;
  workers: number;
  /** The mean time between faults; undefined injects none. */
  faultEveryMs: number | undefined;
  /** The longest time for which a process or connection is frozen or cut. */
  longestMs: number;
  /** The largest error of a process's clock. */
  skewMs: number;
  drainWithinMs: number;
  /**
   * After how many acknowledged calls a backup is taken, while the clients act. What is checked is this backup,
   * restored elsewhere; without it the original.
   */
  backupAfter?: number;
  say(line: string): void;
};

export type HistoryRun = {
  checked: Checked;
  violations: Violation[];
  tally: Tally;
  attempts: Receiver["attempts"];
  /** How often the processes logged each error. */
  errors: ReadonlyMap<string, number>;
  drainMs: number;
};

const KEY = "a key for torture only";
const SETTINGS = {
  ...{ WEBHOOK_TIMEOUT: "1s", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" },
  ...{ ENCRYPTION_KEY: KEY, EVENT_RATE_LIMIT: "100" },
};
/** The time in which resumed processes may still work on requests whose clients have timed out. */
const IDLE_MS = 1_500;

/** Runs random clients while faults are injected, and checks the results after recovery. */
export async function tortureHistory(options: HistoryOptions): Promise<HistoryRun> {
  const { seed, apis, workers, skewMs, clients, stores, say } = options;
  const random = seeded(seed);
  const began = performance.now();
  const receiver = await startReceiver(seed, () => performance.now() - began);
  const settings = { ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: receiver.host };
  let fleet: Fleet | undefined;
  try {
    const offsetMs = () => random.between(-skewMs, skewMs);
    fleet = await startFleet({ apis, workers, settings, offsetMs });
    say(`${apis} API processes and ${workers} workers are ready after ${since(began)} s`);
    const names = Array.from({ length: clients }, (_, i) => `client-${i + 1}`);
    const shops = await openShops({
      ...{ databaseUrl: fleet.postgres.url, settings, count: stores, clients: names },
      ...{ origin: originsOf(fleet)[0]?.origin ?? "", receiver: receiver.url },
    });
    const recorder = createRecorder({
      targets: () => originsOf(fleet as Fleet),
      signs: shops.map(({ sign }) => `${sign}-`),
      now: () => performance.now() - began,
    });
    const { backupAfter } = options;
    const backup = backupAfter === undefined ? undefined : takeLater(fleet, recorder, backupAfter);
    // Awaited by the clients' run.
    backup?.catch(() => undefined);
    const tally = await act(fleet, recorder, shops, { ...options, names, receiver: receiver.url, backup });
    const acted = { calls: recorder.calls, shops, receiver, tally };
    if (!backup) return await examine(fleet, acted, options);

    const taken = await backup;
    say(`the backup took ${Math.round(taken.until - taken.from)} ms`);
    await fleet.close();
    fleet = await startFleet({
      ...{ apis, workers, settings, offsetMs },
      prepare: async (url) => {
        await restoreBackup(taken, { url, key: KEY });
        await forgetUndelivered(url, shops, receiver);
      },
    });
    await taken.remove();
    return await examine(fleet, { ...acted, calls: callsUntil(acted.calls, taken) }, options);
  } finally {
    await fleet?.close();
    receiver.close();
  }
}

async function takeLater(fleet: Fleet, recorder: Recorder, afterCalls: number): Promise<Backup> {
  while (recorder.calls.filter(({ outcome }) => outcome === "done").length < afterCalls) await Bun.sleep(50);
  return takeBackup({ url: fleet.postgres.url, key: KEY }, recorder.now);
}

function originsOf({ slots }: Fleet) {
  return slots
    .filter(({ role }) => role === "api")
    .flatMap(({ name, origin }) => {
      const at = origin();
      return at === undefined ? [] : [{ name, origin: at }];
    });
}

async function act(
  fleet: Fleet,
  recorder: Recorder,
  shops: Shop[],
  options: HistoryOptions & { names: string[]; receiver: string; backup: Promise<Backup> | undefined },
): Promise<Tally> {
  const { seed, ms, names, receiver, backup, faultEveryMs, longestMs, say } = options;
  const progress = () => {
    const { calls } = recorder;
    const unknown = calls.filter(({ outcome }) => outcome === "unknown").length;
    const { kills = 0, freezes = 0 } = injector?.tally ?? {};
    return `${calls.length} calls, ${unknown} of unknown outcome, ${kills} kills, ${freezes} freezes`;
  };
  const clients = startClients({ shops, recorder, names, receiver, seed });
  const injector =
    faultEveryMs === undefined
      ? undefined
      : startFaultInjector(fleet, {
          ...{ random: seeded(seed + 1), everyMs: faultEveryMs, longestMs },
          say: (line) => say(`${Math.round(recorder.now() / 1_000)} s: ${line}; ${progress()}`),
        });
  try {
    await Promise.race([Bun.sleep(ms), clients.finished]);
    await backup;
  } finally {
    await injector?.heal();
    await clients.stop();
  }
  say(`all is well again; ${progress()}`);
  return injector?.tally ?? { kills: 0, freezes: 0, restarts: 0, cuts: 0 };
}

type Acted = { calls: Call[]; shops: Shop[]; receiver: Receiver; tally: Tally };

async function examine(fleet: Fleet, acted: Acted, options: HistoryOptions): Promise<HistoryRun> {
  const { calls, shops, receiver, tally } = acted;
  const { drainWithinMs, say } = options;
  receiver.behave();
  await Bun.sleep(IDLE_MS);
  const client = new pg.Client(fleet.postgres.url);
  await retry(() => client.connect());
  try {
    const { ms: drainMs, pending } = await drain(client, drainWithinMs, say);
    say(`at rest after ${drainMs} ms`);
    const { registers, ...database } = await readDatabase(client, shops);
    const origins = () => originsOf(fleet).map(({ origin }) => origin);
    const shown = await readReturns(origins, shops, database.returns);
    const state: State = {
      ...{ ...database, registers: [...registers, ...shown], pending },
      ...(await readStreams(client, shops, receiver)),
      crashes: [...fleet.crashes, ...fleet.log.crashes],
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

function since(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}
