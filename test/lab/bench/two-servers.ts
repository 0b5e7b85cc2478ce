import { createProcessCli } from "../../support/cli.ts";
import { type BenchStore, type Environment, prepareEnvironment, type Server } from "./environment.ts";
import { median } from "./median.ts";
import { atLeast, type Ratio } from "./report.ts";
import { perSecond, runLoad } from "./run-load.ts";

type Service = { server: Server; stores: BenchStore[] };

const CONNECTIONS = 128;
const STORES = 2;

/**
 * Compares the rate of single events of two stores that live in two cells, each on a Postgres of its own, with that of
 * two stores in one cell. The services take turns. All share the cores of the machine, so more than one can't be
 * expected here.
 */
export async function twoServers({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Ratio> {
  const environments: Environment[] = [];
  try {
    for (const part of ["one", "first", "second"]) environments.push(await prepareEnvironment(part));
    const one = await startService(environments.slice(0, 1));
    const two = await startService(environments.slice(1));
    const load = async ({ server, stores }: Service) =>
      perSecond(await runLoad(server.origin, stores, { size: 1, seconds, connections: CONNECTIONS }));
    for (const service of [one, two]) await load(service);
    const rates: { one: number; two: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) rates.push({ one: await load(one), two: await load(two) });
      else rates.push({ two: await load(two), one: await load(one) });
    }
    for (const { server } of [one, two]) await server.stop();
    const ratio = median(rates.map((rate) => rate.two / rate.one));
    const each = (which: "one" | "two") =>
      `${Math.round(median(rates.map((rate) => rate[which]))).toLocaleString("en")}/s`;
    return atLeast(
      "events of two stores in two cells, two servers / one",
      { ours: each("two"), yardstick: each("one") },
      ratio,
      0.97,
    );
  } finally {
    for (const environment of environments) await environment.clear();
  }
}

/** Starts a service with a cell in each environment; the first one has the directory. */
async function startService(environments: Environment[]): Promise<Service> {
  const [directory] = environments;
  if (!directory) throw new Error("no cell");
  const env = { DATABASE_URL: directory.url, ENCRYPTION_KEY: directory.encryptionKey, CELLS: "*" };
  const cli = createProcessCli(env);
  for (const [i, { url }] of environments.entries()) {
    await cli.json(`cell add cell-${i + 1} --postgres`, url);
  }
  const stores: BenchStore[] = [];
  // A new store goes to the emptiest cell.
  for (let i = 0; i < STORES; i++) {
    const { storeId } = await cli.json("store create", "--name", "Bench shop");
    const { secret } = await cli.json("client create", "--store", String(storeId), "--name", "bench");
    stores.push({ id: String(storeId), secret: String(secret) });
  }
  const { rows } = await directory.sql.query("select distinct cell from store_cells");
  if (rows.length !== environments.length) throw new Error(`the stores live in ${rows.length} cells`);
  return { server: await directory.server({ CELLS: "*" }), stores };
}
