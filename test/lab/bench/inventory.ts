import { join } from "node:path";
import { type Cli, createProcessCli } from "../../support/cli.ts";
import { endWithUs, temporaryFolder } from "../../support/ends-with-us.ts";
import { ROOT } from "../../support/entries.ts";
import { type BenchStore, prepareEnvironment } from "./environment.ts";
import { median } from "./median.ts";
import { atMost, type Ratio } from "./report.ts";
import type { Writing } from "./stock-writer.ts";

const PRODUCTS = 10_000;
const LOCATIONS = 10;
const SIZES = [500, 499, 20, 1];
const WRITERS = 2;
const SAMPLES = 100;
const WRITER = decodeURIComponent(new URL("stock-writer.ts", import.meta.url).pathname);

type Shop = BenchStore & { origin: string; locationIds: string[] };
type Page = { ids: string[]; next: string | null };

/**
 * Measures an import of 100,000 levels, the cost of a distant page, and whether a list misses an item during
 * writes.
 */
export async function benchInventory(): Promise<Ratio[]> {
  const environment = await prepareEnvironment();
  const folder = await temporaryFolder("aftersale-bench-");
  const ratios: Ratio[] = [];
  try {
    const server = await environment.server();
    const other = await environment.server();
    const env = { DATABASE_URL: environment.url, ENCRYPTION_KEY: "a key for the bench only" };
    const cli = createProcessCli(env, ROOT);
    const shop = { ...(await environment.newStore()), origin: server.origin, locationIds: [] as string[] };
    for (let i = 0; i < LOCATIONS; i++) {
      const made = await cli.json(`location create --store ${shop.id} --name Place-${i}`);
      shop.locationIds.push(String(made.locationId));
    }
    ratios.push(...(await imports(cli, shop, join(folder.path, "levels.csv"))));
    ratios.push(await depth(shop, "inventory-items"), await depth(shop, "inventory-levels"));
    for (const size of SIZES) ratios.push(await missed(shop, other.origin, size));
    await Promise.all([server.stop(), other.stop()]);
  } finally {
    await folder.remove();
    await environment.clear();
  }
  return ratios;
}

async function imports(cli: Cli, shop: Shop, path: string): Promise<Ratio[]> {
  const rows = Array.from({ length: PRODUCTS }, (_, n) =>
    shop.locationIds.map((place) => `p-${n},Product ${n},SKU-${n},${place},1\n`).join(""),
  );
  await Bun.write(path, `product_id,title,sku,location_id,quantity\n${rows.join("")}`);
  const ratios: Ratio[] = [];
  for (const expected of [PRODUCTS * LOCATIONS, 0]) {
    const start = performance.now();
    const { code, out, err } = await cli.run(`inventory import --json --store ${shop.id} --file`, path);
    const seconds = (performance.now() - start) / 1000;
    if (code !== 0) throw new Error(err);
    const { lines, changed } = JSON.parse(out) as { lines: number; changed: number };
    const figures = `${lines} lines in ${seconds.toFixed(1)} s`;
    ratios.push(atMost(`import, changes beyond ${expected}`, figures, changed - expected, 0));
  }
  return ratios;
}

/** Returns the cost of page 500 as a multiple of that of page 1: medians of alternating requests. */
async function depth(shop: Shop, list: string): Promise<Ratio> {
  let next: string | null = null;
  for (let page = 1; page < 500; page++) ({ next } = await read(shop, list, { size: 20, next }));
  const first: number[] = [];
  const far: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    first.push(await timed(() => read(shop, list, { size: 20, next: null })));
    far.push(await timed(() => read(shop, list, { size: 20, next })));
  }
  const [a, b] = [median(first), median(far)];
  return atMost(
    `page 500 of ${list} / page 1`,
    { ours: `${b.toFixed(2)} ms`, yardstick: `${a.toFixed(2)} ms`, p50Ms: b },
    b / a,
    1.25,
  );
}

/** Returns the number of items that a read of all pages misses while other processes change them. */
async function missed(shop: Shop, origin: string, size: number): Promise<Ratio> {
  const writers = Array.from({ length: WRITERS }, (_, seed) => {
    const { id: storeId, secret, locationIds } = shop;
    const writing: Writing = { origin, storeId, secret, locationIds, products: PRODUCTS, seed };
    const child = Bun.spawn([process.execPath, WRITER, JSON.stringify(writing)], {
      stdout: "pipe",
      stderr: "inherit",
    });
    endWithUs(child);
    return child;
  });
  const written = writers.map(({ stdout }) => new Response(stdout).text());
  const seen = new Set<string>();
  let shown = 0;
  let next: string | null = null;
  const start = performance.now();
  do {
    const page: Page = await read(shop, "inventory-items", { size, next });
    for (const id of page.ids) seen.add(id);
    shown += page.ids.length;
    next = page.next;
  } while (next !== null);
  const seconds = (performance.now() - start) / 1000;
  if (writers.some(({ exitCode }) => exitCode !== null)) throw new Error("a writer has failed");
  for (const writer of writers) writer.kill();
  const puts = (await Promise.all(written)).join("").length;
  const figures = `${shown} rows in ${seconds.toFixed(1)} s, ${puts} puts of 50`;
  return atMost(`items missed, pages of ${size}`, figures, PRODUCTS - seen.size, 0);
}

async function read(
  { origin, id, secret }: Shop,
  list: string,
  { size, next }: { size: number; next: string | null },
): Promise<Page> {
  const response = await fetch(`${origin}/v2.2/stores/${id}/${list}`, {
    headers: {
      Authorization: `Bearer ${secret}`,
      "X-Page-Size": String(size),
      ...(next !== null && { "X-Page-Continue": next }),
    },
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const [rows = []] = Object.values((await response.json()) as Record<string, { id: string }[]>);
  return { ids: rows.map((row) => row.id), next: response.headers.get("X-Page-Next") };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
