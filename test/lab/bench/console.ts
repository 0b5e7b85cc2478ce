import { PAGES } from "../../../src/faces/console/pages.ts";
import { createProcessCli } from "../../support/cli.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { fillConsole, vacuumConsole } from "./fill-console.ts";
import { fillOnce } from "./fill-once.ts";
import { measurePainted } from "./measure-painted.ts";
import { atMost, type Ratio } from "./report.ts";

const MANY = 1_000_000;
const STORE = "sto_bench_console";
const PAGE_MS = 200;
const ROUNDS = 9;
/** Parts of a list of which the links on the pages don't lead to all. */
const FILTERS = [
  ...["?last=30d", "/search?q=%23123", "/search?q=first1", "/search?q=common", "/warehouse?scan=1Z000000011"],
  ...["/returns?sku=common", "/returns?sku=RARE&status=flagged", "/returns?email=person-1@example.test"],
  ...["/orders?sku=COMMON", "/orders?email=person-1@example.test", "/customers?q=first1"],
  ...["/events?eventName=Order+placed", "/events?customer=person-1", "/events?eventName=nothing"],
  ...["/developer/requests?status=4xx", "/developer/requests?client=Online+shop", "/inventory?sku=SKU-40"],
  ...["/developer/webhooks/hook-0?status=discarded", "/developer/webhooks/hook-0?status=pending"],
];

type Get = (path: string) => Promise<string>;

/**
 * Measures the pages of the console in a store with 1,000,000 orders and returns, 2,000,000 events and 1,000,000
 * deliveries and requests: the median of each, and in Chromium a return from click to painted. `--stored N` sets
 * the number of returns and `--events N` that of events; `--data FOLDER` keeps the filled database there, and uses it again.
 */
export async function benchConsole(options: string[]): Promise<Ratio[]> {
  const optionOf = (name: string) =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  const many = Number(optionOf("--stored") ?? MANY);
  const events = Number(optionOf("--events") ?? 2 * many);
  const environment = await prepareEnvironment("", { keptIn: optionOf("--data") });
  await (await environment.server()).stop();
  const isNew = await fillOnce(environment, {
    [`${many} returns, orders and deliveries, ${events} events`]: async () => {
      await environment.sql.query(
        `insert into stores (store_id, name, currency, first_status, created_at)
         values ($1, 'Bench shop', 'USD', 'open', now())`,
        [STORE],
      );
      await fillConsole(environment, { id: STORE, secret: "" }, { count: many, events });
    },
  });
  if (isNew) await vacuumConsole(environment);
  const server = await environment.server();
  try {
    const store = await environment.newStore(STORE);
    const base = `/console/stores/${store.id}`;
    const cookies = await signIn(environment, server.origin, store.id);
    const get = getWith(server.origin, cookies);
    const figures = [];
    for (const path of await pathsOf(get, base)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now();
        await get(path);
        times.push(performance.now() - startedAt);
      }
      const [first = 0] = times;
      const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
      const text = `first ${first.toFixed(0)} ms`;
      figures.push(atMost(path.slice(base.length) || "/", { ours: text, p50Ms: median }, median, PAGE_MS));
    }
    return [...figures, ...(await measurePainted(server.origin, base, cookies))];
  } finally {
    await server.stop();
    await environment.clear();
  }
}

/** Returns the cookies of a new owner of the store, by name. */
async function signIn(
  { url, encryptionKey }: Environment,
  origin: string,
  storeId: string,
): Promise<Map<string, string>> {
  const cli = createProcessCli({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey, PUBLIC_URL: origin });
  const invited = await cli.json(
    `person invite --store ${storeId} --email bench-${Date.now()}@example.test --role owner`,
  );
  const joined = await fetch(String(invited.url), {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ name: "Bench", password: "a password of the bench" }),
  });
  return new Map(
    joined.headers.getSetCookie().map((line) => {
      const [pair = ""] = line.split(";");
      return [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    }),
  );
}

/** Returns a function that reads pages with cookies. */
function getWith(origin: string, cookies: ReadonlyMap<string, string>): Get {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return async (path) => {
    const response = await fetch(origin + path, { headers: { Cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    return text;
  };
}

/** Returns an address of each page that links lead to from the first one, and of its filters that are linked. */
async function pathsOf(get: Get, base: string): Promise<string[]> {
  const paths = ["", ...FILTERS].map((path) => base + path);
  const kinds = new Set(paths.map((path) => kindOf(path, base)));
  for (let i = 0; i < paths.length; i++) {
    for (const [, href = ""] of (await get(paths[i] ?? "")).matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const path = href.replaceAll("&amp;", "&");
      const kind = path.startsWith(base) ? kindOf(path, base) : undefined;
      if (kind === undefined || kinds.has(kind)) continue;
      kinds.add(kind);
      paths.push(path);
    }
  }
  return paths;
}

/** Returns a page's pattern with the names of its filters; undefined for files, which are as long as they are. */
function kindOf(address: string, base: string): string | undefined {
  const { pathname, searchParams } = new URL(address.slice(base.length) || "/", "http://localhost");
  if (/\.csv$|\/(?:file|export)$|\/images\//.test(pathname)) return undefined;
  const matching = PAGES.map(({ path }) => path)
    .toSorted((a, b) => a.split(":").length - b.split(":").length)
    .find((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname));
  return matching && `${matching} ${[...searchParams.keys()].toSorted()}`;
}
