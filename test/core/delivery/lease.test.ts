import { describe, expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { deliverJob } from "../../../src/core/delivery/deliver-job.ts";
import { acquireLeases, type Lease, leaseMs } from "../../../src/core/delivery/leases.ts";
import { recordAttempts } from "../../../src/core/delivery/record-attempts.ts";
import { webhookAttempts, webhookStreams } from "../../../src/platform/db/tables/webhooks.ts";
import { pass } from "../../support/delivery-time.ts";
import { onNextBackgroundStatement } from "../../support/next-commit.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { answers, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

const service = useService();
const twin = useService({ databaseOf: service });

async function waiting() {
  const store = await service.newStore();
  const subscriber = await subscribe(service, store);
  const created = await newReturn(store);
  await moveTo(store, created.id, "in_transit");
  const stream = { storeId: store.id, webhookId: subscriber.webhook.id, returnId: created.id };
  const row = and(
    eq(webhookStreams.storeId, store.id),
    eq(webhookStreams.webhookId, stream.webhookId),
    eq(webhookStreams.returnId, created.id),
  );
  return { store, ...subscriber, created, stream, row };
}

const delivered = () => ({
  ...{ outcome: "delivered" as const, at: new Date(), status: 200, durationMs: 1, error: null, answer: null },
  pauseMs: 0,
});

function leaseOf(acquired: unknown): Lease {
  if (typeof acquired !== "object" || acquired === null) throw new Error(`no lease: ${acquired}`);
  return acquired as Lease;
}

describe("one process at a time sends a stream", () => {
  test("a process without the lease stops at once; when the lease lapses, another process continues", async () => {
    const { store, stream, row, order } = await waiting();
    const [first] = await acquireLeases(twin.as(store).ctx, [stream], leaseMs(store.ctx));
    expect(leaseOf(first).nextEvent).toMatchObject({ seq: 1, tries: 0 });
    expect(await acquireLeases(store.ctx, [stream], leaseMs(store.ctx))).toEqual([undefined]);
    await service.drain();
    expect(order()).toEqual([]);

    await store.ctx.db
      .update(webhookStreams)
      .set({ leasedUntil: new Date(Date.now() - 1) })
      .where(row);
    await service.drain({ sweeps: true });
    expect(order(stream.returnId)).toEqual(["1", "2"]);
  });

  test("a lease lasts some seconds longer than the longest attempt", async () => {
    const { store, stream, row } = await waiting();
    await acquireLeases(store.ctx, [stream], leaseMs(store.ctx));
    const [{ left } = { left: 0 }] = await store.ctx.db
      .select({ left: sql<number>`extract(epoch from ${webhookStreams.leasedUntil} - now())::float8` })
      .from(webhookStreams)
      .where(row);
    expect(left).toBeWithin(13, 15.1);
  });

  test("a process whose lease lapsed writes nothing: no attempt, no event, no stream", async () => {
    const { store, stream, row, webhook, order } = await waiting();
    const { ctx: twinCtx } = twin.as(store);
    const [frozen] = await acquireLeases(twinCtx, [stream], leaseMs(twinCtx));
    await store.ctx.db
      .update(webhookStreams)
      .set({ leasedUntil: new Date(Date.now() - 1) })
      .where(row);
    await service.drain();
    const after = await store.ctx.db.select().from(webhookStreams).where(row);

    const attempt = { ...delivered(), outcome: "discarded" as const, status: 500 };
    const written = await recordAttempts(twinCtx, [{ lease: leaseOf(frozen), attempt, keepsLease: true }]);
    expect(written).toEqual(["lost"]);
    expect(await store.ctx.db.select().from(webhookStreams).where(row)).toEqual(after);
    expect(order(stream.returnId)).toEqual(["1", "2"]);
    const deliveries = await deliveriesOf(store, webhook.id);
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ["delivered", 1],
      ["delivered", 1],
    ]);
  });

  test("recording the same attempt twice, after a commit without a response, counts once", async () => {
    const { store, stream, webhook } = await waiting();
    const [lease] = await acquireLeases(store.ctx, [stream], leaseMs(store.ctx));
    const result = { lease: leaseOf(lease), attempt: delivered(), keepsLease: false };
    const [first] = await recordAttempts(store.ctx, [result]);
    expect(first).toEqual({ againInMs: 0 });
    expect(await recordAttempts(store.ctx, [result])).toEqual(["lost"]);
    const attempts = store.ctx.db
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.webhookId, webhook.id));
    expect(await attempts).toHaveLength(1);
  });

  test("an attempt that the database doesn't take for a moment is recorded later, not repeated", async () => {
    const { store, webhook, stream, order } = await waiting();
    const fault = await plantFault(service, ["webhook_attempts"]);
    await fault.begin("53100", 1);
    await service.drain();
    expect(order(stream.returnId)).toEqual(["1", "2"]);
    const deliveries = await deliveriesOf(store, webhook.id);
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ["delivered", 1],
      ["delivered", 1],
    ]);
  });

  test("no attempt starts that may outlast its lease, even after the process was frozen", async () => {
    const { store, row, plan, order, stream } = await waiting();
    const lasts: number[] = [];
    const look = async () => {
      const [{ left } = { left: 0 }] = await store.ctx.db
        .select({ left: sql<number>`extract(epoch from ${webhookStreams.leasedUntil} - now())::float8` })
        .from(webhookStreams)
        .where(row);
      lasts.push(left);
      return new Response();
    };
    plan(look, look);
    const { now } = performance;
    onNextBackgroundStatement(store, async () => {
      await pass(service, 6_000);
      performance.now = () => now.call(performance) + 6_000;
    });
    try {
      await service.drain();
    } finally {
      performance.now = now;
    }
    expect(order(stream.returnId)).toEqual(["1", "2"]);
    for (const left of lasts) expect(left).toBeGreaterThan(store.ctx.config.webhookTimeoutMs / 1_000);
  });

  test("two processes with the same streams send each event once and in order", async () => {
    const store = await service.newStore();
    const here = await subscribe(service, store);
    let active = 0;
    let most = 0;
    const slow = async () => {
      most = Math.max(most, ++active);
      await Bun.sleep(5);
      active--;
      return new Response();
    };
    service.world.on(here.url, slow);
    twin.world.on(here.url, slow);
    const created = await newReturn(store);
    const working = [service.drain(), twin.drain()];
    for (const [i, status] of ["in_transit", "delivered", "complete", "open", "in_transit"].entries()) {
      await moveTo(i % 2 ? store : twin.as(store), created.id, status);
      working.push(service.drain(), twin.drain());
    }
    await Promise.all(working);
    await service.drain();
    const seen = [...service.world.seen, ...twin.world.seen].filter(({ url }) => url === here.url);
    const order = seen.map(({ headers }) => Number(headers["webhook-sequence"])).sort();
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(1);
  });
});

test("a stream with many events yields to other streams", async () => {
  const store = await service.newStore();
  const { order } = await subscribe(service, store);
  const created = [];
  for (let i = 0; i < 5; i++) created.push(await newReturn(store));
  await store.ctx.db.execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
    select store_id, webhook_id, return_id, n, id || n, type, at, payload_id, request_id, state, created_at
    from webhook_events, generate_series(2, 30) as n where store_id = ${store.id}`);
  await store.ctx.db.execute(
    sql`update webhook_streams set last_seq = 30, pending = 30 where store_id = ${store.id}`,
  );
  await service.drain();
  const all = order();
  expect(all).toHaveLength(5 * 30);
  // A host starts with a limit of 4: the fifth stream waits until a turn of at most 20 events ends. While its first
  // event is loaded, the others go on; without turns they would send nearly all of their 30.
  const begins = created.map(({ id }) => all.indexOf(`${id}#1`));
  expect(Math.max(...begins)).toBeLessThanOrEqual(4 * 20 + 20);
});

describe("no wake-up is lost", () => {
  test("one that is sent while a change has locked the stream takes effect after the commit", async () => {
    const { stream, order, store, created } = await waiting();
    await service.drain();
    const committed = Promise.withResolvers<void>();
    const changing = inTransaction(store.ctx, async (tx) => {
      await tx.db.execute(
        sql`select from webhook_streams where return_id = ${stream.returnId} for no key update`,
      );
      await committed.promise;
    });
    await Bun.sleep(20);
    expect(await acquireLeases(store.ctx, [stream], leaseMs(store.ctx))).toEqual(["busy"]);
    const moved = moveTo(store, created.id, "delivered");
    committed.resolve();
    await Promise.all([changing, moved]);
    await service.drain();
    expect(order(stream.returnId)).toEqual(["1", "2", "3"]);
  });

  test("one that is fetched while a change has locked the stream is retried", async () => {
    const { store, stream, order } = await waiting();
    const committed = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const changing = inTransaction(store.ctx, async (tx) => {
      await tx.db.execute(
        sql`select from webhook_streams where return_id = ${stream.returnId} for no key update`,
      );
      held.resolve();
      await committed.promise;
    });
    await held.promise;
    // The next statement is that of the worker that found the stream locked.
    onNextBackgroundStatement(store, async () => committed.resolve());
    await Promise.all([changing, service.drain()]);
    expect(order(stream.returnId)).toEqual(["1", "2"]);
  });

  test("an event appended while the last one is being sent is sent under the same lease", async () => {
    const { stream, plan, order, store, created } = await waiting();
    plan(
      () => new Response(),
      async () => {
        await moveTo(store, created.id, "delivered");
        return new Response();
      },
    );
    await service.drain();
    expect(order(stream.returnId)).toEqual(["1", "2", "3"]);
  });

  test("an event appended after the last attempt was recorded, before its sender knows, is sent", async () => {
    const { stream, plan, order, store, created } = await waiting();
    const late = async () => {
      await moveTo(store, created.id, "delivered");
      await deliverJob.handle(store.ctx, [stream]);
      await Bun.sleep(5);
    };
    plan(answers(200), () => {
      onNextBackgroundStatement(store, late);
      return new Response();
    });
    await service.drain();
    expect(order(stream.returnId)).toEqual(["1", "2", "3"]);
  });

  test("one that arrives too early takes effect when the stream is due", async () => {
    const { store, stream, row, order } = await waiting();
    const dueIn = (ms: number) =>
      store.ctx.db
        .update(webhookStreams)
        .set({ dueAt: sql`clock_timestamp() + ${`${ms} ms`}::interval` })
        .where(row);
    await dueIn(10_000);
    const [early] = await acquireLeases(store.ctx, [stream], leaseMs(store.ctx));
    expect(early).toEqual({ againInMs: expect.any(Number) });
    expect((early as { againInMs: number }).againInMs).toBeWithin(1_000, 11_000);

    await dueIn(40);
    await service.drain();
    expect(order(stream.returnId)).toEqual(["1", "2"]);
  });

  test("a stream whose job was lost is found by its row", async () => {
    const { store, order, stream } = await waiting();
    await store.ctx.db.execute(sql`delete from pgboss.job where name = 'webhooks.deliver'`);
    await service.drain();
    expect(order(stream.returnId)).toEqual([]);
    await service.drain({ sweeps: true });
    expect(order(stream.returnId)).toEqual(["1", "2"]);
  });

  test("a stream whose event is missing pauses, and the others continue", async () => {
    const { store, stream, row, order } = await waiting();
    await store.ctx.db.execute(sql`delete from webhook_payloads where store_id = ${store.id}`);
    const other = await newReturn(store);
    await service.drain();
    expect(order()).toEqual([`${other.id}#1`]);
    const [{ rests } = { rests: 0 }] = await store.ctx.db
      .select({ rests: sql<number>`extract(epoch from ${webhookStreams.dueAt} - now())::float8` })
      .from(webhookStreams)
      .where(row);
    expect(rests).toBeWithin(30, 60.1);
    const { storeId, webhookId, returnId } = stream;
    expect(service.log).toContainEqual(expect.objectContaining({ level: 50, storeId, webhookId, returnId }));
  });

  test("all streams of a webhook are served when there are more than fit in memory", async () => {
    const store = await service.newStore();
    const { order } = await subscribe(service, store);
    const created = await newReturn(store);
    await store.ctx.db.execute(sql`
      insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending, due_at)
      select store_id, webhook_id, return_id || n, 1, 1, due_at from webhook_streams, generate_series(1, 1200) as n
      where return_id = ${created.id}`);
    await store.ctx.db.execute(sql`
      insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
      select store_id, webhook_id, return_id || n, 1, id || n, type, at, payload_id, request_id, state, created_at
      from webhook_events, generate_series(1, 1200) as n where return_id = ${created.id}`);
    await service.drain({ sweeps: true });
    expect(order()).toHaveLength(1_201);
  });
});
