import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import { recordChanges } from "../../../src/core/changes/record-changes.ts";
import { inTransaction } from "../../../src/core/ctx.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { changesAfter, endOf, pageOf } from "../../support/changes.ts";
import { order } from "../../support/fixtures.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { freshMetrics } from "../../support/metrics.ts";
import { answerOf, newReturn, problemAnswer } from "../../support/returns.ts";
import { untilRun } from "../../support/round-trips.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useService } from "../../support/use-service.ts";

const GONE = "Begin again: request after=latest, read the lists, then follow its next.";

const service = useService();
/** The limit of waiting requests is one of each process. */
const oneProcess = useService({ isSingle: true });

/** Adds changes of customers to a feed in a separate transaction. */
function record({ ctx, id }: TestStore, ...ids: string[]): Promise<void> {
  const changes = ids.map((objectId) => ({ type: "customer.updated" as const, objectId }));
  return inTransaction(ctx, async (tx) => recordChanges(tx, id, changes));
}

async function idsAfter(store: TestStore, after?: number): Promise<string[]> {
  return (await changesAfter(store, after)).map(({ id }) => id);
}

test("changes are numbered 1, 2, 3 … per store, and pages of any size have the same ones", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  await record(other, "x");
  const ids = Array.from({ length: 23 }, (_, i) => `c${i}`);
  for (const id of ids) await record(store, id);
  const all = await changesAfter(store);
  expect(all.map(({ sequence }) => sequence)).toEqual(ids.map((_, i) => i + 1));
  expect(all.map(({ id }) => id)).toEqual(ids);
  for (const limit of [1, 7, 23]) expect(await changesAfter(store, 0, limit)).toEqual(all);
  for (const after of [0, 5, 22, 23]) expect(await changesAfter(store, after)).toEqual(all.slice(after));
  expect(await idsAfter(other)).toEqual(["x"]);
});

test("a page without `after` begins with the oldest stored change, and `latest` is the end", async () => {
  const store = await service.newStore();
  expect(await pageOf(store)).toEqual({ changes: [], next: 0 });
  expect(await pageOf(store, "?after=latest")).toEqual({ changes: [], next: 0 });
  await record(store, "a", "b");
  expect((await pageOf(store)).changes.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(await pageOf(store, "?after=latest")).toEqual({ changes: [], next: 2 });
});

test("a change that is written first and committed last has the last number and is not skipped", async () => {
  const store = await service.newStore();
  const written = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = inTransaction(store.ctx, async (tx) => {
    recordChanges(tx, store.id, [{ type: "customer.updated", objectId: "slow" }]);
    await untilRun(tx);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  await record(store, "fast");
  const first = await pageOf(store);
  expect(first.changes.map(({ id }) => id)).toEqual(["fast"]);
  go.resolve();
  await slow;
  const { changes } = await pageOf(store, `?after=${first.next}`);
  expect(changes.map(({ sequence, id }) => [sequence, id])).toEqual([[2, "slow"]]);
});

test("two processes that number a store's changes at once give each number once", async () => {
  const store = await service.newStore();
  const other = await startService({ databaseUrl: store.ctx.config.databaseUrl });
  // With the first change numbered the feed has its row, which the two have to take in turn.
  await record(store, "first");
  await changesAfter(store);
  await record(store, "a");
  const read: ReturnType<typeof changesAfter>[] = [];
  await inHeldTransaction(store.ctx.db, async (tx) => {
    // The first process can't take its change yet when the second one begins, which finds one more.
    await tx.execute(sql`select from unnumbered_changes where store_id = ${store.id} for update`);
    read.push(changesAfter(store));
    await untilLockWaits(store);
    await record(other.as(store), "b");
    read.push(changesAfter(other.as(store)));
    await untilLockWaits(store, 2);
  });
  const [, there = []] = await Promise.all(read);
  expect(there.map(({ sequence, id }) => [sequence, id])).toEqual([
    [1, "first"],
    [2, "a"],
    [3, "b"],
  ]);
  await other.stop();
});

test("a change that is committed while a page is read has its object's state after it", async () => {
  const store = await service.newStore();
  const { id: returnId } = await newReturn(store);
  const before = await changesAfter(store);
  const first = before[0]?.sequence ?? 0;
  let page: ReturnType<typeof pageOf> | undefined;
  await inHeldTransaction(store.ctx.db, async (tx) => {
    // Holds up the statement that finds the changes, not the one that reads the objects of the first ones.
    await tx.execute(sql`lock table unnumbered_changes in access exclusive mode`);
    page = pageOf(store, `?after=${first - 1}`);
    await untilLockWaits(store);
    await tx.execute(
      sql`update returns set status = 'flagged' where store_id = ${store.id} and id = ${returnId}`,
    );
    await tx.execute(sql`
      insert into changes (store_id, sequence, type, object_id, at)
      select store_id, last + 1, 'return.updated', ${returnId}, now() from change_feeds where store_id = ${store.id}`);
    await tx.execute(sql`update change_feeds set last = last + 1 where store_id = ${store.id}`);
  });
  const { changes } = (await page) as Awaited<ReturnType<typeof pageOf>>;
  expect(changes.length).toBe(before.length + 1);
  const shown = changes.filter(({ id }) => id === returnId).map(({ type, data }) => [type, data]);
  const flagged = { return: expect.objectContaining({ status: "flagged" }) };
  expect(shown).toEqual(
    ["return.created", "return.updated"].map((type) => [type, expect.objectContaining(flagged)]),
  );
});

test("a change that is rolled back leaves no gap", async () => {
  const store = await service.newStore();
  const undone = inTransaction(store.ctx, async (tx) => {
    recordChanges(tx, store.id, [{ type: "customer.updated", objectId: "undone" }]);
    await untilRun(tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await record(store, "kept");
  expect((await changesAfter(store)).map(({ sequence, id }) => [sequence, id])).toEqual([[1, "kept"]]);
});

test("with concurrent writers and readers each reader sees every change once, and each writer's changes in order", async () => {
  const store = await service.newStore();
  const other = await startService({ databaseUrl: store.ctx.config.databaseUrl });
  const total = 8 * 50;
  const writer = async (name: number) => {
    const through = name % 2 === 0 ? service : other;
    for (let i = 0; i < 50; i++) await record(through.as(store), `${name}-${i}`);
  };
  const reader = async (through: TestService) => {
    const ids: string[] = [];
    for (let next = 0; ids.length < total; ) {
      const page = await pageOf(through.as(store), `?after=${next}&wait=5&limit=37`);
      expect(page.changes.map(({ sequence }) => sequence)).toEqual(page.changes.map((_, i) => next + 1 + i));
      ids.push(...page.changes.map(({ id }) => id));
      next = page.next;
    }
    return ids;
  };
  const [ids, ...others] = await Promise.all([
    ...[service, other, service, other].map(reader),
    ...Array.from({ length: 8 }, (_, name) => writer(name).then(() => undefined)),
  ]);
  for (const seen of others.slice(0, 3)) expect(seen).toEqual(ids);
  for (let name = 0; name < 8; name++) {
    const own = (ids ?? []).filter((id) => id.startsWith(`${name}-`));
    expect(own).toEqual(Array.from({ length: 50 }, (_, i) => `${name}-${i}`));
  }
  await other.stop();
}, 60_000);

test("a waiting reader receives changes of its own process and of another one at once", async () => {
  const store = await service.newStore();
  const other = await startService({ databaseUrl: store.ctx.config.databaseUrl });
  await record(other.as(store), "first");
  for (const [through, id] of [
    [service, "own"],
    [other, "others"],
  ] as const) {
    const end = await endOf(store);
    const waiting = pageOf(store, `?after=${end}&wait=20`);
    await untilWatching(store, 1);
    const committed = performance.now();
    await record(through.as(store), id);
    expect((await waiting).changes.map((change) => change.id)).toEqual([id]);
    // Much less than the second after which readers query on their own.
    expect(performance.now() - committed).toBeLessThan(700 * slowdown());
    expect(store.ctx.changeSignal.watching()).toBe(0);
  }
  await other.stop();
});

test("a change is announced to other processes when it is committed", async () => {
  const store = await service.newStore();
  const listener = new pg.Client({ connectionString: store.ctx.config.databaseUrl });
  await listener.connect();
  const announced = new Promise<string>((resolve) =>
    listener.on("notification", ({ payload }) => payload?.includes(store.id) && resolve(payload)),
  );
  await listener.query("listen aftersale_changes");
  await record(store, "a");
  const nothing = Bun.sleep(60_000).then(() => "nothing");
  expect(await Promise.race([announced, nothing])).toBe(`changed ${store.id}`);
  await listener.end();
});

test("a waiting reader finds a change without a notification, because its process was killed", async () => {
  const store = await service.newStore();
  const waiting = pageOf(store, "?after=0&wait=20");
  await Bun.sleep(100);
  await store.ctx.db.execute(sql`
    insert into unnumbered_changes (store_id, type, object_id, at)
    values (${store.id}, 'customer.updated', 'silent', now())`);
  const began = performance.now();
  expect((await waiting).changes.map(({ id }) => id)).toEqual(["silent"]);
  expect(performance.now() - began).toBeLessThan(5_000 * slowdown());
});

test("a wait ends with an empty page at its timeout or when its client disconnects, and holds no connection", async () => {
  const store = await service.newStore();
  const began = performance.now();
  expect(await pageOf(store, "?after=0&wait=1")).toEqual({ changes: [], next: 0 });
  expect(performance.now() - began).toBeGreaterThan(950);

  const leaving = new AbortController();
  const init = { headers: { Authorization: `Bearer ${store.secret}` }, signal: leaving.signal };
  const path = `/v2.2/stores/${store.id}/changes?wait=20`;
  const left = Array.from({ length: 30 }, () => service.fetch(path, init).catch(() => undefined));
  await untilWatching(store, 30);
  const inUse = () => metric("aftersale_database_connections_in_use");
  let connections = await inUse();
  for (let look = 0; look < 50 && connections > 0; look++) {
    await Bun.sleep(100);
    connections = await inUse();
  }
  // Not read again: the service itself uses a connection from time to time.
  expect(connections).toBe(0);
  expect(await metric("aftersale_change_feed_readers_waiting")).toBe(30);
  leaving.abort();
  await Promise.all(left);
  expect(store.ctx.changeSignal.watching()).toBe(0);
});

/** Waits until as many readers of the store's process wait for changes. */
async function untilWatching({ ctx }: TestStore, readers: number): Promise<void> {
  while (ctx.changeSignal.watching() < readers) await Bun.sleep(5);
  expect(ctx.changeSignal.watching()).toBe(readers);
}

async function metric(name: string): Promise<number> {
  const text = await freshMetrics(() => service.fetch("/metrics"));
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1]);
}

test("a revoked client doesn't wait: it gets 401 at once, as without `wait`", async () => {
  const store = await service.newStore();
  const { clientId, secret } = await createClient(store.ctx, store.id, { name: "lost" });
  const statusOf = async (query: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    return (await service.fetch(`/v2.2/stores/${store.id}/changes?${query}`, { headers })).status;
  };
  expect(await statusOf("after=latest")).toBe(200);
  await revokeClient(store.ctx, store.id, clientId);
  const startedAt = performance.now();
  expect([await statusOf("after=latest"), await statusOf("after=latest&wait=20")]).toEqual([401, 401]);
  expect(performance.now() - startedAt).toBeLessThan(5_000 * slowdown());
});

test("a shutdown ends the waits", async () => {
  const ending = await startService({ databaseUrl: service.ctx.config.databaseUrl });
  const store = await ending.newStore();
  const waiting = pageOf(store, "?wait=20");
  await Bun.sleep(200);
  ending.ctx.changeSignal.stop();
  expect(await waiting).toEqual({ changes: [], next: 0 });
  expect(await pageOf(store, "?wait=20")).toEqual({ changes: [], next: 0 });
  await ending.stop();
});

test("a store may have 50 waiting requests; one more is 429, and other stores can still wait", async () => {
  const [store, other] = [await oneProcess.newStore(), await oneProcess.newStore()];
  const waiting = Array.from({ length: 50 }, () => pageOf(store, "?wait=20"));
  await untilWatching(store, 50);
  const detail = "Too many requests wait for changes; try again when one has ended.";
  const refused = await store.get("/stores/:store/changes?wait=20");
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(await answerOf(refused)).toEqual(problemAnswer(429, detail));
  expect(await pageOf(other, "?wait=1")).toEqual({ changes: [], next: 0 });
  await record(store, "a");
  for (const page of await Promise.all(waiting)) expect(page.next).toBe(1);
});

test("a number that is no longer stored, or not yet assigned, is 410 with instructions to start again", async () => {
  const store = await service.newStore();
  await record(store, "a", "b", "c");
  await endOf(store);
  await store.ctx.db.execute(sql`delete from changes where store_id = ${store.id} and sequence <= 2`);
  await store.ctx.db.execute(sql`update change_feeds set removed = 2 where store_id = ${store.id}`);
  const get = (after: number) => answerOf(store.get(`/stores/:store/changes?after=${after}`));
  const kept = `The changes up to 2 are no longer kept. ${GONE}`;
  expect(await get(1)).toEqual(problemAnswer(410, kept));
  const unreached = `The store's feed has not reached 4. ${GONE}`;
  expect(await get(4)).toEqual(problemAnswer(410, unreached));
  expect(await idsAfter(store, 2)).toEqual(["c"]);
  expect((await pageOf(store)).changes.map(({ id }) => id)).toEqual(["c"]);
  expect(await idsAfter(store, 3)).toEqual([]);
});

test.each(["after=x", "after=-1", "after=1.5", "after=", "limit=0", "limit=501", "wait=21", "wait=x"])(
  "%s is 400",
  async (query) => {
    const store = await service.newStore();
    expect((await store.get(`/stores/:store/changes?${query}`)).status).toBe(400);
  },
);

test("a page ends early after 4 MB, and the next page continues there", async () => {
  const store = await service.newStore();
  const lineItems = Array.from({ length: 900 }, (_, i) => ({
    ...{ id: `line-${i}`, productId: "tee", quantity: 1, title: "T".repeat(900) },
  }));
  for (let i = 0; i < 16; i++) {
    const { status } = await store.post("/stores/:store/orders", order(`big-${i}`, { lineItems }));
    expect(status).toBe(200);
  }
  const { changes, next } = await pageOf(store);
  expect(changes.length).toBeGreaterThan(4);
  expect(changes.length).toBeLessThan(16);
  expect(next).toBe(changes.at(-1)?.sequence ?? 0);
  expect(await changesAfter(store, next)).toHaveLength(32 - changes.length);
});

test("changes of a store whose feed is never read are numbered in the background", async () => {
  const { numberInBackground } = await import("../../../src/core/changes/number-in-background.ts");
  const store = await service.newStore();
  await record(store, ...Array.from({ length: 12_500 }, (_, i) => `c${i}`));
  const end = numberInBackground(store.ctx);
  const left = async () => {
    const { rows } = await store.ctx.db.execute<{ left: number }>(sql`
      select count(*)::int as left from unnumbered_changes where store_id = ${store.id}`);
    return rows[0]?.left;
  };
  const until = performance.now() + 60_000;
  while (performance.now() < until && (await left()) !== 0) await Bun.sleep(100);
  await end();
  expect(await left()).toBe(0);
  expect(await idsAfter(store, 12_490)).toHaveLength(10);
});
