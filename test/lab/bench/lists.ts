import { drizzle } from "drizzle-orm/node-postgres";
import { fillLists } from "../../support/fill-lists.ts";
import { type BenchStore, type Environment, prepareEnvironment } from "./environment.ts";
import { fillChanges, fillEvents } from "./fill-history.ts";
import { fillOnce } from "./fill-once.ts";
import { measureFeed, measureLatency } from "./measure-feed.ts";
import { getFrom, measureLists } from "./measure-lists.ts";
import { measureSegments } from "./measure-segments.ts";
import type { Ratio } from "./report.ts";

export const RETURNS = 1_000_000;
const EVENTS_PER_RETURN = 10;
export const SMALL_STORES = 1_000;
const PARTS = ["segments", "feed", "lists"];

type Filled = { large: string; small: string; many: number };

/**
 * Measures search, pages of filtered lists, segments and the change feed, in one store with 1,000,000 orders and
 * returns and 10,000,000 events, and the lists in one of 1,000 stores with 1,000 orders and returns each: median
 * and p99. `--stored N` sets the number of returns in
 * the large store; `--data FOLDER` keeps the filled database there, and uses it again; `--only` selects parts.
 */
export async function benchLists(options: string[]): Promise<Ratio[]> {
  const optionOf = (name: string) =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  const many = Number(optionOf("--stored") ?? RETURNS);
  const only = optionOf("--only")?.split(",") ?? PARTS;
  const environment = await prepareEnvironment("", { keptIn: optionOf("--data") });
  try {
    const filled = await fillLarge(environment, many, SMALL_STORES);
    if (only.includes("none")) return [];
    return await measureAll(environment, filled, only);
  } finally {
    await environment.clear();
  }
}

async function measureAll(environment: Environment, filled: Filled, only: string[]): Promise<Ratio[]> {
  const { many } = filled;
  const [large, small] = [await environment.newStore(filled.large), await environment.newStore(filled.small)];
  const server = await environment.server();
  const ratios: Ratio[] = [];
  try {
    if (only.includes("segments")) ratios.push(...(await measureSegments(server.origin, large)));
    if (only.includes("feed")) {
      ratios.push(...(await measureFeed(server.origin, large, 2 * many)));
      ratios.push(...(await measureLatencies(environment, server.origin, large)));
    }
    if (only.includes("lists")) {
      ratios.push(...(await measureLists(getFrom(server.origin, large), "large store", many)));
      ratios.push(...(await measureLists(getFrom(server.origin, small), "small store", 1_000)));
    }
  } finally {
    await server.stop();
  }
  return ratios;
}

async function measureLatencies(
  environment: Environment,
  writer: string,
  store: BenchStore,
): Promise<Ratio[]> {
  const other = await environment.server({ ROLE: "api" });
  const run = Date.now();
  const same = { writer, reader: writer, run };
  const apart = { writer, reader: other.origin, run: run + 1 };
  const ratios = [
    await measureLatency("feed: commit to a waiting reader", environment, store, same),
    await measureLatency("feed: the same, reader in another process", environment, store, apart),
  ];
  await other.stop();
  return ratios;
}

/** Fills a large store and small ones beside it, unless they are filled. */
export async function fillLarge(environment: Environment, many: number, stores: number): Promise<Filled> {
  await (await environment.server()).stop();
  const { sql } = environment;
  const [large, small] = [`sto_bench_large_${many}`, "sto_bench_1"];
  const others = Array.from({ length: stores }, (_, i) => `sto_bench_${i + 1}`);
  const people = Math.max(300, many / 5);
  const addStores = (ids: string[]) =>
    sql.query(
      `insert into stores (store_id, name, currency, first_status, created_at)
       select id, 'Bench shop', 'USD', 'open', now() from unnest($1::text[]) as id`,
      [ids],
    );
  const db = drizzle(sql);
  const isNew = await fillOnce(environment, {
    [`${many} orders and returns`]: async () => {
      await addStores([large]);
      await fillLists(db, [large], { count: many, people });
    },
    [`${stores} small stores`]: async () => {
      await addStores(others);
      await fillLists(db, others, { count: 1_000, people: 300 });
    },
    [`${many * EVENTS_PER_RETURN} events`]: () =>
      fillEvents(environment, { id: large, secret: "" }, { count: many * EVENTS_PER_RETURN, people }),
    [`${many * 2} changes`]: () => fillChanges(environment, { id: large, secret: "" }, many),
  });
  if (isNew) {
    for (const table of TABLES) await sql.query(`vacuum analyze ${table}`);
    await sql.query("checkpoint");
  }
  return { large, small, many };
}

const TABLES = ["customers", "orders", "returns", "return_items", "search_keys", "events", "changes"];
