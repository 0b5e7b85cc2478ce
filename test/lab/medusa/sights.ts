import { query } from "../../support/query.ts";

/** How long it took until orders were here after they were committed there, in ms. */
export type Sights = {
  count: number;
  median: number;
  p95: number;
  p99: number;
  longest: number;
  /** Of those that took more than 5 s: while neither side was killed or starting, and all. */
  overAlone: number;
  over: number;
};

const EACH_MS = 200;
const WANTED_MS = 5_000;

/** Watches the service's database for orders that were bought. */
export function firstSights(serviceUrl: string) {
  const bought = new Map<string, number>();
  const took: number[] = [];
  const over: Span[] = [];
  const outages: Span[] = [];
  let isOver = false;

  async function look(): Promise<void> {
    const ids = [...bought.keys()];
    if (ids.length === 0) return;
    const rows = await query<{ id: string }>(
      serviceUrl,
      "select external_id as id from orders where external_id = any($1)",
      [ids],
    );
    const now = performance.now();
    for (const { id } of rows) {
      const from = bought.get(id) ?? now;
      took.push(now - from);
      if (now - from > WANTED_MS) over.push({ from, until: now });
      bought.delete(id);
    }
  }

  void (async () => {
    // While Postgres is killed there is nothing to be seen.
    for (; !isOver; await Bun.sleep(EACH_MS)) await look().catch(() => {});
  })();

  return {
    bought: (id: string) => void bought.set(id, performance.now()),
    /** Notes that something was killed, and when all of it answered again. */
    outage: async (work: () => Promise<void>) => {
      const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY };
      outages.push(outage);
      await work();
      outage.until = performance.now();
    },
    stop: () => {
      isOver = true;
    },
    result: (): Sights => {
      const sorted = took.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
      const alone = over.filter((sight) => !outages.some((outage) => overlap(sight, outage)));
      return {
        ...{ count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
        ...{ overAlone: alone.length, over: over.length },
      };
    },
  };
}

type Span = { from: number; until: number };

function overlap(one: Span, other: Span): boolean {
  return one.from < other.until && other.from < one.until;
}
