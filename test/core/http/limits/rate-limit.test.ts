import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createRateLimit } from "../../../../src/core/http/limits/rate-limit.ts";
import { BULK, EVENTS, event, storedEvents } from "../../../support/events.ts";
import { inHeldTransaction, untilLockWaits } from "../../../support/lock-waits.ts";
import { answerOf, problemAnswer } from "../../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../../support/service.ts";
import { slowdown } from "../../../support/slowdown.ts";
import { useService } from "../../../support/use-service.ts";

const LIMIT = 100;

const service = useService();

const bodyOf = (path: string) => (path === BULK ? { events: [event()] } : event());

function burst(store: TestStore, count: number, path = EVENTS): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, () => store.post(path, bodyOf(path))));
}

/**
 * Sends bursts that meet the limit in one moment, however long the machine takes for them: what counts them waits until all
 * are there.
 */
async function atOnce<Answers>({ ctx }: TestStore, send: () => Promise<Answers>): Promise<Answers> {
  const { sent } = await inHeldTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`lock table rate_limits in exclusive mode`);
    const sent = send();
    await untilLockWaits({ ctx });
    await Bun.sleep(Math.min(3_000, 200 * slowdown()));
    return { sent };
  });
  return sent;
}

/** Returns the number of responses by status. */
function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test.each([EVENTS, BULK])("of 300 requests in one burst exactly 100 are 202: %s", async (path) => {
  const store = await service.newStore();
  const answers = await atOnce(store, () => burst(store, 300, path));
  expect(tally(answers)).toEqual({ 202: 100, 429: 200 });
  await service.drain();
  expect(await storedEvents(store)).toHaveLength(100);

  const passed = answers.filter(({ status }) => status === 202);
  const left = passed.map(({ headers }) => headers.get("ratelimit"));
  expect(left.sort()).toEqual(Array.from({ length: LIMIT }, (_, i) => `"requests";r=${i};t=1`).sort());
  for (const answer of answers) expect(answer.headers.get("ratelimit-policy")).toBe('"requests";q=100;w=1');

  const detail = "At most 100 requests a second are allowed; try again in a second.";
  for (const answer of answers.filter(({ status }) => status === 429)) {
    const { headers } = answer;
    expect([headers.get("retry-after"), headers.get("ratelimit")]).toEqual(["1", '"requests";r=0;t=1']);
    expect(await answerOf(answer)).toEqual(problemAnswer(429, detail));
  }
});

test("single and bulk requests have separate limits, per store", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  const bursts = await atOnce(store, () =>
    Promise.all([
      burst(store, 150, EVENTS),
      burst(store, 150, BULK),
      burst(other, 100, EVENTS),
      burst(other, 100, BULK),
    ]),
  );
  const limited = { 202: 100, 429: 50 };
  expect(bursts.map(tally)).toEqual([limited, limited, { 202: 100 }, { 202: 100 }]);
});

test("requests are counted, not events", async () => {
  const store = await service.newStore();
  const events = Array.from({ length: 100 }, () => event());
  const answers = await Promise.all(Array.from({ length: 20 }, () => store.post(BULK, { events })));
  expect(tally(answers)).toEqual({ 202: 20 });
});

test("rejected requests don't count: a second after the last accepted one, 100 more are accepted", async () => {
  const store = await service.newStore();
  const all = () => burst(store, 300);
  expect(tally(await atOnce(store, all))).toEqual({ 202: 100, 429: 200 });
  await store.ctx.db.execute(sql`
    update rate_limits set passed = array(select at - interval '1 s' from unnest(passed) as at order by at)
    where store_id = ${store.id}`);
  expect(tally(await atOnce(store, all))).toEqual({ 202: 100, 429: 200 });
});

test("an invalid event counts, an invalid secret doesn't, and no other operation is limited", async () => {
  const store = await service.newStore();
  const unauthenticated = Array.from({ length: 150 }, () =>
    store.post(EVENTS, event(), { Authorization: "Bearer x" }),
  );
  expect(tally(await Promise.all(unauthenticated))).toEqual({ 401: 150 });
  const wrong = () => Promise.all(Array.from({ length: 150 }, () => store.post(EVENTS, {})));
  expect(tally(await atOnce(store, wrong))).toEqual({ 400: 100, 429: 50 });
  const reads = Array.from({ length: 150 }, () => store.get("/stores/:store/customers?email=a@example.test"));
  expect(tally(await Promise.all(reads))).toEqual({ 404: 150 });
});

test("requests of several stores that share a statement lock their rows in one order, regardless of their arrival", async () => {
  const store = await service.newStore();
  const [first = "", second = ""] = [store.id, (await service.newStore({ beside: store })).id].toSorted();
  const take = createRateLimit(store.ctx);
  const rate = { name: "events", seconds: 1, limitOf: () => LIMIT };
  const both = () => Promise.all([second, first].map((storeId) => take(storeId, rate)));
  await both();
  const waiting = await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select from rate_limits where store_id = ${first} for update`);
    const asked = both();
    await untilLockWaits(store);
    // The statement waits for the first row before it locks the second, so it blocks no other statement.
    await tx.execute(sql`select from rate_limits where store_id = ${second} for update nowait`);
    return { asked };
  });
  expect(await waiting.asked).toHaveLength(2);
});

test("the row of a store has a bounded size and counts each request", async () => {
  const { ctx, id } = await service.newStore();
  const take = createRateLimit(ctx);
  const rate = { name: "events", seconds: 3_600, limitOf: () => 150 };
  for (let left = 149; left >= 0; left--) expect(await take(id, rate)).toMatchObject({ left });
  await expect(take(id, rate)).rejects.toThrow();
  const { rows } = await ctx.db.execute(sql`
    select cardinality(passed) as times, (select sum(count)::int from unnest(counts) as count) as requests
    from rate_limits where store_id = ${id}`);
  expect(rows).toEqual([{ times: 100, requests: 150 }]);
});

test("the limit is configurable, and 0 means no limit", async () => {
  const databaseUrl = service.ctx.config.databaseUrl;
  const store = await service.newStore();
  const strict = await startService({ databaseUrl, eventRateLimit: 3 });
  const free = await startService({ databaseUrl, eventRateLimit: 0 });
  expect(tally(await atOnce(store, () => burst(strict.as(store), 10)))).toEqual({ 202: 3, 429: 7 });
  const answers = await burst(free.as(store), 300);
  expect(tally(answers)).toEqual({ 202: 300 });
  expect(answers[0]?.headers.has("ratelimit-policy")).toBe(false);
  await strict.stop();
  await free.stop();
});

test.each([100, 1_000])(
  "after the database's clock was set back earlier requests don't count, and the limit of %d holds",
  async (limit) => {
    const databaseUrl = service.ctx.config.databaseUrl;
    const limited = await startService({ databaseUrl, eventRateLimit: limit });
    const store = limited.as(await service.newStore());
    const flood = limit + 200;
    expect(tally(await burst(store, flood))[202]).toBeGreaterThanOrEqual(limit);
    await store.ctx.db.execute(sql`
      update rate_limits set passed = array(select at + interval '30 s' from unnest(passed) as at order by at)
      where store_id = ${store.id}`);
    const before = performance.now();
    const answers = await burst(store, flood);
    const { 202: passed = 0 } = tally(answers);
    expect(passed).toBeGreaterThanOrEqual(limit);
    // On a busy machine a burst may last longer than the window.
    if (performance.now() - before < 1_000) expect(passed).toBe(limit);
    expect(await timesAhead(store)).toBe(0);
    await limited.stop();
  },
);

test("the first request after the database's clock was set back isn't refused", async () => {
  const limited = await startService({ databaseUrl: service.ctx.config.databaseUrl, eventRateLimit: 20 });
  const store = limited.as(await service.newStore());
  expect(tally(await burst(store, 1))).toEqual({ 202: 1 });
  await store.ctx.db.execute(sql`
    update rate_limits set passed = array[clock_timestamp() + interval '30 s'], counts = array[20]
    where store_id = ${store.id}`);
  expect(tally(await burst(store, 1))).toEqual({ 202: 1 });
  await limited.stop();
});

async function timesAhead(store: TestStore): Promise<number> {
  const { rows } = await store.ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from rate_limits, unnest(passed) as at
    where store_id = ${store.id} and at > clock_timestamp()`);
  return rows[0]?.count ?? 0;
}

test("three services under overload accept at most 105 requests per second, reject none before 95, and don't affect another store", async () => {
  const databaseUrl = service.ctx.config.databaseUrl;
  const others = [await startService({ databaseUrl }), await startService({ databaseUrl })];
  const store = await service.newStore();
  const calm = await service.newStore({ beside: store });
  const clock = await databaseClock(store);
  const answers: Promise<{ status: number; sent: number; answered: number }>[] = [];
  const calmly: Promise<Response>[] = [];
  const grants = await recordGrants(store);
  const send = (each: TestService) => {
    const sent = clock();
    const answer = each.as(store).post(EVENTS, event());
    answers.push(answer.then(({ status }) => ({ status, sent, answered: clock() })));
  };
  const start = performance.now();
  while (performance.now() - start < 10_000) {
    for (const each of [service, ...others]) send(each);
    calmly.push(calm.post(EVENTS, event()));
    await Bun.sleep(12);
  }
  // However few a busy machine has sent in a second, some of these are too many.
  await atOnce(store, () => {
    for (let i = 0; i < LIMIT; i++) for (const each of [service, ...others]) send(each);
    return Promise.all(answers);
  });
  const all = await Promise.all(answers);
  const seen = await grants();
  for (const other of others) await other.stop();

  const passed = seen.flatMap(({ at, count }) => Array<number>(count).fill(Number(at))).sort((a, b) => a - b);
  const refused = all.filter(({ status }) => status === 429);
  expect([passed.length, passed.length + refused.length]).toEqual([tally(all)[202] ?? 0, all.length]);
  const within = (from: number) => passed.filter((at) => at >= from && at < from + 1_000_000).length;
  expect(Math.max(...passed.map(within))).toBeLessThanOrEqual(105);
  // The request was rejected at some time between its sending and its response.
  const before = ({ sent, answered }: { sent: number; answered: number }) =>
    Math.max(
      ...[sent, ...passed.filter((at) => at > sent && at < answered)].map((at) => within(at - 999_999)),
    );
  expect(refused.length).toBeGreaterThan(0);
  expect(Math.min(...refused.map(before))).toBeGreaterThanOrEqual(95);
  const full = Array.from({ length: 9 }, (_, i) => (passed[0] ?? 0) + i * 1_000_000).filter((from) =>
    wasDense(all, from),
  );
  expect(Math.min(LIMIT, ...full.map(within))).toBeGreaterThanOrEqual(95);
  expect(tally(await Promise.all(calmly))).toEqual({ 202: calmly.length });
});

/** Returns whether requests were sent throughout this second: a busy machine may delay them. */
function wasDense(all: { sent: number; answered: number }[], from: number): boolean {
  return [all.map(({ sent }) => sent), all.map(({ answered }) => answered)].every((times) => {
    const then = times.filter((at) => at >= from - 25_000 && at < from + 1_025_000).sort((a, b) => a - b);
    return then.length >= 200 && then.every((at, i) => i === 0 || at - (then[i - 1] ?? 0) <= 25_000);
  });
}

/** Returns a function that returns the database's time in microseconds without querying it. */
async function databaseClock({ ctx }: TestStore): Promise<() => number> {
  const offsets: { tookMs: number; offset: number }[] = [];
  for (let i = 0; i < 20; i++) {
    const began = performance.now();
    const { rows } = await ctx.db.execute<{ now: string }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now`,
    );
    const ended = performance.now();
    offsets.push({ tookMs: ended - began, offset: Number(rows[0]?.now) - ((began + ended) / 2) * 1_000 });
  }
  // The quickest answer says it best.
  const { offset = 0 } = offsets.toSorted((a, b) => a.tookMs - b.tookMs)[0] ?? {};
  return () => performance.now() * 1_000 + offset;
}

/**
 * Records from now on when events of a store are accepted, by a trigger: a row of the limit forgets them after a second.
 * Returns what reads these times, in microseconds of the database's clock.
 */
async function recordGrants({ ctx, id }: TestStore): Promise<() => Promise<{ at: string; count: number }[]>> {
  await ctx.db.execute(sql`create table if not exists grants (at timestamptz, count int)`);
  await ctx.db.execute(sql`truncate grants`);
  await ctx.db.execute(sql`
    create or replace function record_grant() returns trigger language plpgsql as $$ begin
      insert into grants values (new.passed[cardinality(new.passed)], new.granted);
      return null;
    end $$`);
  await ctx.db.execute(sql`
    create or replace trigger record_grant after insert or update on rate_limits for each row
    when (new.granted > 0 and new.operation = 'events' and new.store_id = ${sql.raw(`'${id}'`)})
    execute function record_grant()`);
  return async () => {
    const { rows } = await ctx.db.execute<{ at: string; count: number }>(
      sql`select (extract(epoch from at) * 1000000)::bigint as at, count from grants`,
    );
    await ctx.db.execute(sql`drop trigger record_grant on rate_limits`);
    return rows;
  };
}
