import { type Environment, prepareEnvironment } from "./environment.ts";
import { DAYS, fillReturns } from "./fill-returns.ts";
import { atMost, type Ratio } from "./report.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const PAGE_SIZE = 250;
const ROUNDS = 60;

type Side = { environment: Environment; get(path: string): Promise<Page>; stop(): Promise<void> };
type Page = { returns: unknown[]; nextPageUrl: string | null };

/** The measured pages: additional query parameters, and the number of pages before each. */
const PAGES: Record<string, { query: string; pagesIn: number }> = {
  "a first page": { query: "", pagesIn: 0 },
  "a page far in": { query: "", pagesIn: 15 },
  "a page by the last change": { query: "&filter=updated_at", pagesIn: 0 },
  "a page of those in review": { query: "&state=review", pagesIn: 1 },
};

/**
 * Measures the time of a page of the warehouse's list with few and with many returns, alternately.
 * `--stored N` sets the number of many returns.
 */
export async function benchCompat(options: string[]): Promise<Ratio[]> {
  const at = options.indexOf("--stored");
  const many = at < 0 ? MANY : Number(options[at + 1]);
  const few = await prepareSide("few", FEW);
  const more = await prepareSide("many", many);
  const ratios: Ratio[] = [];
  try {
    for (const [what, page] of Object.entries(PAGES)) ratios.push(await compare(what, page, few, more));
  } finally {
    for (const { stop } of [few, more]) await stop();
  }
  return ratios;
}

async function prepareSide(name: string, count: number): Promise<Side> {
  process.stderr.write(`filling ${count} returns …\n`);
  const environment = await prepareEnvironment(name);
  const server = await environment.server();
  const store = await environment.newStore();
  await fillReturns(environment, store, count);
  return {
    environment,
    get: async (path) => {
      const answer = await fetch(`${server.origin}/api/v1/warehouse/return/list?${path}`, {
        headers: { "X-Authorization": store.secret },
      });
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
      return (await answer.json()) as Page;
    },
    stop: async () => {
      await server.stop();
      await environment.clear();
    },
  };
}

async function compare(
  what: string,
  page: { query: string; pagesIn: number },
  few: Side,
  many: Side,
): Promise<Ratio> {
  process.stderr.write(`${what} …\n`);
  const sides = await Promise.all(
    [few, many].map(async (side) => timed(side, await pathTo(side, page), what)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) await side.request();
  }
  const [before = 0, after = 0] = sides.map(({ times }) => median(times));
  return atMost(
    what,
    { ours: `${after.toFixed(1)} ms`, yardstick: `${before.toFixed(1)} ms`, p50Ms: after },
    after / before,
    1.2,
  );
}

function timed(side: Side, path: string, what: string) {
  const times: number[] = [];
  const request = async () => {
    const startedAt = performance.now();
    const { returns } = await side.get(path);
    times.push(performance.now() - startedAt);
    if (returns.length !== PAGE_SIZE) throw new Error(`${what} has ${returns.length} returns`);
  };
  return { times, request };
}

async function pathTo(side: Side, { query, pagesIn }: { query: string; pagesIn: number }): Promise<string> {
  const from = new Date(Date.now() - DAYS * 86_400_000 - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  let path = `from=${from}&to=${to}&paginate=true&pageSize=${PAGE_SIZE}${query}`;
  for (let i = 0; i < pagesIn; i++) {
    const { nextPageUrl } = await side.get(path);
    if (!nextPageUrl) throw new Error("there are too few returns");
    path = new URL(nextPageUrl).search.slice(1);
  }
  return path;
}

/** Returns the median without the first third, which is the warm-up. */
function median(times: number[]): number {
  const warm = times.slice(times.length / 3).toSorted((a, b) => a - b);
  return warm[Math.floor(warm.length / 2)] ?? 0;
}
