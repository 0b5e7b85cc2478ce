import type { BenchStore, Environment } from "./environment.ts";
import { measure, ratioOf } from "./measure.ts";
import type { Ratio } from "./report.ts";

const PAGE_MS = 20;
const LATENCY_MS = 50;
const ROUNDS = 500;
const WRITES = 1_000;
const WRITES_PER_S = 50;

type Page = { changes: { type: string; id: string }[]; next: number };
type Read = (query: string) => Promise<Page>;

/** Measures pages of the store's change feed, which has `count` changes, one request at a time. */
export async function measureFeed(origin: string, store: BenchStore, count: number): Promise<Ratio[]> {
  const receive = receiverOf(origin, store);
  const page = (limit: number) =>
    measure(
      `feed: a page of ${limit}`,
      PAGE_MS,
      (round) => receive(`after=${(round * 791_111) % (count - limit)}&limit=${limit}`),
      // A reader parses a page while it requests the next one.
      {
        rounds: ROUNDS,
        check: (body) => {
          const { changes } = JSON.parse(body) as Page;
          if (changes.length !== limit) throw new Error(`a page has ${changes.length} changes`);
        },
      },
    );
  return [await page(50), await page(500)];
}

/**
 * Measures the time from the commit of a change to its receipt by a waiting reader, at 50 changes per second.
 * The changes are sent to `writer` and read from `reader`, which may be another process.
 */
export async function measureLatency(
  what: string,
  { sql }: Environment,
  store: BenchStore,
  { writer, reader, run }: { writer: string; reader: string; run: number },
): Promise<Ratio> {
  const read = readerOf(reader, store);
  const ids = Array.from({ length: WRITES }, (_, i) => `waited-${run}-${i}`);
  const seen = new Map<string, number>();
  const { next } = await read("after=latest");
  const reading = (async () => {
    for (let after = next; seen.size < ids.length; ) {
      const page = await read(`after=${after}&wait=20&limit=50`);
      const now = performance.timeOrigin + performance.now();
      for (const { id } of page.changes) seen.set(id, seen.get(id) ?? now);
      after = page.next;
    }
  })();
  const startedAt = performance.now();
  const writes = ids.map(async (id, i) => {
    await Bun.sleep(startedAt + (i * 1_000) / WRITES_PER_S - performance.now());
    const response = await fetch(`${writer}/v2.2/stores/${store.id}/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ eventName: "visited", customer: { id } }),
    });
    if (response.status !== 202) throw new Error(`an event was answered ${response.status}`);
  });
  await Promise.all([...writes, reading]);
  const { rows } = await sql.query<{ id: string; committed: number }>(
    `select id, (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as committed
     from customers where store_id = $1 and id = any($2)`,
    [store.id, ids],
  );
  const times = rows.map(({ id, committed }) => (seen.get(id) ?? Number.NaN) - committed);
  return ratioOf(what, LATENCY_MS, times);
}

function readerOf(origin: string, store: BenchStore): Read {
  const receive = receiverOf(origin, store);
  return async (query) => JSON.parse(await receive(query)) as Page;
}

/** Returns a function that receives the body of a page. */
function receiverOf(origin: string, { id, secret }: BenchStore): (query: string) => Promise<string> {
  return async (query) => {
    const response = await fetch(`${origin}/v2.2/stores/${id}/changes?${query}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    if (response.status !== 200) throw new Error(`${query} was answered ${response.status}`);
    return response.text();
  };
}
