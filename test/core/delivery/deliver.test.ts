import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { acquireLeases, type Lease, leaseMs } from "../../../src/core/delivery/leases.ts";
import { deliverDue, pass, timeline } from "../../support/delivery-time.ts";
import { anInstant, moveTo, newReturn, readReturn } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { answers, breaks, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook, publishedEvents } from "../../support/webhooks.ts";

const service = useService({ webhookRetrySchedule: [0, 5_000, 30_000, 120_000] });
let at: (seconds: number) => Promise<void>;
beforeAll(async () => {
  at = timeline(service);
});

const [INFO, WARN, ERROR] = [30, 40, 50];

describe("an event is sent", () => {
  test("with its stored payload, the token, the request id, its sequence and the Standard Webhooks headers", async () => {
    const store = await service.newStore();
    const { webhook, got, token } = await subscribe(service, store);
    const created = await newReturn(store);
    const read = await readReturn(store, created.id);
    const before = Date.now();
    await service.drain();

    const [request] = got();
    const [delivery] = await deliveriesOf(store, webhook.id);
    const sentAt = Date.parse(delivery?.attempts[0]?.at ?? "");
    expect(sentAt).toBeWithin(before, Date.now() + 1);
    expect(got()).toHaveLength(1);
    expect(request?.headers).toEqual({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": "Aftersale",
      "webhook-id": String(delivery?.deliveryId),
      "webhook-sequence": "1",
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      "webhook-timestamp": String(Math.floor(sentAt / 1_000)),
      "x-request-id": expect.any(String),
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      ...{ type: "created", at: read.return.createdAt, merchantName: "Test shop" },
      ...read,
    });
    const verified = new Webhook(webhook.signingSecret).verify(request?.body ?? "", request?.headers ?? {});
    expect(verified).toEqual(JSON.parse(request?.body ?? ""));
    expect(delivery).toMatchObject({
      status: "delivered",
      attempts: [
        { at: anInstant, status: 200, durationMs: expect.any(Number), error: null, answer: "thanks" },
      ],
    });
  });

  test("with its stored payload when that is too large to be read with the event", async () => {
    const store = await service.newStore();
    const { webhook, got } = await subscribe(service, store);
    const created = await newReturn(store);
    for (let i = 0; i < 5; i++) {
      await store.post(`/returns/${created.id}/comments`, { comment: { message: "ü".repeat(9_000) } });
    }
    const stream = { storeId: store.id, webhookId: webhook.id, returnId: created.id };
    await service.drain();
    const events = await publishedEvents(store, webhook.id);
    expect(got().map(({ body }) => JSON.parse(body))).toEqual(events.map(({ payload }) => payload));
    const last = got().at(-1);
    expect(isSignedBy(webhook.signingSecret, last?.headers ?? {}, last?.body ?? "")).toBe(true);

    await moveTo(store, created.id, "in_transit");
    const [lease] = await acquireLeases(store.ctx, [stream], leaseMs(store.ctx));
    const { nextEvent } = lease as Lease;
    expect(nextEvent).toMatchObject({ seq: 7, body: null });
    expect(nextEvent?.bodyBytes).toBeGreaterThan(90_000);
  });

  test("without Authorization when the webhook has no token", async () => {
    const store = await service.newStore();
    const { webhook, url, got } = await subscribe(service, store);
    await store.put(`/webhooks/${webhook.id}`, { webhook: { callback: { url } } });
    await newReturn(store);
    await service.drain();
    expect(got().map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test("signed with both secrets for 24 hours after a rotation, then with the new one only", async () => {
    const store = await service.newStore();
    const { webhook, got } = await subscribe(service, store);
    const created = await newReturn(store);
    const rotated = await store.post(`/webhooks/${webhook.id}/rotate-secret`, undefined);
    const { signingSecret } = (await rotated.json()) as { signingSecret: string };
    await service.drain();
    await pass(service, 24 * 3_600_000 - 60_000);
    await moveTo(store, created.id, "flagged");
    await service.drain();
    await pass(service, 60_000);
    await moveTo(store, created.id, "open");
    await service.drain();

    const signers = got().map(({ headers, body }) =>
      [webhook.signingSecret, signingSecret].map((secret) => isSignedBy(secret, headers, body)),
    );
    expect(signers).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  test("in the order of the changes of its return, and not again once it is delivered", async () => {
    const store = await service.newStore();
    const { order } = await subscribe(service, store);
    const [one, two] = [await newReturn(store), await newReturn(store)];
    for (const status of ["in_transit", "delivered", "complete", "open"]) {
      await moveTo(store, one.id, status);
      await moveTo(store, two.id, status);
    }
    await service.drain();
    await service.drain();
    for (const { id } of [one, two]) expect(order(id)).toEqual(["1", "2", "3", "4", "5"]);
  });
});

describe("an attempt without a 2xx response in time is retried", () => {
  const failures: [string, () => Response, object][] = [
    ["500", answers(500), { status: 500, error: null }],
    ["404", answers(404), { status: 404, error: null }],
    [
      "a redirect, which is not followed",
      answers(301, { location: "https://other.example/" }),
      { status: 301, error: null },
    ],
    ["410", answers(410), { status: 410, error: null }],
    ["no response in time", breaks("timed out"), { status: null, error: "timed out" }],
    ["a broken connection", breaks("connection reset"), { status: null, error: "connection reset" }],
  ];
  test.each(failures)("%s", async (_, script, attempt) => {
    const store = await service.newStore();
    const { webhook, order, plan, got } = await subscribe(service, store);
    plan(script);
    const created = await newReturn(store);
    await at(0);
    await at(3);
    expect(await deliveriesOf(store, webhook.id)).toMatchObject([{ status: "pending", attempts: [attempt] }]);
    await at(5.6);
    expect(order(created.id)).toEqual(["1", "1"]);
    expect(new Set(got().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [delivery] = await deliveriesOf(store, webhook.id);
    expect(delivery).toMatchObject({ status: "delivered", attempts: [attempt, { status: 200 }] });
  });

  test("after the pauses of the schedule, plus or minus 10 %", async () => {
    const store = await service.newStore();
    const { order, plan } = await subscribe(service, store);
    plan(answers(500), answers(500), answers(500));
    await newReturn(store);
    for (const [i, seconds] of [5, 30, 120].entries()) {
      await deliverDue(service);
      expect(order()).toHaveLength(i + 1);
      // Recording the attempt takes some additional time.
      expect(await pauseOf(store)).toBeWithin(0.9 * seconds, 1.1 * seconds + 2);
      await pass(service, 1.2 * seconds * 1_000 + 2_000);
    }
    await deliverDue(service);
    await pass(service, 10_000_000);
    await deliverDue(service);
    expect(order()).toHaveLength(4);
  });

  /** Returns how many seconds after its last attempt a store's only stream is due. */
  async function pauseOf(store: TestStore): Promise<number> {
    const { rows } = await store.ctx.db.execute<{ seconds: number }>(sql`
      select (extract(epoch from due_at - at) - duration_ms / 1000.0)::float8 as seconds
      from webhook_streams join webhook_attempts using (store_id, webhook_id, return_id)
      where store_id = ${store.id} order by number desc limit 1`);
    return rows[0]?.seconds ?? 0;
  }

  test("later if Retry-After says so, in seconds or as a date, but after at most an hour", async () => {
    const store = await service.newStore();
    const { order, plan } = await subscribe(service, store);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toUTCString();
    plan(
      answers(429, { "retry-after": "60" }),
      () => answers(503, { "retry-after": inMinutes(15) })(),
      answers(503, { "retry-after": "86400" }),
    );
    await newReturn(store);
    const counts: number[] = [];
    for (const seconds of [0, 50, 70, 900, 990, 4_500, 4_620]) {
      await at(seconds);
      counts.push(order().length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });
});

describe("while an event waits for its next attempt", () => {
  test("later events of its return wait; other returns and other webhooks don't", async () => {
    const store = await service.newStore();
    const slow = await subscribe(service, store);
    const quick = await subscribe(service, store);
    const stuck = await newReturn(store);
    slow.plan(answers(500));
    await at(0);
    const free = await newReturn(store);
    for (const { id } of [stuck, free]) await moveTo(store, id, "in_transit");
    await at(1);
    expect([slow.order(stuck.id), slow.order(free.id)]).toEqual([["1"], ["1", "2"]]);
    expect([quick.order(stuck.id), quick.order(free.id)]).toEqual([
      ["1", "2"],
      ["1", "2"],
    ]);
    await at(6);
    expect(slow.order(stuck.id)).toEqual(["1", "1", "2"]);
  });

  test("after its last attempt it is discarded, and the next event is sent at once", async () => {
    const store = await service.newStore();
    const { webhook, order, plan } = await subscribe(service, store);
    plan(answers(500), breaks("timed out"), answers(404), answers(301));
    const created = await newReturn(store);
    await moveTo(store, created.id, "in_transit");
    for (const seconds of [0, 6, 40, 180]) await at(seconds);
    expect(order(created.id)).toEqual(["1", "1", "1", "1", "2"]);
    const deliveries = await deliveriesOf(store, webhook.id);
    expect(deliveries.map(({ sequence, status }) => [sequence, status])).toEqual([
      [2, "delivered"],
      [1, "discarded"],
    ]);
    expect(deliveries[1]?.attempts.map(({ status }) => status)).toEqual([500, null, 404, 301]);
  });

  test("a new URL and token apply from the next attempt on", async () => {
    const store = await service.newStore();
    const before = await subscribe(service, store);
    const after = await subscribe(service, store);
    await store.delete(`/webhooks/${after.webhook.id}`);
    before.plan(answers(500));
    const created = await newReturn(store);
    await moveTo(store, created.id, "in_transit");
    await at(0);
    const callback = { url: after.url, auth: { bearer: { token: "another" } } };
    await store.put(`/webhooks/${before.webhook.id}`, { webhook: { callback } });
    await at(6);
    expect([before.order(), after.order(created.id)]).toEqual([[`${created.id}#1`], ["1", "2"]]);
    expect(after.got().map(({ headers }) => headers.authorization)).toEqual([
      "Bearer another",
      "Bearer another",
    ]);
  });

  test("deleting the webhook stops it, also between two events", async () => {
    const store = await service.newStore();
    const { webhook, order, plan } = await subscribe(service, store);
    const [waiting, moving] = [await newReturn(store), await newReturn(store)];
    for (const { id } of [waiting, moving]) await moveTo(store, id, "in_transit");
    const isOf = ({ body }: { body: string }, { id }: { id: string }) => body.includes(id);
    const script = async (request: { body: string }) => {
      if (isOf(request, waiting)) return new Response(null, { status: 500 });
      await store.delete(`/webhooks/${webhook.id}`);
      return new Response();
    };
    plan(script, script);
    await at(0);
    await at(6);
    expect([order(waiting.id), order(moving.id)]).toEqual([["1"], ["1"]]);
  });

  test("a secret that can't be decrypted fails the attempt with a reason", async () => {
    const store = await service.newStore();
    const { webhook, got } = await subscribe(service, store);
    const other = await startService({
      databaseUrl: store.ctx.config.databaseUrl,
      encryptionKey: "a key of its own for sure",
    });
    await newReturn(other.as(store));
    await other.drain();
    await other.stop();
    const [delivery] = await deliveriesOf(store, webhook.id);
    expect(got()).toEqual([]);
    expect(delivery?.attempts).toMatchObject([
      { status: null, error: expect.stringContaining("ENCRYPTION_KEY") },
    ]);
  });
});

test("webhooks with the same host share its connections from the first event on", async () => {
  const store = await service.newStore();
  const created = await newReturn(store);
  const urls = Array.from({ length: 30 }, (_, i) => `https://shared.example/${store.id}/${i}`);
  let active = 0;
  let most = 0;
  let first = true;
  for (const url of urls) {
    service.world.on(url, async () => {
      active++;
      if (first) most = Math.max(most, active);
      await Bun.sleep(30);
      first = false;
      active--;
      return new Response();
    });
    await newWebhook(store, { callback: { url } });
  }
  await moveTo(store, created.id, "in_transit");
  await service.drain();
  expect(most).toBe(4);
  expect(service.world.seen.filter(({ url }) => urls.includes(url))).toHaveLength(30);
});

test("the log links a request to each attempt and to the receiver, and never contains tokens", async () => {
  const store = await service.newStore();
  const { webhook, got, plan, token, url } = await subscribe(service, store);
  plan(answers(500));
  const created = await newReturn(store);
  await at(0);
  const answer = await moveTo(store, created.id, "in_transit");
  const requestId = answer.headers.get("x-request-id") ?? "";
  await at(6);

  const lines = service.log.filter(
    (line) => line.msg === "webhook attempted" && line.webhookId === webhook.id,
  );
  const common = { storeId: store.id, webhookId: webhook.id, returnId: created.id, host: new URL(url).host };
  const [second, first] = await deliveriesOf(store, webhook.id);
  expect(lines).toMatchObject([
    { ...common, deliveryId: first?.deliveryId, sequence: 1, attempt: 1, outcome: "waiting", status: 500 },
    { ...common, deliveryId: first?.deliveryId, sequence: 1, attempt: 2, outcome: "delivered", status: 200 },
    { ...common, deliveryId: second?.deliveryId, sequence: 2, attempt: 1, outcome: "delivered", requestId },
  ]);
  expect(got().at(-1)?.headers["x-request-id"]).toBe(requestId);
  const log = JSON.stringify(service.log);
  for (const secret of [token, webhook.signingSecret, "?store="]) expect(log).not.toContain(secret);
});

test("the log level is warn for a failed attempt, error for a discarded event and info for a delivered one", async () => {
  const store = await service.newStore();
  const { webhook, plan } = await subscribe(service, store);
  plan(answers(500), breaks("timed out"), answers(404), answers(301));
  const created = await newReturn(store);
  await moveTo(store, created.id, "in_transit");
  for (const seconds of [0, 6, 40, 180]) await at(seconds);
  const lines = service.log.filter((line) => line.webhookId === webhook.id);
  expect(lines.map(({ level, msg, outcome, sequence }) => [level, msg, outcome, sequence])).toEqual([
    [WARN, "webhook attempted", "waiting", 1],
    [WARN, "webhook attempted", "waiting", 1],
    [WARN, "webhook attempted", "waiting", 1],
    [ERROR, "webhook attempted", "discarded", 1],
    [INFO, "webhook attempted", "delivered", 2],
  ]);
});

/** Verifies a request with the Standard Webhooks library, with any timestamp. */
function isSignedBy(secret: string, headers: Record<string, string>, body: string): boolean {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signature = new Webhook(secret).sign(String(headers["webhook-id"]), at, body);
  return String(headers["webhook-signature"]).split(" ").includes(signature);
}
