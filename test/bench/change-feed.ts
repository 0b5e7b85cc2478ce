import { endWithUs } from "../support/ends-with-us.ts";
import { order } from "../support/fixtures.ts";
import { type BenchStore, type Environment, prepareEnvironment, type Server } from "./environment.ts";
import { fillReturns } from "./fill-returns.ts";
import { atMost, print, type Ratio } from "./report.ts";

const STORED = 1_000_000;
const ROUNDS = 200;
const ORDERS = 300;
const PAGE_MS = 20;
const WAKE_MS = 50;

/**
 * Measures what a page of the change feed costs at a million returns, and how long after its commit a change reaches a
 * reader that waits at another process. Prints the ratios; true when all are as wanted. `--stored N` says how many
 * returns there are.
 */
export async function benchChangeFeed(options: string[]): Promise<boolean> {
  const at = options.indexOf("--stored");
  const stored = at < 0 ? STORED : Number(options[at + 1]);
  const environment = await prepareEnvironment();
  const ratios: Ratio[] = [];
  try {
    const writing = await environment.server();
    const reading = await environment.server({ ROLE: "api" });
    const store = await environment.newStore();
    process.stderr.write(`filling ${stored} returns …\n`);
    await fillReturns(environment, store, stored);
    await fillChanges(environment, store, stored);
    for (const size of [20, 100, 500]) ratios.push(...(await pages(reading, store, { size, stored })));
    ratios.push(...(await wakeUps(environment, { writing, reading, store })));
    for (const server of [writing, reading]) await server.stop();
  } finally {
    await environment.clear();
  }
  print(ratios);
  return ratios.every(({ met }) => met);
}

/** A change of each return, already numbered. */
async function fillChanges({ sql }: Environment, { id }: BenchStore, count: number): Promise<void> {
  await sql.query(
    `insert into changes select $1, n, 'return.updated', 'ret_' || n, now() from generate_series(1, $2::int) as n`,
    [id, count],
  );
  await sql.query("insert into change_feeds values ($1, $2, 0)", [id, count]);
  await sql.query("vacuum analyze changes");
}

type Pages = { size: number; stored: number };

async function pages(server: Server, store: BenchStore, { size, stored }: Pages): Promise<Ratio[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const after = Math.floor(Math.random() * (stored - size));
    const began = performance.now();
    const page = await read(server, store, `after=${after}&limit=${size}`);
    times.push(performance.now() - began);
    if (page.changes.length !== size) throw new Error(`a page has ${page.changes.length} changes`);
  }
  return figures(`a page of ${size} returns`, times, PAGE_MS);
}

type Processes = { writing: Server; reading: Server; store: BenchStore };

/** From the commit of an order, by the database's clock, until a reader at the other process has its change. */
async function wakeUps({ sql }: Environment, { writing, reading, store }: Processes): Promise<Ratio[]> {
  const { next } = await read(reading, store, "after=latest");
  const task = { origin: reading.origin, storeId: store.id, secret: store.secret, after: next };
  const program = decodeURIComponent(new URL("feed-reader.ts", import.meta.url).pathname);
  const reader = Bun.spawn([process.execPath, program, JSON.stringify(task)], { stdout: "pipe" });
  endWithUs(reader);
  await Bun.sleep(1_000);
  for (let number = 0; number < ORDERS; number++) {
    const response = await fetch(`${writing.origin}/v2.2/stores/${store.id}/orders`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(order(`woken-${number}`)),
    });
    if (response.status !== 200) throw new Error(`an order was answered ${response.status}`);
    await Bun.sleep(30 + Math.random() * 40);
  }
  await Bun.sleep(1_000);
  reader.kill();
  const lines = (await new Response(reader.stdout).text()).trim().split("\n");
  const received = new Map(
    lines.map((line) => JSON.parse(line) as { id: string; at: number }).map(({ id, at }) => [id, at]),
  );
  const { rows } = await sql.query<{ id: string; at: number }>(
    `select id, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at from orders
     where store_id = $1 and external_id like 'woken-%'`,
    [store.id],
  );
  const times = rows
    .slice(ORDERS / 10)
    .map(({ id, at }) => (received.get(id) ?? Number.POSITIVE_INFINITY) - at);
  return figures("from commit to a waiting reader", times, WAKE_MS);
}

async function read({ origin }: Server, { id, secret }: BenchStore, query: string) {
  const response = await fetch(`${origin}/v2.2/stores/${id}/changes?${query}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  if (response.status !== 200) throw new Error(`${query} was answered ${response.status}`);
  return (await response.json()) as { changes: unknown[]; next: number };
}

/** The median and the p99 against what is wanted, after the first tenth, in which everything warms up. */
function figures(what: string, all: number[], mostMs: number): Ratio[] {
  const times = all.slice(all.length / 10).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [[`${what}, median`, at(0.5)] as const, [`${what}, p99`, at(0.99)] as const].map(([name, ms]) =>
    atMost(name, `${ms.toFixed(1)} ms`, ms / mostMs, 1),
  );
}
