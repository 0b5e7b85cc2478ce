import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../../../support/process.ts";
import { openPostgres } from "../history/postgres.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot, type Slot } from "../history/slot.ts";
import { type Random, seeded } from "../random.ts";
import { violationsOf } from "./check.ts";
import { caughtUp, readAll } from "./read-feed.ts";
import { readLists } from "./read-lists.ts";
import { type Reader, startReader } from "./reader.ts";
import { makeShop } from "./shop.ts";
import { createTally } from "./tally.ts";
import { startWriters } from "./writers.ts";

export type FeedTortureOptions = { ms: number; killEveryMs: number; seed: number; say(line: string): void };

export type TorturedFeed = {
  differences: string[];
  changes: number;
  /** The number of writers' requests that succeeded. */
  writes: number;
  objects: number;
  kills: { process: number; reader: number; postgres: number };
};

const PROCESSES = 3;
const KEY = "a key for torture only";

/**
 * Runs eight writers on a store through three processes while the processes, Postgres and a reader of the
 * feed are killed, then compares the reader's final state with the lists.
 */
export async function tortureFeed({ ms, killEveryMs, seed, say }: FeedTortureOptions): Promise<TorturedFeed> {
  const random = seeded(seed);
  const folder = await dataFolder();
  mkdirSync(folder.path, { recursive: true });
  const postgres = await openPostgres();
  const settings = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: KEY, DEMO: "0", LOG_LEVEL: "warn" };
  const [log, crashes] = [createLog(), [] as string[]];
  const slots = Array.from({ length: PROCESSES }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
      env: { ...settings, ROLE: "all", EVENT_RATE_LIMIT: "0" },
    }),
  );
  const origins = () => slots.flatMap((slot) => slot.origin() ?? []);
  let reader: Reader | undefined;
  try {
    // The first process applies the migrations.
    await slots[0]?.start();
    const [shop] = await Promise.all([makeShop(settings), ...slots.slice(1).map((slot) => slot.start())]);
    const publish = () => writeFileSync(join(folder.path, "origins"), origins().join("\n"));
    publish();
    reader = startReader(folder.path, shop);
    const tally = createTally();
    const writers = startWriters({ shop, origins, tally, seed });
    const kills = { process: 0, reader: 0, postgres: 0 };
    const until = performance.now() + ms;
    while (performance.now() + killEveryMs < until) {
      await Bun.sleep(random.between(killEveryMs / 2, killEveryMs));
      const kind = kindOf(random);
      kills[kind]++;
      say(
        `${Math.round((until - performance.now()) / 1_000)} s to go, killing ${kind}, ${writers.writes()} writes`,
      );
      if (kind === "process") await restart(slots[random.between(0, PROCESSES - 1)], publish);
      if (kind === "reader") await reader.replace();
      if (kind === "postgres") await postgres.end("SIGKILL");
    }
    await Bun.sleep(Math.max(0, until - performance.now()));
    await writers.stop();
    await postgres.answers();
    const origin = origins()[0] ?? "";
    const source = { origin, ...shop, databaseUrl: postgres.url };
    const reread = await readAll(source);
    const journal = await caughtUp(join(folder.path, "journal"), reread.length);
    const listed = await readLists(source);
    const differences = [
      ...tally.faults,
      ...crashes,
      ...violationsOf({ journal, reread, listed, counts: tally.counts }),
    ];
    return { differences, changes: reread.length, writes: writers.writes(), objects: listed.size, kills };
  } finally {
    await reader?.end();
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await postgres.close();
    await folder.remove();
  }
}

function kindOf(random: Random): keyof TorturedFeed["kills"] {
  const number = random.between(1, 10);
  if (number <= 5) return "process";
  return number <= 8 ? "reader" : "postgres";
}

async function restart(slot: Slot | undefined, publish: () => void): Promise<void> {
  await slot?.kill();
  publish();
  await slot?.start();
  publish();
}
