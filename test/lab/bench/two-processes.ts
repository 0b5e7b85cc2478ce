import type { BenchStore, Environment, Server } from "./environment.ts";
import { median } from "./median.ts";
import { atLeast, type Ratio } from "./report.ts";
import { perSecond, runLoad } from "./run-load.ts";
import type { Template } from "./template.ts";

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 32;
const LINES = 500;

/**
 * Compares the requests per second of two processes with those of one, for a request that costs the database next to
 * nothing: an order of 500 lines whose last one has no title, which is parsed, checked and refused.
 */
export async function twoProcesses(environment: Environment, store: BenchStore): Promise<Ratio> {
  const servers = [
    await environment.server({ ROLE: "api" }),
    await environment.server({ ROLE: "api" }),
  ] as const;
  const load = async (used: readonly Server[]) => {
    const shape = { template: refusedOrder(), expect: 400, seconds: SECONDS };
    const connections = CONNECTIONS / used.length;
    const loads = used.map(({ origin }) => runLoad(origin, store, { ...shape, connections }));
    return (await Promise.all(loads)).reduce((sum, outcome) => sum + perSecond(outcome), 0);
  };
  await load(servers);
  const rates: { one: number; two: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rates.push({ one: await load(servers.slice(0, 1)), two: await load(servers) });
  }
  for (const server of servers) await server.stop();
  const each = (which: "one" | "two") =>
    `${Math.round(median(rates.map((rate) => rate[which]))).toLocaleString("en")}/s`;
  const ratio = median(rates.map(({ one, two }) => two / one));
  return atLeast(
    "two processes / one, refused orders",
    { ours: each("two"), yardstick: each("one") },
    ratio,
    1.6,
  );
}

function refusedOrder(): Template {
  const line = (n: number) => ({ id: `line-${n}`, productId: "product", title: "A shirt", quantity: 1 });
  const lineItems = Array.from({ length: LINES }, (_, n) => line(n));
  const { title: _, ...untitled } = line(LINES);
  const order = {
    orderId: "refused",
    createdAt: "2026-03-02T10:00:00Z",
    lineItems: [...lineItems, untitled],
  };
  return { method: "POST", path: "/v2.2/stores/{store}/orders", bodies: [JSON.stringify(order)] };
}
