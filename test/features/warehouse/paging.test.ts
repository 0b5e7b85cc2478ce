import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../../src/app.ts";
import type { BusyShop } from "../../support/busy-shop.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const COUNT = 1_500;
const LIST = "/api/v1/warehouse/return/list";

type Listed = { id: number; service_id: string; created_at: string; updated_at: string };
type Page = { returns: Listed[]; nextPageUrl: string | null; previousPageUrl: string | null };
type Query = Record<string, string>;

const service = useService();

/**
 * Creates a store with this many open returns, created and changed a second apart until a minute ago; every
 * ten share a second.
 */
async function filled(count = COUNT): Promise<TestStore> {
  const store = await service.newStore();
  const body = { orderId: "", createdAt: "2026-01-01T00:00:00Z", lineItems: [line(1_000_000)] };
  const address = { line1: "", line2: "", city: "", state: "", postalCode: "", country: "US" };
  const at = sql`date_trunc('second', now()) - interval '1 minute' - (n - n % 10) * interval '100 ms'`;
  const numbers = sql`generate_series(1, ${sql.raw(String(count))}) n`;
  for (const statement of [
    sql`insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
      values (${store.id}, 'ord_1', 'filled', 'USD', ${JSON.stringify(body)}::json, now(), now())`,
    sql`insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
      select ${store.id}, 'ret_' || md5(n::text), 'ord_1', 'open', 'shopify', ${JSON.stringify(address)}::json, '{}', ${at}, ${at}
      from ${numbers}`,
    sql`insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
        compensation, value, additions)
      select ${store.id}, 'ret_' || md5(n::text), 'rit_' || n, 'ord_1', 'line-1', 0, 1, json_build_array(json_build_array(n, n + 1)),
        'open', '', 'refund', 5, '{}' from ${numbers}`,
  ]) {
    await store.ctx.db.execute(statement);
  }
  return store;
}

function line(quantity: number) {
  return { id: "line-1", productId: "tee", title: "Tee", quantity, price: 5 };
}

async function idsOf(store: TestStore): Promise<string[]> {
  const { rows } = await store.ctx.db.execute<{ id: string }>(
    sql`select id from returns where store_id = ${store.id}`,
  );
  return rows.map(({ id }) => id).sort();
}

/** The ways in which integrations request the next page. */
const FOLLOWED: Record<string, (url: string, first: Query) => string> = {
  "its whole URL": (url) => new URL(url).pathname + new URL(url).search,
  "its parameters": (url) => `${LIST}?${new URLSearchParams(new URL(url).searchParams)}`,
  "its cursor with their own parameters": (url, first) =>
    `${LIST}?${new URLSearchParams({ ...first, cursor: cursorOf(url) })}`,
  "only its cursor and the size": (url) =>
    `${LIST}?${new URLSearchParams({ paginate: "True", pageSize: "100", cursor: cursorOf(url) })}`,
};

function cursorOf(url: string): string {
  return new URL(url).searchParams.get("cursor") ?? "";
}

async function pageAt(store: TestStore, path: string): Promise<Page> {
  const answer = await service.fetch(path, { headers: { "X-Authorization": store.secret } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

/** Reads all pages as an integration does; `between` runs after each page. */
async function readAll(
  store: TestStore,
  first: Query,
  follow: (url: string, first: Query) => string,
  between: () => Promise<void> = async () => {},
): Promise<Page[]> {
  const pages: Page[] = [];
  let path: string | undefined = `${LIST}?${new URLSearchParams(first)}`;
  while (path) {
    const page: Page = await pageAt(store, path);
    pages.push(page);
    path = page.nextPageUrl ? follow(page.nextPageUrl, first) : undefined;
    await between();
    if (pages.length > 200) throw new Error("there is no end");
  }
  return pages;
}

function idsIn(pages: Page[]): string[] {
  return pages.flatMap(({ returns }) => returns.map(({ service_id }) => service_id));
}

/**
 * Returns a function that acts as another client of the store: it creates returns, changes them and adds
 * notes.
 */
function busy(store: TestStore, known: string[], every = 4): () => Promise<void> {
  let turn = 0;
  return async () => {
    turn++;
    const some = Array.from({ length: every }, (_, i) => known[(turn * 37 + i * 611) % known.length] ?? "");
    await Promise.all([
      newReturn(store, {}, { lineItems: [line(1)] }),
      ...some.map((id, i) =>
        i % 2
          ? store.post(`/returns/${id}/comments`, { comment: { message: "Seen" } })
          : store.put(`/returns/${id}/status`, { status: turn % 2 ? "in_transit" : "delivered" }),
      ),
    ]);
  };
}

const today = () => ({ from: new Date(Date.now() - 80_000_000).toISOString() });

test.each(Object.entries(FOLLOWED))(
  "by updated_at, following pages by %s misses no return and repeats only changed ones",
  async (_, follow) => {
    const store = await filled();
    const before = await idsOf(store);
    const first = { ...today(), paginate: "1", pageSize: "100", filter: "updated_at" };
    const pages = await readAll(store, first, follow, busy(store, before));
    const read = idsIn(pages);
    expect(before.filter((id) => !read.includes(id))).toEqual([]);

    const { rows } = await store.ctx.db.execute<{ id: string }>(
      sql`select id from returns where store_id = ${store.id} and updated_at > created_at`,
    );
    const changed = new Set(rows.map(({ id }) => id));
    const twice = read.filter((id, i) => read.indexOf(id) !== i);
    expect(twice.filter((id) => !changed.has(id))).toEqual([]);
    expect(changed.size).toBeGreaterThan(40);
  },
);

test.each(Object.entries(FOLLOWED))(
  "while another process creates and changes returns, following pages by %s misses none by either time, and by created_at repeats none",
  async (_, follow) => {
    const store = await filled();
    const before = await idsOf(store);
    const other = await busyShop(store, before);
    const pageSize = "100";
    const created = idsIn(await readAll(store, { ...today(), paginate: "true", pageSize }, follow));
    const first = { ...today(), paginate: "true", pageSize, filter: "updated_at" };
    const changed = new Set(idsIn(await readAll(store, first, follow)));
    expect(await other.stop()).toBeGreaterThan(5);

    expect(new Set(created).size).toBe(created.length);
    expect(before.filter((id) => !created.includes(id) || !changed.has(id))).toEqual([]);
  },
);

/** Starts another process that changes a store; `stop` returns how many rounds it made. */
async function busyShop(
  { ctx, id, secret }: TestStore,
  returnIds: string[],
): Promise<{ stop(): Promise<number> }> {
  const settings: BusyShop = {
    databaseUrl: ctx.config.databaseUrl ?? "",
    storeId: id,
    secret,
    returnIds,
  };
  const program = decodeURIComponent(new URL("../../support/busy-shop.ts", import.meta.url).pathname);
  const child = Bun.spawn([process.execPath, program, JSON.stringify(settings)], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const output = child.stdout.getReader();
  await output.read();
  return {
    stop: async () => {
      await child.stdin.end();
      let rounds = 0;
      for (let part = await output.read(); !part.done; part = await output.read())
        rounds += part.value.length;
      expect(await child.exited).toBe(0);
      return rounds;
    },
  };
}

test("list without paginate: one array, newest first, also during changes", async () => {
  const store = await filled();
  const known = await idsOf(store);
  const list = service.fetch(`${LIST}?${new URLSearchParams(today())}`, {
    headers: { "X-Authorization": store.secret },
  });
  const others = busy(store, known);
  const [answer] = await Promise.all([list, others(), others()]);
  const returns = (await answer.json()) as Listed[];
  const ids = returns.map(({ service_id }) => service_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(known.filter((id) => !ids.includes(id))).toEqual([]);
  const times = returns.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().reverse());
});

test.each(["created_at", "updated_at"])(
  "by %s no return is repeated when nothing changes",
  async (filter) => {
    const store = await filled(47);
    const first = { ...today(), paginate: "true", pageSize: "5", filter };
    const read = idsIn(await readAll(store, first, FOLLOWED["its whole URL"] ?? never));
    expect(read).toHaveLength(47);
    expect(read.toSorted()).toEqual(await idsOf(store));
  },
);

test.each(["created_at", "updated_at"])("by %s the previous pages lead back to the first", async (filter) => {
  const store = await filled(23);
  const first = { ...today(), paginate: "true", pageSize: "5", filter };
  const pages = await readAll(store, first, FOLLOWED["its whole URL"] ?? never);
  const back: Page[] = [];
  let url = pages.at(-1)?.previousPageUrl ?? null;
  while (url) {
    const page = await pageAt(store, new URL(url).pathname + new URL(url).search);
    back.unshift(page);
    url = page.previousPageUrl;
  }
  expect(back.map(({ returns }) => returns)).toEqual(pages.slice(0, -1).map(({ returns }) => returns));
  expect(pages.map(({ previousPageUrl }) => previousPageUrl === null)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("from the returns repeated at the end, the previous pages lead through the whole list to the first", async () => {
  const store = await filled(23);
  const first = { ...today(), paginate: "true", pageSize: "5", filter: "updated_at" };
  const whole = FOLLOWED["its whole URL"] ?? never;
  let turn = 0;
  const pages = await readAll(store, first, whole, async () => {
    // Half of the unread returns change after the first page.
    if (turn++ === 0) for (const id of await oldestOf(store, 9)) await comment(store, id);
  });
  const read = idsIn(pages);
  expect(read).toHaveLength(23);
  expect(new Set(read).size).toBe(23);

  const back: Page[] = [];
  for (let url = pages.at(-1)?.previousPageUrl ?? null; url; url = back[0]?.previousPageUrl ?? null) {
    back.unshift(await pageAt(store, whole(url, first)));
  }
  expect(idsIn(back).length).toBeGreaterThan(23 - 5);
  expect(back[0]?.returns[0]?.service_id).toBe((await newestOf(store)) ?? "");
});

async function oldestOf(store: TestStore, count: number): Promise<string[]> {
  const { rows } = await store.ctx.db.execute<{ id: string }>(
    sql`select id from returns where store_id = ${store.id} order by updated_at, id limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

async function newestOf(store: TestStore): Promise<string | undefined> {
  const { rows } = await store.ctx.db.execute<{ id: string }>(
    sql`select id from returns where store_id = ${store.id} order by updated_at desc, id desc limit 1`,
  );
  return rows[0]?.id;
}

async function comment(store: TestStore, id: string): Promise<void> {
  await store.post(`/returns/${id}/comments`, { comment: { message: "Seen" } });
}

test.each(["true", "false"])(
  "an explicit to bounds every page: later changes appear only in the next window (paginate=%s)",
  async (paginate) => {
    const store = await filled(600);
    const known = await idsOf(store);
    const whole = FOLLOWED["its whole URL"] ?? never;
    const read = (from: string, to: string, between?: () => Promise<void>) =>
      readAll(store, { from, to, filter: "updated_at", paginate, pageSize: "100" }, whole, between);
    const first = new Date(Math.floor(Date.now() / 1000) * 1000 - 1_000);
    await Bun.sleep(1_000);

    const others = busy(store, known);
    const window = await read(today().from, first.toISOString(), others);
    const times = itemsIn(window).map(({ updated_at }) => new Date(updated_at));
    expect(times.filter((time) => time > first)).toEqual([]);

    const highest = new Date(Math.max(...times.map(Number)));
    const next = await read(highest.toISOString(), new Date(Date.now() + 60_000).toISOString());
    const seen = new Set([...itemsIn(window), ...itemsIn(next)].map(({ service_id }) => service_id));
    expect((await idsOf(store)).filter((id) => !seen.has(id))).toEqual([]);
  },
);

/** Returns the returns of pages or of unpaged lists. */
function itemsIn(pages: (Page | Listed[])[]): Listed[] {
  return pages.flatMap((page) => (Array.isArray(page) ? page : page.returns));
}

test("an unpaged list is read only as fast as its client reads, and stops when it disconnects", async () => {
  const store = await filled(2_000);
  const statements: string[] = [];
  const options = "-c TimeZone=UTC -c DateStyle=ISO";
  const pool = new pg.Pool({ connectionString: store.ctx.config.databaseUrl, max: 2, options });
  const logger = { logQuery: (query: string) => statements.push(query) };
  const db = drizzle(pool, { casing: "snake_case", logger });
  const app = createApp({ ...store.ctx, db }, { ready: true, stopping: false });
  const answer = await app.fetch(
    new Request(`http://localhost${LIST}?${new URLSearchParams(today())}`, {
      headers: { "X-Authorization": store.secret },
    }),
  );
  const reader = answer.body?.getReader();
  await reader?.read();
  await Bun.sleep(100);
  const parts = () => statements.filter((query) => query.includes("union all")).length;
  expect(parts()).toBeLessThanOrEqual(2);
  await reader?.cancel();
  await Bun.sleep(100);
  expect(parts()).toBeLessThanOrEqual(2);
  await pool.end();
});

function never(): never {
  throw new Error("there is no such way");
}
