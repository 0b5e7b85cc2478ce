import { type Client, createClient, type Target } from "./client.ts";
import { driveOrders, driveReturns, type Phase, type Tally } from "./drive.ts";
import { type Plan, planReplay } from "./plan.ts";
import type { Progress } from "./progress.ts";
import { readInvoices } from "./read-invoices.ts";
import { readOrders } from "./read-orders.ts";
import { readHistories, readReturns } from "./read-returns.ts";
import { type Sums, sumsOf } from "./sums.ts";

const WIDTH = 8;

export type Timing = { phase: string; items: number; requests: number; ms: number };

export type Outcome = {
  plan: Plan;
  tally: Tally;
  expected: Sums;
  read: Sums;
  timings: Timing[];
  /** Every unexpected response and every difference. */
  faults: string[];
};

/**
 * Creates the orders and returns of an invoice file on the service, reads everything back and compares it.
 */
export async function replay(file: string, target: Target, progress: Progress): Promise<Outcome> {
  const { lines, cutShort } = await readInvoices(file);
  const plan = planReplay(lines, cutShort);
  const client = createClient(target);
  const { faults, timings, run } = createRun(client, progress);
  const tally: Tally = {
    orders: { created: 0, repeated: 0 },
    returns: { created: 0, repeated: 0 },
    moves: { made: 0, found: 0 },
  };

  const { orders, returns } = plan;
  await run("post orders", orders.length, (phase) => driveOrders(client, plan, phase, tally));
  await run("drive returns", returns.length, (phase) => driveReturns(client, plan, phase, tally));
  const ordersRead = await run("read orders", orders.length, (phase) => readOrders(client, plan, phase));
  const returnsRead = await run("list returns", returns.length, (phase) => readReturns(client, plan, phase));
  const { planned, sums } = returnsRead;
  await run("read histories", planned.length, (phase) => readHistories(client, planned, phase));

  const expected = sumsOf(plan);
  const read = { ...ordersRead, ...sums };
  return { plan, tally, expected, read, timings, faults: [...faults, ...unequal(expected, read)] };
}

function createRun(client: Client, progress: Progress) {
  const faults: string[] = [];
  const timings: Timing[] = [];
  const run = async <T>(name: string, items: number, work: (phase: Phase) => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const before = client.sent();
    progress.begin(name, items);
    const result = await work({ width: WIDTH, faults, step: progress.step });
    progress.end();
    timings.push({ phase: name, items, requests: client.sent() - before, ms: performance.now() - startedAt });
    return result;
  };
  return { faults, timings, run };
}

function unequal(expected: Sums, read: Sums): string[] {
  return (Object.keys(expected) as (keyof Sums)[])
    .filter((name) => expected[name] !== read[name])
    .map((name) => `${name}: the file says ${expected[name]}, the service ${read[name]}`);
}
