import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Delivery, DeliveryDetail } from "../../../src/features/webhooks/schema.ts";
import { deliverDue, pass } from "../../support/delivery-time.ts";
import {
  anId,
  anInstant,
  answerOf,
  invalidAnswer,
  moveTo,
  newReturn,
  problemAnswer,
} from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

const MINUTE = 60_000;

// Two attempts, a minute apart.
const service = useService({ webhookRetrySchedule: [0, MINUTE] });

const accepted = { status: 202, type: null, body: "" };

/**
 * A webhook whose receiver responds with these statuses, the last one repeated; `got` holds the requests that
 * it received.
 */
async function subscribed(store: TestStore, ...statuses: number[]) {
  const url = `https://hooks.example.com/${crypto.randomUUID()}`;
  const got: { id: string; sequence: number; body: string }[] = [];
  service.world.on(url, ({ headers, body }) => {
    got.push({ id: headers["webhook-id"] ?? "", sequence: Number(headers["webhook-sequence"]), body });
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    return new Response(status === 204 ? null : `answered ${status}`, { status });
  });
  const { id } = await newWebhook(store, { callback: { url } });
  return { id, got, path: `/webhooks/${id}` };
}

/** Delivers the due events, then those due a minute later. */
async function deliverTwice(): Promise<void> {
  await deliverDue(service);
  await pass(service, 2 * MINUTE);
  await deliverDue(service);
}

describe("GET deliveries", () => {
  test("ends a page early after 4 MB of attempts, and the next page continues there", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store, 200);
    const opened = await newReturn(store);
    for (let i = 0; i < 9; i++)
      await store.post(`/returns/${opened.id}/comments`, { comment: { message: `${i}` } });
    await deliverDue(service);
    await store.ctx.db.execute(sql`
      insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, duration_ms, answer)
      select store_id, webhook_id, return_id, seq, number + extra, at, 1, repeat('x', 4096)
      from webhook_attempts, generate_series(1, 500) as extra where store_id = ${store.id}`);
    const bytes: number[] = [];
    const sequences: number[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const headers = { "X-Page-Size": "500", ...(next && { "X-Page-Continue": next }) };
      const page = await store.get(`${webhook.path}/deliveries`, headers);
      const text = await page.text();
      bytes.push(text.length / 1024 / 1024);
      sequences.push(...(JSON.parse(text) as { deliveries: Delivery[] }).deliveries.map((d) => d.sequence));
      next = page.headers.get("X-Page-Next");
    }
    expect(bytes.length).toBeGreaterThan(2);
    expect(Math.max(...bytes)).toBeLessThan(8);
    expect(sequences).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("lists each delivery with its attempts, the latest first", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store, 500, 204, 200, 404);
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await moveTo(store, opened.id, "delivered");
    await deliverTwice();
    await moveTo(store, opened.id, "complete");

    const attempt = (status: number, changes: object = {}) => ({
      ...{ at: anInstant, status, durationMs: expect.any(Number), error: null, answer: `answered ${status}` },
      ...changes,
    });
    const delivery = (sequence: number, status: string, attempts: unknown[]) => ({
      ...{ deliveryId: anId("whe"), returnId: opened.id, sequence },
      ...{ type: sequence === 1 ? "created" : "updated", at: anInstant, status, attempts },
    });
    const listed = await deliveriesOf(store, webhook.id);
    expect(listed as unknown[]).toEqual([
      delivery(4, "pending", []),
      delivery(3, "pending", [attempt(404)]),
      delivery(2, "delivered", [attempt(200)]),
      delivery(1, "delivered", [attempt(500), attempt(204, { answer: null })]),
    ]);
    expect(webhook.got.map(({ id }) => id)).toEqual([3, 3, 2, 1].map((i) => listed[i]?.deliveryId ?? ""));
  });

  test("is paged and filtered by status", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store, 500, 500, 200);
    const first = await newReturn(store);
    await deliverTwice();
    const second = await newReturn(store);
    for (const status of ["in_transit", "delivered"]) {
      for (const { id } of [first, second]) await moveTo(store, id, status);
    }
    await deliverTwice();
    await moveTo(store, first.id, "complete");

    const all = await deliveriesOf(store, webhook.id);
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill("delivered"),
      "discarded",
      "pending",
    ]);
    for (const status of ["pending", "delivered", "discarded", undefined]) {
      const wanted = all.filter((delivery) => status === undefined || delivery.status === status);
      expect(await paged(store, webhook.path, status)).toEqual(wanted);
    }
  });

  async function paged(store: TestStore, path: string, status: string | undefined): Promise<Delivery[]> {
    const found: Delivery[] = [];
    let marker: string | null = null;
    do {
      const headers = { "X-Page-Size": "2", ...(marker !== null && { "X-Page-Continue": marker }) };
      const page = await store.get(`${path}/deliveries${status ? `?status=${status}` : ""}`, headers);
      const { deliveries } = (await page.json()) as { deliveries: Delivery[] };
      expect(deliveries.length).toBeLessThanOrEqual(2);
      found.push(...deliveries);
      marker = page.headers.get("X-Page-Next");
    } while (marker !== null);
    return found;
  }

  test("an unknown status, an invalid cursor and a size out of bounds are 400", async () => {
    const store = await service.newStore();
    const { path } = await subscribed(store);
    const list = (query: string, headers: Record<string, string> = {}) =>
      answerOf(store.get(`${path}/deliveries${query}`, headers));
    expect(await list("?status=lost")).toEqual(invalidAnswer({ parameter: "status" }));
    expect(await list("", { "X-Page-Continue": "x" })).toEqual(invalidAnswer({ header: "X-Page-Continue" }));
    expect(await list("", { "X-Page-Size": "0" })).toEqual(invalidAnswer({ header: "X-Page-Size" }));
  });
});

describe("GET a delivery", () => {
  const RESPONSE = { "Retry-After": "90", Server: "nginx", "Set-Cookie": "session=1", "X-Customer": "Ann" };

  test("has what was said in headers but for secrets, and when it is sent next", async () => {
    const store = await service.newStore();
    const url = `https://hooks.example.com/${crypto.randomUUID()}`;
    const sent: Record<string, string>[] = [];
    const failures = [new Response("later", { status: 503, headers: RESPONSE })];
    service.world.on(url, ({ headers }) => {
      sent.push(headers);
      return failures.shift() ?? new Response("ok", { headers: RESPONSE });
    });
    const { id } = await newWebhook(store, { callback: { url, auth: { bearer: { token: "sesame" } } } });
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await deliverDue(service);
    const [second, first] = await deliveriesOf(store, id);
    const read = async (of: Delivery | undefined) => {
      const { body } = await answerOf(store.get(`/webhooks/${id}/deliveries/${of?.deliveryId}`));
      return (body as { delivery: DeliveryDetail }).delivery;
    };
    const { rows } = await store.ctx.db.execute<{ due: Date }>(
      sql`select due_at as due from webhook_streams where store_id = ${store.id} and webhook_id = ${id}`,
    );
    const due = new Date(String(rows[0]?.due)).toISOString();
    expect([(await read(first)).nextAttemptAt, (await read(second)).nextAttemptAt]).toEqual([due, null]);
    const health = await answerOf(store.get(`/webhooks/${id}/health`));
    expect(health.body).toMatchObject({ health: { nextAttemptAt: due } });
    expect((await read(first)).attempts.map(({ responseHeaders }) => responseHeaders)).toEqual([
      { "retry-after": "90", server: "nginx" },
    ]);

    await pass(service, 2 * MINUTE);
    await deliverDue(service);
    const detail = await read(first);
    expect(detail).toMatchObject({ status: "delivered", nextAttemptAt: null });
    expect(detail.attempts.map(({ responseHeaders }) => responseHeaders === null)).toEqual([false, true]);
    const lowered = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers)
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .filter(([name]) => !["authorization", "webhook-signature"].includes(name)),
      );
    expect(detail.attempts.map(({ requestHeaders }) => lowered(requestHeaders))).toEqual(
      sent.slice(0, 2).map(lowered),
    );
    expect(JSON.stringify(detail)).not.toMatch(/sesame|whsec|v1,|session=1|Ann/);
  });

  test("those of a time are listed by it", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store);
    await newReturn(store);
    const between = new Date().toISOString();
    await Bun.sleep(2);
    await newReturn(store);
    const [late, early] = (await deliveriesOf(store, webhook.id)).map(({ deliveryId }) => deliveryId);
    const ids = async (query: string) =>
      (await deliveriesOf(store, webhook.id, query)).map(({ deliveryId }) => deliveryId);
    expect(await ids(`?since=${between}`)).toEqual([late ?? ""]);
    expect(await ids(`?until=${between}&status=pending`)).toEqual([early ?? ""]);
    expect(await ids(`?since=${between}&until=${between}`)).toEqual([]);
    const list = answerOf(store.get(`${webhook.path}/deliveries?since=yesterday`));
    expect(await list).toEqual(invalidAnswer({ parameter: "since" }));
  });
});

describe("POST redeliver", () => {
  test("sends the stored payload with its own id and sequence, and logs the attempt with the others", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store);
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    const [, first] = await deliveriesOf(store, webhook.id);
    const again = `${webhook.path}/deliveries/${first?.deliveryId}/redeliver`;
    expect(await answerOf(store.post(again, undefined))).toEqual(accepted);
    expect(
      (await deliveriesOf(store, webhook.id, "?status=pending")).map(({ sequence }) => sequence),
    ).toEqual([1]);

    await service.drain();
    expect(webhook.got.map(({ sequence }) => sequence)).toEqual([1, 2, 1]);
    expect(webhook.got[2]).toEqual(webhook.got[0] as (typeof webhook.got)[number]);
    const after = await deliveriesOf(store, webhook.id);
    expect(after.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ["delivered", 1],
      ["delivered", 2],
    ]);
  });

  test("restarts the schedule of a discarded delivery, before later events of its return", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store, 500, 500, 500, 200);
    const opened = await newReturn(store);
    await deliverTwice();
    const [discarded] = await deliveriesOf(store, webhook.id, "?status=discarded");
    await moveTo(store, opened.id, "in_transit");
    await store.post(`${webhook.path}/deliveries/${discarded?.deliveryId}/redeliver`, undefined);
    await deliverTwice();
    expect(webhook.got.map(({ sequence }) => sequence)).toEqual([1, 1, 1, 1, 2]);
    expect((await deliveriesOf(store, webhook.id)).map(({ status }) => status)).toEqual([
      "delivered",
      "delivered",
    ]);
  });

  test("sends a waiting delivery at once, before its next attempt is due", async () => {
    const store = await service.newStore();
    const webhook = await subscribed(store, 500, 200);
    await newReturn(store);
    await service.drain();
    const [waiting] = await deliveriesOf(store, webhook.id, "?status=pending");
    await store.post(`${webhook.path}/deliveries/${waiting?.deliveryId}/redeliver`, undefined);
    await service.drain();
    expect(
      (await deliveriesOf(store, webhook.id)).map(({ status, attempts }) => [status, attempts.length]),
    ).toEqual([["delivered", 2]]);
  });

  test("is 404 for a delivery of another webhook", async () => {
    const store = await service.newStore();
    const [one, two] = [await subscribed(store), await subscribed(store)];
    await newReturn(store);
    const [ofOne] = await deliveriesOf(store, one.id);
    const wrong = `${two.path}/deliveries/${ofOne?.deliveryId}/redeliver`;
    expect(await answerOf(store.post(wrong, undefined))).toEqual(
      problemAnswer(404, `The webhook ${two.id} has no delivery ${ofOne?.deliveryId}.`),
    );
  });
});

test("POST test sends an event of the same shape as a real one, for a return that doesn't exist", async () => {
  const store = await service.newStore({ name: "Nordlicht" });
  const webhook = await subscribed(store);
  for (let i = 0; i < 2; i++) {
    expect(await answerOf(store.post(`${webhook.path}/test`, undefined))).toEqual(accepted);
  }
  await service.drain();
  expect(webhook.got.map(({ sequence }) => sequence)).toEqual([1, 2]);
  const payload = JSON.parse(webhook.got[0]?.body ?? "");
  expect(payload).toMatchObject({
    type: "created",
    at: anInstant,
    merchantName: "Nordlicht",
    return: { id: "test", tags: [{ name: "test" }] },
    order: { name: "TEST" },
  });
  expect((await store.get("/returns/test")).status).toBe(404);
  const real = await newReturn(store);
  const read = (await (await store.get(`/returns/${real.id}`)).json()) as typeof payload;
  const always = (payload: object) =>
    Object.keys(payload)
      .filter((key) => !key.endsWith("OrderIds"))
      .sort();
  expect(always(payload.order)).toEqual(always(read.order));
  expect(always(payload.return)).toEqual(always(read.return));
});
