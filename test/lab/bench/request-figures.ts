import type { Outcome } from "./load.ts";
import { median } from "./median.ts";
import { transactionsPerSecond } from "./pgbench.ts";
import { atLeast, type Ratio } from "./report.ts";
import { BODIES, type World } from "./request-world.ts";
import { FIRST, randomOwner, scriptOf } from "./rows-script.ts";
import { perSecond, runLoad } from "./run-load.ts";
import type { Template } from "./template.ts";

export type Pace = { program: string; turns: number; seconds: number; connections: number[] };

type Case = {
  what: string;
  wanted: number;
  template: Template;
  /** The pgbench script of one transaction. */
  script: string;
  expect: number;
  /** Runs before each turn of the service. */
  before?: () => Promise<unknown>;
};

const LIST_PER_SECOND = 1_000;
const PAGE_SIZE = 50;

/** What a turn measures; CPU is NaN where it can't be counted. */
type Turn = Outcome & { cpuUs: number };

/** Returns a case of a world. */
function caseOf(world: World, name: string): Case {
  const one = CASES[name]?.(world);
  if (!one) throw new Error(`there is no case ${name}; there are ${Object.keys(CASES).join(", ")}`);
  return one;
}

/** Sends requests of a case for some seconds. */
export async function loadCase(
  world: World,
  name: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Turn> {
  const { server, store, environment, sent } = world;
  const { template, expect, before: prepare } = caseOf(world, name);
  await prepare?.();
  const before = environment.cpuSeconds([server]);
  const shape = { template, expect, connections, seconds, first: sent[name] ?? 0 };
  const outcome = await runLoad(server.origin, store, shape);
  const cpu = (environment.cpuSeconds([server]) ?? Number.NaN) - (before ?? Number.NaN);
  sent[name] = (sent[name] ?? 0) + outcome.requests;
  return { ...outcome, cpuUs: (cpu * 1e6) / outcome.requests };
}

/**
 * Compares requests per second with transactions of pgbench that read or write the same rows: medians of
 * alternating turns.
 */
export async function compareRequest(world: World, name: string, pace: Pace): Promise<Ratio[]> {
  const one = caseOf(world, name);
  const { program, turns, seconds, connections: counts } = pace;
  const load = (connections: number) => loadCase(world, name, { connections, seconds });
  // Warms up.
  await load(counts[0] ?? 1);
  const theirs: number[] = [];
  const ours = counts.map((connections) => ({ connections, outcomes: [] as Turn[] }));
  for (let turn = 0; turn < turns; turn++) {
    theirs.push(await transactionsPerSecond(program, world.environment.url, { script: one.script, seconds }));
    for (const { connections, outcomes } of ours) outcomes.push(await load(connections));
  }
  return [ratioOf(one, median(theirs), ours)];
}

function ratioOf(
  { what, wanted }: Case,
  theirs: number,
  ours: { connections: number; outcomes: Turn[] }[],
): Ratio {
  const rates = ours.map(({ connections, outcomes }) => {
    return { connections, outcomes, rate: median(outcomes.map(perSecond)) };
  });
  const [best] = rates.toSorted((a, b) => b.rate - a.rate);
  const { rate = 0, outcomes = [] } = best ?? {};
  const cpuUs = median(outcomes.map((outcome) => outcome.cpuUs));
  const figures = {
    ours: rates.map(({ connections, rate }) => `${each(rate)} by ${connections}`).join(", "),
    yardstick: `pgbench ${each(theirs)}`,
    p50Ms: median(outcomes.map(({ medianMs }) => medianMs)),
    p99Ms: median(outcomes.map(({ p99Ms }) => p99Ms)),
    ...(Number.isFinite(cpuUs) && { cpuUs }),
  };
  if (what !== LIST) return atLeast(what, figures, rate / theirs, wanted);
  const yardstick = `${each(LIST_PER_SECOND)}; ${figures.yardstick}, ${(rate / theirs).toFixed(2)} of it`;
  return atLeast(what, { ...figures, yardstick }, rate / LIST_PER_SECOND, wanted);
}

const LIST = "list of 50 returns / 1,000 a second";

export const CASES: Record<string, (world: World) => Case> = {
  return: (world) => ({
    what: "GET return",
    wanted: 0.35,
    template: {
      method: "GET",
      path: `/v2.2/returns/ret_{value}${world.ends.return}`,
      values: numbers(world),
    },
    script: `${randomOwner(world.count)}${RETURNS_OF(world)}
      and returns.id = 'ret_' || :owner || '${world.ends.return}';\n`.replaceAll("\n      ", " "),
    expect: 200,
  }),
  order: (world) => ({
    what: "GET order",
    wanted: 0.35,
    template: { method: "GET", path: "/v2.2/stores/{store}/orders/bench-{value}", values: numbers(world) },
    script: `${randomOwner(world.count)}select * from orders where store_id = '${world.store.id}' and external_id = 'bench-' || :owner;\n`,
    expect: 200,
  }),
  customer: (world) => ({
    what: "GET customer by e-mail",
    wanted: 0.35,
    template: {
      method: "GET",
      path: "/v2.2/stores/{store}/customers?email=customer-{value}@example.test",
      values: numbers(world),
    },
    script: `${randomOwner(world.count)}select * from customers where store_id collate "C" = '${world.store.id}' and email_key collate "C" = 'customer-' || :owner || '@example.test';\n`,
    expect: 200,
  }),
  list: (world) => ({
    what: LIST,
    wanted: 1,
    template: {
      method: "GET",
      path: "/v2.2/stores/{store}/returns",
      headers: { "X-Page-Size": String(PAGE_SIZE) },
    },
    script: `${RETURNS_OF(world)} order by returns.created_at desc, returns.id desc limit ${PAGE_SIZE};\n`,
    expect: 200,
  }),
  "create-order": (world) => ({
    what: "POST order of 3 lines",
    wanted: 0.5,
    template: {
      method: "POST",
      path: "/v2.2/stores/{store}/orders",
      // pgbench's orders have random numbers, the filled ones those from FIRST on.
      bodies: [BODIES.order.replaceAll("{number}", "{run}-{number}")],
    },
    script: scriptOf(world.recorded.order, world.count).replaceAll(":owner", ":own"),
    expect: 200,
  }),
  "create-return": (world) => ({
    what: "POST return, two webhooks",
    wanted: 0.35,
    template: {
      method: "POST",
      path: "/v2.2/stores/{store}/returns",
      values: own(world),
      bodies: [BODIES.return],
    },
    script: scriptOf(world.recorded.return, world.count),
    expect: 201,
  }),
  status: (world) => ({
    what: "PUT status, two webhooks",
    wanted: 0.35,
    template: {
      method: "PUT",
      path: `/v2.2/returns/ret_{value}${world.ends.return}/status`,
      values: own(world),
      bodies: BODIES.statuses,
    },
    script: scriptOf(world.recorded.status, world.count),
    expect: 204,
    // A change inserts a wake-up only if none is queued, and no worker takes them.
    before: () => world.environment.sql.query("delete from pgboss.job where name = 'webhooks.deliver'"),
  }),
};

/** Returns the numbers of the orders and returns that the service may read. */
function numbers({ count }: World): string[] {
  return Array.from({ length: count }, (_, i) => String(FIRST + i));
}

/** Returns the numbers of the orders and returns that only the service writes to. */
function own({ count }: World): string[] {
  return Array.from({ length: count }, (_, i) => String(FIRST + count + i));
}

function RETURNS_OF({ store }: World): string {
  return `select * from returns
    join return_items as items on items.store_id = returns.store_id and items.return_id = returns.id
    join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
    where returns.store_id = '${store.id}'`.replaceAll("\n    ", " ");
}

function each(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString("en")}/s`;
}
