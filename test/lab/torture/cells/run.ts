import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TemporaryFolder } from "../../../support/ends-with-us.ts";
import { dataFolder } from "../../../support/process.ts";
import { violationsOf } from "../change-feed/check.ts";
import { caughtUp, readAll } from "../change-feed/read-feed.ts";
import { readLists } from "../change-feed/read-lists.ts";
import { type Reader, startReader } from "../change-feed/reader.ts";
import { makeShop, type Shop } from "../change-feed/shop.ts";
import { createTally, type Tally } from "../change-feed/tally.ts";
import { startWriters, type Writers } from "../change-feed/writers.ts";
import { type Databases, openDatabases } from "../databases.ts";
import type { Postgres } from "../history/postgres.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot, type Slot } from "../history/slot.ts";
import { seeded } from "../random.ts";
import { type Receiver, startReceiver } from "../receiver.ts";
import { retry } from "../retry.ts";
import { injectFault } from "./faults.ts";
import { fill } from "./fill.ts";
import { moveOnce } from "./mover.ts";
import { anotherCell } from "./moves.ts";
import { createPauses, type Pauses } from "./pauses.ts";
import { strayRows, undelivered } from "./read-cells.ts";

export type CellTortureOptions = {
  moves: number;
  /** How many moves have a first mover that is killed. */
  kills: number;
  /** After how many moves a process is killed or frozen, or a cell's Postgres is killed; none by default. */
  faultEvery?: number;
  stores: number;
  cells: number;
  processes: number;
  /** The size of the first store; the others begin empty. */
  megabytes?: number;
  seed: number;
  say(line: string): void;
};

export type TorturedCellMoves = {
  differences: string[];
  moves: number;
  undone: number;
  kills: number;
  /** The moves with a killed mover that were undone afterwards; the others were completed. */
  killedUndone: number;
  faults: { process: number; freeze: number; postgres: number };
  writes: number;
  /** How many requests were answered with each status, and how many with `none`. */
  answers: Record<string, number>;
  /** How many requests were refused with 409, by operation and code. */
  conflicts: Record<string, number>;
  /** The pauses of moves that nothing disturbed, in ms. */
  pausesMs: number[];
  deliveries: number;
};

const WRITERS = 3;
const WEBHOOKS = { WEBHOOK_TIMEOUT: "300ms", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" };

/** A store with its writers, a reader of its feed, and what they got. */
type Tortured = {
  shop: Shop;
  folder: TemporaryFolder;
  reader: Reader;
  tally: Tally;
  pauses: Pauses;
  writers: Writers;
};

/**
 * Moves stores among cells while they are written to and read through several processes; movers, processes and
 * cells are killed meanwhile. Then compares each store's feed, lists and deliveries with what was acknowledged.
 */
export async function tortureCells(options: CellTortureOptions): Promise<TorturedCellMoves> {
  const { seed, say } = options;
  const receiver = await startReceiver(seed);
  const cells = await openDatabases(options.cells, {
    ...{ ...WEBHOOKS, WEBHOOK_ALLOWED_HOSTS: receiver.host, EVENT_RATE_LIMIT: "0", ROLE: "all" },
  });
  const [log, crashes] = [createLog(), [] as string[]];
  const slots = Array.from({ length: options.processes }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
      env: cells.env,
    }),
  );
  const origins = () => slots.flatMap((slot) => slot.origin() ?? []);
  const all: Tortured[] = [];
  const answers: Record<string, number> = {};
  const onStatus = (status: number | "none" = "none") => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  const publish = () => {
    for (const { folder } of all) writeFileSync(join(folder.path, "origins"), origins().join("\n"));
  };
  try {
    await Promise.all(slots.map((slot) => slot.start()));
    for (let i = 0; i < options.stores; i++) {
      all.push(await startStore(cells, { origins, seed: seed + i, receiver, onStatus }));
    }
    const [large] = all;
    if (large && options.megabytes) await fill(cells, large.shop.storeId, options.megabytes);
    const moved = await moveAround(cells, all, slots, { ...options, publish });
    say("the writers stop");
    for (const { writers } of all) await writers.stop();
    await Promise.all(cells.servers.map((server) => server.answers()));
    const deliveries = await undelivered(cells);
    const differences = [...crashes, ...receiver.faults, ...deliveries, ...(await strayRows(cells))];
    for (const tortured of all)
      differences.push(...(await differencesOf(cells, tortured, origins()[0] ?? "")));
    const writes = all.reduce((sum, { writers }) => sum + writers.writes(), 0);
    const conflicts = totalOf(all.map(({ writers }) => writers.conflicts()));
    return { ...moved, differences, writes, answers, conflicts, deliveries: receiver.attempts.ok };
  } finally {
    for (const { writers, reader } of all) await Promise.all([writers.stop(), reader.end()]);
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await cells.close();
    for (const { folder } of all) await folder.remove();
    await receiver.close();
  }
}

type Starting = { origins(): string[]; seed: number; receiver: Receiver; onStatus(status?: number): void };

async function startStore(cells: Databases, starting: Starting): Promise<Tortured> {
  const { origins, seed, receiver } = starting;
  const shop = await makeShop(cells.env);
  await retry(async () => {
    const callback = { url: receiver.url, auth: { bearer: { token: "torture" } } };
    const response = await fetch(`${origins()[0]}/v2.2/stores/${shop.storeId}/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ webhook: { topic: "return", callback } }),
    });
    if (response.status !== 201) throw new Error(`the webhook was answered ${response.status}`);
  });
  const folder = await dataFolder();
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(join(folder.path, "origins"), origins().join("\n"));
  const [tally, pauses] = [createTally(), createPauses()];
  const onStatus = (status?: number) => {
    starting.onStatus(status);
    if (status !== undefined) pauses.add(status);
  };
  const writers = startWriters({ shop, origins, tally, seed, count: WRITERS, onStatus });
  return { shop, folder, reader: startReader(folder.path, shop), tally, pauses, writers };
}

type Moving = CellTortureOptions & { publish(): void };

/** Moves one store after the other; a fault comes while a move is under way. */
async function moveAround(
  cells: Databases<Postgres>,
  all: Tortured[],
  slots: Slot[],
  { moves, kills, faultEvery = Number.POSITIVE_INFINITY, seed, say, publish }: Moving,
) {
  const random = seeded(seed);
  const result = { moves: 0, undone: 0, kills: 0, killedUndone: 0, pausesMs: [] as number[] };
  const faults = { process: 0, freeze: 0, postgres: 0 };
  for (let n = 1; n <= moves; n++) {
    const { shop, pauses } = all[n % all.length] as Tortured;
    const order = { storeId: shop.storeId, to: await anotherCell(cells, shop.storeId, random) };
    pauses.take();
    const isFaulty = n % faultEvery === 0;
    const fault = isFaulty ? injectFault(cells, slots, random, faults, publish) : undefined;
    const isKilled = Math.floor((n * kills) / moves) > Math.floor(((n - 1) * kills) / moves);
    const { wasKilled, isMoved } = await moveOnce(cells, order, random, isKilled);
    const happened = await fault;
    if (isMoved) result.moves++;
    else result.undone++;
    if (wasKilled) result.kills++;
    if (wasKilled && !isMoved) result.killedUndone++;
    const paused = pauses.take();
    if (!wasKilled && !isFaulty) result.pausesMs.push(...paused);
    const longest = Math.round(Math.max(0, ...paused));
    say(
      `${n} of ${moves}: ${isMoved ? `to ${order.to}` : "undone"}${wasKilled ? ", killed" : ""}${happened ?? ""}, paused ${longest} ms`,
    );
  }
  return { ...result, faults };
}

/** Returns what is lost, doubled or out of order in a store's feed and lists. */
async function differencesOf(cells: Databases, { shop, folder, tally }: Tortured, origin: string) {
  const cell = await cells.cellOf(shop.storeId);
  const source = { origin, ...shop, databaseUrl: cells.servers[cells.names.indexOf(cell)]?.url ?? "" };
  const reread = await readAll(source);
  const journal = await caughtUp(join(folder.path, "journal"), reread.length);
  const listed = await readLists(source);
  const found = [...tally.faults, ...violationsOf({ journal, reread, listed, counts: tally.counts })];
  return found.map((difference) => `${shop.storeId}: ${difference}`);
}

function totalOf(counts: Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [key, count] of counts.flatMap(Object.entries<number>)) total[key] = (total[key] ?? 0) + count;
  return total;
}
