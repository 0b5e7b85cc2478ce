import { createProcessCli } from "../../support/cli.ts";
import { type BenchStore, type Environment, prepareEnvironment, type Server } from "./environment.ts";
import type { Load } from "./load.ts";
import { median } from "./median.ts";
import { cpuSeconds } from "./processor-time.ts";
import { atMost, type Ratio } from "./report.ts";
import { routerCostUs } from "./router-cost.ts";
import { perSecond, runLoad } from "./run-load.ts";
import { twoServers } from "./two-servers.ts";

type Side = { server: Server; store: BenchStore };
/** `again` is a second process as `without`: its ratio shows how much of the others is noise. */
type Sides = { without: Side; again: Side; routed: Side };
type Shape = Partial<Load> & { expect: number };
type Turn = { perSecond: number; cpuUs: number };

const SECONDS = 3;
const ROUNDS = 8;
const LIMIT = 1.03;
const ROUTER_LIMIT = 0.03;
const SHAPES: Record<string, Shape> = {
  "single events": { size: 1, connections: 32, expect: 202 },
  "reads of a store": {
    connections: 32,
    expect: 200,
    template: { method: "GET", path: "/v2.2/stores/{store}" },
  },
};

/**
 * Compares a service of one database with one of a single cell, which has a router and a directory: the CPU of its
 * process per request, and the rate. Both have databases in the same Postgres, and take turns. Then compares two
 * cells on two servers with one; `--seconds` sets the length of a turn, `--rounds` their number.
 */
export async function benchCells(options: string[]): Promise<Ratio[]> {
  const seconds = optionOf(options, "--seconds") ?? SECONDS;
  const rounds = optionOf(options, "--rounds") ?? ROUNDS;
  const without = await prepareEnvironment("a");
  try {
    const routed = await prepareEnvironment("b", { at: without.url });
    try {
      const sides = {
        without: await startWithout(without),
        again: await startWithout(without),
        routed: await startRouted(routed),
      };
      const routerUs = await routerCostUs(routed.url, sides.routed.store);
      const ratios: Ratio[] = [];
      for (const [name, shape] of Object.entries(SHAPES)) {
        process.stderr.write(`${name} …\n`);
        ratios.push(...(await compared(name, sides, { shape: { ...shape, seconds }, rounds, routerUs })));
      }
      for (const { server } of Object.values(sides)) await server.stop();
      process.stderr.write("two servers …\n");
      return [...ratios, await twoServers({ seconds, rounds })];
    } finally {
      await routed.clear();
    }
  } finally {
    await without.clear();
  }
}

async function startWithout(environment: Environment): Promise<Side> {
  return { server: await environment.server(), store: await environment.newStore() };
}

async function startRouted(environment: Environment): Promise<Side> {
  const store = await environment.newStore();
  const { url, encryptionKey } = environment;
  const cli = createProcessCli({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey, CELLS: "*" });
  await cli.json("cell add only --postgres", url);
  return { store, server: await environment.server({ CELLS: "*" }) };
}

type Comparison = { shape: Shape; rounds: number; routerUs: number };

/**
 * Each round measures all sides, every other one in the opposite order. Identical processes may differ by more than a
 * router costs: routing is compared with the dearer of the two without it, and what the router adds by itself is
 * compared too.
 */
async function compared(
  name: string,
  sides: Sides,
  { shape, rounds, routerUs }: Comparison,
): Promise<Ratio[]> {
  const turns: Record<keyof Sides, Turn[]> = { without: [], again: [], routed: [] };
  const order = ["without", "again", "routed"] as const;
  for (const which of order) await turn(sides[which], shape);
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? order : order.toReversed()) {
      turns[which].push(await turn(sides[which], shape));
    }
  }
  // Turns of one round are close to each other, so what slows the machine down meets all of them.
  const ratio = (which: keyof Sides) =>
    median(turns[which].map(({ cpuUs }, i) => cpuUs / (turns.without[i]?.cpuUs ?? Number.NaN)));
  const figure = (which: keyof Sides) => {
    const rate = Math.round(median(turns[which].map((each) => each.perSecond))).toLocaleString("en");
    return `${median(turns[which].map(({ cpuUs }) => cpuUs)).toFixed(1)} µs, ${rate}/s`;
  };
  const yardstick = `${figure("without")}; again ${ratio("again").toFixed(3)}`;
  const ours = `${figure("routed")}; ${ratio("routed").toFixed(3)}`;
  const noise = Math.max(1, ratio("again"));
  const requestUs = median(turns.without.map(({ cpuUs }) => cpuUs));
  const router = { ours: `${routerUs.toFixed(2)} µs`, yardstick: `${requestUs.toFixed(1)} µs` };
  return [
    atMost(`CPU of ${name}, one cell / no cells`, { ours, yardstick }, ratio("routed") / noise, LIMIT),
    atMost(`the router alone / ${name}`, router, routerUs / requestUs, ROUTER_LIMIT),
  ];
}

async function turn({ server, store }: Side, shape: Shape): Promise<Turn> {
  const before = cpuSeconds(server.pid);
  const outcome = await runLoad(server.origin, store, shape);
  const cpuUs = ((cpuSeconds(server.pid) - before) * 1e6) / outcome.requests;
  return { perSecond: perSecond(outcome), cpuUs };
}

function optionOf(options: string[], name: string): number | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : Number(options[at + 1]);
}
