import { drizzle } from "drizzle-orm/node-postgres";
import { fillLists } from "../support/fill-lists.ts";
import { type BenchStore, type Environment, prepareEnvironment } from "./environment.ts";
import { getFrom, measureLists } from "./measure-lists.ts";
import { print } from "./report.ts";

const MANY = 1_000_000;
const SMALL_STORES = 1_000;

/**
 * Measures search and pages of filtered lists, in one store with 1,000,000 orders and returns and in one of
 * 1,000 stores with 1,000 each. Prints median and p99 and returns whether each p99 is within its limit.
 * `--stored N` sets the number in the large store.
 */
export async function benchLists(options: string[]): Promise<boolean> {
  const given = options.indexOf("--stored");
  const many = given < 0 ? MANY : Number(options[given + 1]);
  const environment = await prepareEnvironment();
  const server = await environment.server();
  try {
    const [large, small] = [await environment.newStore(), await environment.newStore()];
    await fillStores(environment, { large, small, many });
    const figures = [
      ...(await measureLists(getFrom(server.origin, large), "large store", many)),
      ...(await measureLists(getFrom(server.origin, small), "small store", 1_000)),
    ];
    print(figures);
    return figures.every(({ met }) => met);
  } finally {
    await server.stop();
    await environment.clear();
  }
}

async function fillStores(
  { sql }: Environment,
  { large, small, many }: { large: BenchStore; small: BenchStore; many: number },
): Promise<void> {
  process.stderr.write(`filling ${many} orders and returns, and ${SMALL_STORES} small stores …\n`);
  await sql.query(
    `insert into stores (store_id, name, currency, first_status, created_at)
     select 'sto_bench_' || n, 'Small shop', 'USD', 'open', now() from generate_series(2, $1::int) as n`,
    [SMALL_STORES],
  );
  const others = Array.from({ length: SMALL_STORES - 1 }, (_, i) => `sto_bench_${i + 2}`);
  const db = drizzle(sql);
  await fillLists(db, [large.id], { count: many, people: Math.max(300, many / 5) });
  await fillLists(db, [small.id, ...others], { count: 1_000, people: 300 });
  for (const table of ["customers", "orders", "returns", "return_items", "search_keys"]) {
    await sql.query(`vacuum analyze ${table}`);
  }
  await sql.query("checkpoint");
}
