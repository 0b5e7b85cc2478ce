import { order, returnOf } from "../../support/fixtures.ts";
import { prepareEnvironment, type Server } from "./environment.ts";
import { fillLarge, RETURNS, SMALL_STORES } from "./lists.ts";
import { ratioOf } from "./measure.ts";
import { median } from "./median.ts";
import { atMost, type Ratio } from "./report.ts";

const SCALE = 1_000;
const FEWEST = 1_000;
const LIMIT = 1.25;
const WARM_UP = 200;
const ROUNDS = 500;

type Call = (method: string, path: string, body?: unknown) => Promise<string>;
/** An order of the store, a key of the round's own, and the return that the round has created. */
type Round = { n: number; key: string; returnId: string };
type Operation = (call: Call, round: Round) => Promise<unknown>;
type Side = { call: Call; many: number };

const get =
  (path: (round: Round) => string): Operation =>
  (call, round) =>
    call("GET", path(round));

/** In the order in which each round runs them. */
const OPERATIONS: Record<string, Operation> = {
  "GET return": get(({ n }) => `/returns/ret_${n}`),
  "GET order": get(({ n }) => `/stores/{store}/orders/order-${n}`),
  "GET customer by e-mail": get(({ n }) => `/stores/{store}/customers?email=${personOf(n)}@example.test`),
  "list of 50 returns": get(() => "/stores/{store}/returns"),
  "list of 50 returns of a status": get(() => "/stores/{store}/returns?status=open"),
  "search of an order": get(({ n }) => `/stores/{store}/search?q=order-${n}`),
  "change feed, a page of 50": get(({ n }) => `/stores/{store}/changes?after=${n}&limit=50`),
  "POST event": (call, { n, key }) => {
    const event = { eventName: "visited", uniqueId: key, customer: { id: personOf(n) } };
    return call("POST", "/stores/{store}/events", event);
  },
  "POST order": (call, { key }) => call("POST", "/stores/{store}/orders", order(key)),
  "POST return": async (call, round) => {
    const created = JSON.parse(await call("POST", "/stores/{store}/returns", returnOf(round.key)));
    round.returnId = created.return.id;
  },
  "PUT status": (call, { returnId }) => call("PUT", `/returns/${returnId}/status`, { status: "flagged" }),
};

/**
 * Compares the time of single requests in a database with 10,000,000 events and 1,000,000 orders and returns of one
 * store, and 1,000 other stores, with their time in a thousandth of it. `--stored N` and `--data FOLDER` as for the
 * lists, `--rounds N` sets how often each operation is measured.
 */
export async function benchSizes(options: string[]): Promise<Ratio[]> {
  const optionOf = (name: string) =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  const many = Number(optionOf("--stored") ?? RETURNS);
  const rounds = Number(optionOf("--rounds") ?? ROUNDS);
  const sizes = [
    { many, stores: SMALL_STORES, keptIn: optionOf("--data") },
    { many: Math.max(FEWEST, many / SCALE), stores: 1, keptIn: undefined },
  ];
  const endings: (() => Promise<void>)[] = [];
  try {
    const sides: Side[] = [];
    for (const [i, { many, stores, keptIn }] of sizes.entries()) {
      const environment = await prepareEnvironment(`size${i}`, { keptIn });
      endings.push(environment.clear);
      const { large } = await fillLarge(environment, many, stores);
      const { id, secret } = await environment.newStore(large);
      const server = await environment.server();
      endings.push(server.stop);
      sides.push({ many, call: callerOf(server, id, secret) });
    }
    return await compared(sides, rounds);
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

/** Runs each round on both sides, so that both have the same share of what else the machine does. */
async function compared(sides: Side[], rounds: number): Promise<Ratio[]> {
  const names = Object.keys(OPERATIONS);
  const times = sides.map(() => new Map(names.map((name) => [name, [] as number[]])));
  const run = Date.now();
  for (let round = 0; round < WARM_UP + rounds; round++) {
    if (round % 100 === 0) process.stderr.write(`${round} of ${WARM_UP + rounds} rounds …\n`);
    for (const [i, { call, many }] of sides.entries()) {
      const n = 1 + ((round * 7_919 + 500) % (many - 100));
      const state = { n, key: `sized-${run}-${round}`, returnId: "" };
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const startedAt = performance.now();
        await operation(call, state);
        if (round >= WARM_UP) times[i]?.get(name)?.push(performance.now() - startedAt);
      }
    }
  }
  return names.map((name) => {
    const [ours = [], theirs = []] = times.map((each) => each.get(name));
    const figures = ratioOf(name, 1, ours);
    const yardstick = `${median(theirs).toFixed(2)} ms in a thousandth`;
    const measured = { ...figures, ours: `${median(ours).toFixed(2)} ms`, yardstick };
    return atMost(name, measured, median(ours) / median(theirs), LIMIT);
  });
}

function personOf(n: number): string {
  return `person-${n % 300}`;
}

function callerOf({ origin }: Server, id: string, secret: string): Call {
  const headers = {
    Authorization: `Bearer ${secret}`,
    "Content-Type": "application/json",
    "X-Page-Size": "50",
  };
  return async (method, path, body) => {
    const url = `${origin}/v2.2${path.replace("{store}", id)}`;
    const response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text;
  };
}
