import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { acquireLeases, type Lease, leaseMs } from "../../../src/core/delivery/leases.ts";
import { recordAttempts } from "../../../src/core/delivery/record-attempts.ts";
import { untilLockWaits } from "../../support/lock-waits.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { answers, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

// Two attempts, an hour apart: an earlier attempt was requested.
const service = useService({ webhookRetrySchedule: [0, 3_600_000] });

async function subscribed() {
  const store = await service.newStore();
  const subscriber = await subscribe(service, store);
  const { id } = subscriber.webhook;
  const redeliver = async (sequence: number) => {
    const delivery = (await deliveriesOf(store, id)).find((one) => one.sequence === sequence);
    const path = `/webhooks/${id}/deliveries/${delivery?.deliveryId}/redeliver`;
    expect((await store.post(path, undefined)).status).toBe(202);
  };
  /** Returns a receiver that requests a redelivery while it handles an attempt, and then responds to it. */
  const meanwhile = (sequence: number, status: number) => async () => {
    await redeliver(sequence);
    return new Response(null, { status });
  };
  const states = async () =>
    (await deliveriesOf(store, id)).map(({ sequence, status, attempts }) => [
      sequence,
      status,
      ...attempts.map((attempt) => attempt.status),
    ]);
  return { ...subscriber, store, redeliver, meanwhile, states };
}

describe("redelivery of an event that is being sent", () => {
  test.each([
    ["a failed attempt without its pause", 500],
    ["a successful attempt", 200],
  ])("follows %s", async (_, status) => {
    const { store, plan, order, meanwhile, states } = await subscribed();
    plan(meanwhile(1, status));
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1", "2"]);
    expect(await states()).toEqual([
      [2, "delivered", 200],
      [1, "delivered", status, 200],
    ]);
  });

  test("follows a success that is being recorded", async () => {
    const { store, webhook, order, redeliver } = await subscribed();
    const opened = await newReturn(store);
    const stream = { storeId: store.id, webhookId: webhook.id, returnId: opened.id };
    const [lease] = (await acquireLeases(store.ctx, [stream], leaseMs(store.ctx))) as [Lease];
    const attempt = {
      ...{ outcome: "delivered" as const, at: new Date(), status: 200, durationMs: 1, error: null },
      ...{ answer: null, pauseMs: 0 },
    };
    let requested: Promise<void> | undefined;
    await inTransaction(store.ctx, async (tx) => {
      const held = { ...tx, backgroundDb: tx.db };
      await recordAttempts(held, [{ lease, attempt, keepsLease: false }]);
      requested = redeliver(1);
      await untilLockWaits(store);
    });
    await requested;
    await service.drain();
    expect(order(opened.id)).toEqual(["1"]);
  });

  test("restarts the retry schedule after the last attempt", async () => {
    const { store, plan, order, redeliver, meanwhile, states } = await subscribed();
    plan(answers(500), meanwhile(1, 500), answers(500));
    const opened = await newReturn(store);
    await service.drain();
    await redeliver(1);
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1", "1"]);
    expect(await states()).toEqual([[1, "pending", 500, 500, 500]]);
  });

  test("is sent once, regardless of how often it was requested", async () => {
    const { store, plan, order, redeliver } = await subscribed();
    plan(async () => {
      for (let i = 0; i < 3; i++) await redeliver(1);
      return new Response();
    });
    const opened = await newReturn(store);
    await service.drain();
    expect(order(opened.id)).toEqual(["1", "1"]);
  });
});

test("redelivery of an earlier event doesn't wait for the pause of a later one", async () => {
  const { store, plan, order, meanwhile, states } = await subscribed();
  plan(answers(200), meanwhile(1, 500));
  const opened = await newReturn(store);
  await moveTo(store, opened.id, "in_transit");
  await service.drain();
  expect(order(opened.id)).toEqual(["1", "2", "1", "2"]);
  expect(await states()).toEqual([
    [2, "delivered", 500, 200],
    [1, "delivered", 200, 200],
  ]);
});

test("a redelivered event, pending or delivered, counts once: nothing is pending when all are delivered", async () => {
  const { store, plan, order, redeliver } = await subscribed();
  plan(answers(500));
  const opened = await newReturn(store);
  await moveTo(store, opened.id, "in_transit");
  await service.drain();
  for (const sequence of [1, 1]) await redeliver(sequence);
  await service.drain();
  await redeliver(2);
  await service.drain();
  expect(order(opened.id)).toEqual(["1", "1", "2", "2"]);
  const { rows } = await store.ctx.db.execute(
    sql`select pending, due_at from webhook_streams where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ pending: 0, due_at: null }]);
});
