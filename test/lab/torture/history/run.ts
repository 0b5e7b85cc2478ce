import { migrateDatabase } from "../../../../src/platform/db/migrate.ts";
import type { Measured } from "../../../support/measured-command.ts";
import { fillNewStore } from "../../bench/fill.ts";
import type { Moves } from "../cells/moves.ts";
import { KEY } from "../databases.ts";
import { seeded } from "../random.ts";
import { act } from "./act.ts";
import { type Backup, callsUntil, forgetUndelivered, restoreBackup, takeBackup } from "./backup.ts";
import { type Examined, examine } from "./examine.ts";
import type { Tally } from "./fault-injector.ts";
import { type Fleet, originsOf, startFleet } from "./fleet.ts";
import { moveFleet, requireFilled } from "./move.ts";
import { openShops } from "./open-shops.ts";
import type { Postgres } from "./postgres.ts";
import { startReceiver } from "./receiver.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { compareReplayed, openReplayedStore } from "./replayed-store.ts";

export type HistoryOptions = {
  seed: number;
  /** How long the clients act. */
  ms: number;
  clients: number;
  stores: number;
  apis: number;
  workers: number;
  /** The number of databases, 1 by default. Of several each is a cell, and the stores are moved among them. */
  cells?: number;
  /** The mean time between faults; undefined injects none. */
  faultEveryMs: number | undefined;
  /** The longest time for which a process or connection is frozen or cut. */
  longestMs: number;
  /** The largest error of a process's clock. */
  skewMs: number;
  drainWithinMs: number;
  /**
   * After how many acknowledged calls, and half of the time, a backup is taken, while the clients act. What is checked
   * is this backup, restored elsewhere; without it the original.
   */
  backupAfter?: number;
  /**
   * After how many acknowledged calls, and half of the time, the database is moved into another Postgres; the clients
   * go on meanwhile.
   */
  moveAfter?: number;
  /** How many events a further store has before the clients act; none by default. */
  events?: number;
  /** An invoice file that is replayed into a further store before the clients act. */
  invoices?: string | undefined;
  say(line: string): void;
};

export type HistoryRun = Examined & {
  tally: Tally;
  moves: Moves["tally"];
  /** What of the replayed invoices is lost or different at the end. */
  differences: string[];
  /** What the operator's commands took. */
  commands: Measured[];
};

const SETTINGS = {
  ...{ WEBHOOK_TIMEOUT: "1s", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" },
  EVENT_RATE_LIMIT: "100",
};

/** Runs random clients while faults are injected, and checks the results after recovery. */
export async function tortureHistory(options: HistoryOptions): Promise<HistoryRun> {
  const { seed, apis, workers, cells = 1, skewMs, clients, stores, say } = options;
  const random = seeded(seed);
  const began = performance.now();
  const receiver = await startReceiver(seed, () => performance.now() - began);
  const settings = { ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: receiver.host };
  let fleet: Fleet<Postgres> | undefined;
  try {
    const offsetMs = () => random.between(-skewMs, skewMs);
    const { backupAfter, moveAfter, events = 0, invoices } = options;
    const fleetOptions = { apis, workers, cells, settings, offsetMs, hasLinks: true };
    fleet = await startFleet({ ...fleetOptions, prepare: (url) => fillBefore(url, events, say) });
    say(
      `${apis} API processes and ${workers} workers on ${cells} databases are ready after ${since(began)} s`,
    );
    const names = Array.from({ length: clients }, (_, i) => `client-${i + 1}`);
    const at = { settings: fleet.databases.env, origin: firstOrigin(fleet) };
    const shops = await openShops({ ...at, count: stores, clients: names, receiver: receiver.url });
    const replayed = invoices === undefined ? undefined : await openReplayedStore(invoices, at);
    if (replayed) say(`${invoices} is replayed after ${since(began)} s`);
    const recorder = createRecorder({
      targets: () => originsOf(fleet as Fleet<Postgres>),
      signs: shops.map(({ sign }) => `${sign}-`),
      now: () => performance.now() - began,
    });
    const commands: Measured[] = [];
    const crashes: string[] = [];
    let backup: Backup | undefined;
    // A large backup would never end if Postgres were killed every half a minute.
    let sparesPostgres = false;
    const operate = async (heal: () => Promise<void>) => {
      // On a fast machine the calls alone would be there before the first fault.
      const middle = Bun.sleep(options.ms / 2);
      if (backupAfter !== undefined) {
        await Promise.all([middle, acknowledged(recorder, backupAfter)]);
        sparesPostgres = events > 0;
        backup = await takeBackup(
          { url: (fleet as Fleet<Postgres>).databases.first.url, key: KEY },
          recorder.now,
        );
        sparesPostgres = false;
        commands.push(backup.command);
      } else if (moveAfter !== undefined) {
        await Promise.all([middle, acknowledged(recorder, moveAfter)]);
        await heal();
        const old = fleet as Fleet<Postgres>;
        const moved = await moveFleet(old, fleetOptions);
        crashes.push(...old.crashes, ...old.log.crashes);
        fleet = moved.fleet;
        commands.push(moved.command);
        // As long as before the move, on the moved database.
        await acknowledged(recorder, callsDone(recorder) + moveAfter);
      }
    };
    const { tally, moves } = await act(fleet, recorder, shops, {
      ...options,
      names,
      receiver: receiver.url,
      operate,
      sparesPostgres: () => sparesPostgres,
    });
    let { calls } = recorder;
    if (backup) {
      const taken: Backup = backup;
      await fleet.close();
      // If the next doesn't start, there is none to close.
      fleet = undefined;
      fleet = await startFleet({
        ...fleetOptions,
        prepare: async (url) => {
          commands.push(await restoreBackup(taken, { url, key: KEY }));
          await forgetUndelivered(url, shops, receiver);
        },
      });
      await taken.remove();
      calls = callsUntil(calls, taken);
    }
    if (events > 0) await requireFilled(fleet.databases.first.url, events);
    const acted = { calls, shops, receiver, crashes, replayed: replayed?.store };
    const run = await examine(fleet, acted, options);
    const differences = replayed ? await compareReplayed(replayed, firstOrigin(fleet)) : [];
    return { ...run, tally, moves, commands, differences };
  } finally {
    await fleet?.close();
    receiver.close();
  }
}

async function fillBefore(url: string, events: number, say: (line: string) => void): Promise<void> {
  if (events === 0) return;
  say(`filling ${events} events`);
  await migrateDatabase(url);
  await fillNewStore(url, events);
}

function firstOrigin(fleet: Fleet): string {
  return originsOf(fleet)[0]?.origin ?? "";
}

function callsDone({ calls }: Recorder): number {
  return calls.filter(({ outcome }) => outcome === "done").length;
}

async function acknowledged(recorder: Recorder, count: number): Promise<void> {
  while (callsDone(recorder) < count) await Bun.sleep(50);
}

/** Returns what a command took, in one line. */
export function textOf({ name, seconds, memoryMb }: Measured): string {
  return `${name} took ${seconds.toFixed(1)} s and at most ${memoryMb.toFixed(0)} MB`;
}

function since(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}
