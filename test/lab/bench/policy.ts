import { setTimeout as pause } from "node:timers/promises";
import type { Policy } from "../../../src/features/policy/schema.ts";
import { type BenchStore, type Environment, prepareEnvironment, type Server } from "./environment.ts";
import { ratioOf } from "./measure.ts";
import { cpuSeconds } from "./processor-time.ts";
import { atMost, type Ratio } from "./report.ts";

const RETURNS = 100_000;
const LINES = [1, 4];
const WITHIN_S = 10;
const POLL_MS = 50;
const ATTEMPTS = 12_000;
/** A read of another store may take longer while a dry run is decided, on a machine of few cores. */
const READ_WITHIN_MS = 50;

const TEXTS = { en: "This can't be returned.", de: "Das kann nicht zurückgegeben werden." };
/** Rules of each kind, of which few match. */
const POLICY: Policy = {
  timeZone: "Europe/Berlin",
  window: { days: 30, from: "delivered" },
  rules: [
    { when: { tags: ["final"] }, then: { eligible: false, texts: TEXTS } },
    { when: { productIds: ["gift-card"] }, then: { eligible: false, texts: TEXTS } },
    {
      when: { skus: ["SALE-*"], discountPercent: { op: ">=", value: "50" } },
      then: { outcomes: ["store_credit"] },
    },
    { when: { countries: ["CH"] }, then: { label: "shopper", window: { days: 60, from: "delivered" } } },
    { when: { reasonCodes: ["damaged"] }, then: { fee: null, review: true } },
    { when: { pricePaid: { op: "<", value: "10" } }, then: { keepItem: true } },
    {
      when: { orderedFrom: "2026-11-01", orderedUntil: "2026-12-24" },
      then: { window: { until: "2027-01-31" } },
    },
    { then: { fee: { amount: "4.90", of: "return" }, bonus: { percent: 10 } } },
  ],
};

/**
 * Measures dry runs of a policy over the 100,000 latest returns of a store (`--stored N`), of one line each and of four,
 * and reads of another store meanwhile.
 */
export async function benchPolicy(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const count = at < 0 ? RETURNS : Number(options[at + 1]);
  const environment = await prepareEnvironment();
  try {
    const first = await environment.server();
    await first.stop();
    const other = await environment.newStore();
    await fill(environment, other, 1, 1);
    const stores: { lines: number; store: BenchStore }[] = [];
    for (const lines of LINES) {
      const store = await environment.newStore();
      process.stderr.write(`filling ${count} returns of ${lines} lines …\n`);
      await fill(environment, store, count, lines);
      stores.push({ lines, store });
    }
    const server = await environment.server();
    const ratios: Ratio[] = [];
    for (const { lines, store } of stores)
      ratios.push(...(await measure(server, { lines, store, other, count })));
    await server.stop();
    return ratios;
  } finally {
    await environment.clear();
  }
}

type Measuring = { lines: number; store: BenchStore; other: BenchStore; count: number };

async function measure(server: Server, { lines, store, other, count }: Measuring): Promise<Ratio[]> {
  const path = `/v2.2/stores/${store.id}/policy/dry-run`;
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(server.pid)];
  const { id } = (await call(server, store, "POST", path, { policy: POLICY, last: count })) as { id: string };
  const reads: number[] = [];
  const seen = new Set<number>();
  for (let attempt = 0; ; attempt++) {
    const shown = (await call(server, store, "GET", `${path}/${id}`)) as Shown;
    seen.add(shown.done);
    if (shown.status === "failed" || attempt > ATTEMPTS) throw new Error(JSON.stringify(shown));
    if (shown.status === "done") break;
    const readAt = performance.now();
    await call(server, other, "GET", `/v2.2/returns/${returnId(other, 1)}`);
    reads.push(performance.now() - readAt);
    await pause(POLL_MS);
  }
  const [took, cpu] = [(performance.now() - startedAt) / 1_000, cpuSeconds(server.pid) - cpuBefore];
  const figures = `${took.toFixed(1)} s, ${cpu.toFixed(1)} s of the processor, progress seen ${seen.size} times`;
  return [
    atMost(`dry run over ${count} returns of ${lines} lines`, figures, took / WITHIN_S, 1),
    ratioOf(`reads of another store meanwhile, ${lines} lines`, READ_WITHIN_MS, reads),
  ];
}

type Shown = { status: string; done: number };

async function call({ origin }: Server, { secret }: BenchStore, method: string, path: string, body?: object) {
  const response = await fetch(origin + path, {
    method,
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} was answered ${response.status} ${await response.text()}`);
  return (await response.json()) as unknown;
}

const returnId = ({ id }: BenchStore, n: number) => `ret_${id.slice(-8)}_${n}`;

/** Inserts returns, each of its own order with a delivered parcel, directly into the database. */
async function fill({ sql }: Environment, store: BenchStore, count: number, lines: number): Promise<void> {
  const own = store.id.slice(-8);
  const address = {
    line1: "Weg 1",
    line2: "",
    city: "Berlin",
    state: "",
    postalCode: "10115",
    country: "DE",
  };
  const lineItems = Array.from({ length: lines }, (_, i) => ({
    ...{ id: `${i}`, productId: `product-${i}`, title: "Linen shirt", sku: `LIN-${i}`, tags: ["shirt"] },
    ...{ quantity: 2, price: 49.9, discount: 5 },
  }));
  const order = {
    ...{ orderId: "", createdAt: "2026-01-01T00:00:00Z", customer: { email: "ada@example.test" }, lineItems },
    ...{ totalTax: 7.5, tags: ["web"], shipping: { cost: 4.9, address: { ...address, address1: "Weg 1" } } },
  };
  const at = "now() - (1 + n % 100) * interval '1 day'";
  const numbers = `generate_series(1, ${count}) as n`;
  const scans = [{ message: "Delivered", status: "delivered", datetime: "2026-02-01T10:00:00Z" }];
  const parcel = lineItems.map(({ id }) => ({ id, quantity: 2 }));
  const tables = ["orders", "returns", "return_items", "fulfillments"];
  for (const table of tables) await sql.query(`alter table ${table} disable trigger all`);
  for (const [text, value] of [
    [
      `insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
       select $1, 'ord_${own}_' || n, '#' || n, 'EUR', $2::json, ${at} - interval '9 days', ${at} from ${numbers}`,
      order,
    ],
    [
      `insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
       select $1, 'ret_${own}_' || n, 'ord_${own}_' || n, 'open', 'shopify', $2::json, '{}', ${at}, ${at} from ${numbers}`,
      address,
    ],
    [
      `insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
         reason_code, compensation, value, additions)
       select $1, 'ret_${own}_' || n, 'rit_${own}_' || n || '_' || line, 'ord_${own}_' || n, line::text, line, 1, $2::json, 'open',
         'Too small', (array['size', 'damaged', 'late'])[n % 3 + 1], 'refund', 44.9, '{}'
       from ${numbers}, generate_series(0, ${lines - 1}) as line`,
      [[0, 1]],
    ],
    [
      `insert into fulfillments (store_id, id, order_id, line_items, tracking_history, created_at)
       select $1, 'ful_${own}_' || n, 'ord_${own}_' || n, $2::json, '${JSON.stringify(scans)}', ${at} - interval '8 days'
       from ${numbers}`,
      parcel,
    ],
  ] as const) {
    await sql.query(text, [store.id, JSON.stringify(value)]);
  }
  for (const table of tables) {
    await sql.query(`alter table ${table} enable trigger all`);
    await sql.query(`vacuum analyze ${table}`);
  }
}
