import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purgeWebhookJob } from "../../../src/features/webhooks/purge-webhook-job.ts";
import {
  webhookAttempts,
  webhookEvents,
  webhookStreams,
  webhooks as webhookTable,
} from "../../../src/platform/db/tables/webhooks.ts";
import {
  anId,
  anInstant,
  answerOf,
  invalidAnswer,
  moveTo,
  newReturn,
  noContent,
  ok,
  problemAnswer,
} from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";
import {
  deliveriesOf,
  listedWebhooks,
  newWebhook,
  publishedEvents,
  URL_OF_RECEIVER,
  WEBHOOKS,
} from "../../support/webhooks.ts";

const service = useService();

const HOUR_MS = 3_600_000;
const aSecret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
const callback = { url: URL_OF_RECEIVER, auth: { bearer: { token: "subscriber-token" } } };
const subscription = (changes: object = {}) => ({ webhook: { topic: "return", callback, ...changes } });

describe("POST webhook", () => {
  test("returns the signing secret, which no other response contains", async () => {
    const store = await service.newStore();
    const made = await answerOf(store.post(WEBHOOKS, subscription({ externalId: "erp" })));
    const webhook = {
      ...{ id: anId("whk"), topic: "return", callback, externalId: "erp" },
      ...{ createdAt: anInstant, updatedAt: anInstant },
    };
    expect(made).toEqual({
      ...ok({ webhook: { ...webhook, signingSecret: aSecret }, signingSecret: aSecret }),
      status: 201,
    });
    expect(await answerOf(store.get(WEBHOOKS))).toEqual(ok({ webhooks: [webhook] }));
    const { id } = (made.body as { webhook: { id: string } }).webhook;
    expect(await answerOf(store.get(`/webhooks/${id}`))).toEqual(ok({ webhook }));
  });

  test("without auth sends no credential and reads back as null", async () => {
    const store = await service.newStore();
    const without = [{ url: URL_OF_RECEIVER }, { url: URL_OF_RECEIVER, auth: null }];
    for (const callback of without) {
      expect(await newWebhook(store, { callback })).toMatchObject({
        callback: { url: URL_OF_RECEIVER, auth: null },
        externalId: null,
      });
    }
  });

  test("with an existing externalId updates that webhook, whose secret stays", async () => {
    const store = await service.newStore();
    const first = await newWebhook(store, { externalId: "erp" });
    const other = { url: "https://hooks.example.com/other" };
    const again = await answerOf(store.post(WEBHOOKS, subscription({ externalId: "erp", callback: other })));
    const updated = { ...first, callback: { ...other, auth: null }, updatedAt: anInstant };
    expect(again).toEqual(ok({ webhook: updated, signingSecret: first.signingSecret }));
    expect((await listedWebhooks(store)).map(({ id }) => id)).toEqual([first.id]);
  });

  test("is created once for a key, under which another one is refused", async () => {
    const store = await service.newStore();
    const create = (changes: object) =>
      answerOf(store.post(WEBHOOKS, subscription(changes), { "Idempotency-Key": "form-1" }));
    const first = await create({});
    expect(first).toMatchObject({ status: 201, body: { signingSecret: aSecret } });
    expect(await create({})).toEqual({ ...first, status: 200 });
    expect(await create({ externalId: "erp" })).toMatchObject({
      ...{ status: 409, body: { code: "idempotency_key_reused" } },
    });
    const [one] = await listedWebhooks(store);
    expect(await listedWebhooks(store)).toHaveLength(1);
    await store.delete(`/webhooks/${one?.id}`);
    expect(await create({})).toMatchObject({ status: 404 });
  });

  test("an externalId of a webhook of another topic is in use, and that webhook stays as it is", async () => {
    const store = await service.newStore();
    await newWebhook(store, { externalId: "erp" });
    const before = await answerOf(store.get(WEBHOOKS));
    for (const topic of ["mail", "withdrawal"]) {
      const refused = await answerOf(store.post(WEBHOOKS, subscription({ externalId: "erp", topic })));
      expect(refused).toMatchObject({
        status: 409,
        body: { code: "already_exists", detail: "A webhook of the topic return has the externalId erp." },
      });
    }
    expect(await answerOf(store.get(WEBHOOKS))).toEqual(before);
  });

  test("of twenty concurrent requests with one externalId only one creates a webhook", async () => {
    const store = await service.newStore();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answerOf(store.post(WEBHOOKS, subscription({ externalId: "erp" })))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(
      new Set(answers.map(({ body }) => JSON.stringify((body as { signingSecret: string }).signingSecret)))
        .size,
    ).toBe(1);
    expect(await listedWebhooks(store)).toHaveLength(1);
  });

  test("externalIds are unique per store", async () => {
    const [one, two] = [await service.newStore(), await service.newStore()];
    const ofOne = await newWebhook(one, { externalId: "erp" });
    const ofTwo = await newWebhook(two, { externalId: "erp" });
    expect(ofOne.id).not.toBe(ofTwo.id);
    expect((await listedWebhooks(two)).map(({ id }) => id)).toEqual([ofTwo.id]);
  });
});

describe("an invalid webhook is 400 with a pointer", () => {
  const wrong: [string, object, string][] = [
    ["no topic", { topic: undefined }, "/webhook/topic"],
    ["another topic", { topic: "order" }, "/webhook/topic"],
    ["no callback", { callback: undefined }, "/webhook/callback"],
    ["no url", { callback: { auth: null } }, "/webhook/callback/url"],
    ["plain http", { callback: { url: "http://hooks.example.com/" } }, "/webhook/callback/url"],
    ["a private address", { callback: { url: "https://10.0.0.1/" } }, "/webhook/callback/url"],
    [
      "an empty token",
      { callback: { ...callback, auth: { bearer: { token: "" } } } },
      "/webhook/callback/auth/bearer/token",
    ],
    [
      "a token with a line break",
      { callback: { ...callback, auth: { bearer: { token: "a\nb" } } } },
      "/webhook/callback/auth/bearer/token",
    ],
    ["auth without bearer", { callback: { ...callback, auth: {} } }, "/webhook/callback/auth/bearer"],
    ["an empty externalId", { externalId: "" }, "/webhook/externalId"],
  ];
  test.each(wrong)("%s", async (_, changes, pointer) => {
    const store = await service.newStore();
    expect(await answerOf(store.post(WEBHOOKS, subscription(changes)))).toEqual(invalidAnswer({ pointer }));
    if (!pointer.endsWith("topic")) {
      const { id } = await newWebhook(store);
      expect(await answerOf(store.put(`/webhooks/${id}`, subscription(changes)))).toEqual(
        invalidAnswer({ pointer }),
      );
    }
    expect((await listedWebhooks(store)).every(({ callback }) => callback.url === URL_OF_RECEIVER)).toBe(
      true,
    );
  });
});

describe("PUT webhook", () => {
  test("replaces callback and externalId; omitted fields become null", async () => {
    const store = await service.newStore();
    const { signingSecret, ...made } = await newWebhook(store, { externalId: "erp" });
    const other = { url: "https://hooks.example.com/other" };
    const path = `/webhooks/${made.id}`;
    expect(await answerOf(store.put(path, { webhook: { callback: other } }))).toEqual(noContent);
    expect(await listedWebhooks(store)).toEqual([
      { ...made, callback: { ...other, auth: null }, externalId: null, updatedAt: anInstant },
    ]);
    expect(await answerOf(store.put(path, { webhook: { callback, externalId: "crm" } }))).toEqual(noContent);
    expect(await listedWebhooks(store)).toEqual([{ ...made, externalId: "crm", updatedAt: anInstant }]);
  });

  test("with another webhook's externalId is 409, with its own 204", async () => {
    const store = await service.newStore();
    await newWebhook(store, { externalId: "erp" });
    const { id } = await newWebhook(store, { externalId: "crm" });
    expect(
      await answerOf(store.put(`/webhooks/${id}`, { webhook: { callback, externalId: "erp" } })),
    ).toEqual(problemAnswer(409, "Another webhook of the store has the externalId erp."));
    expect(
      await answerOf(store.put(`/webhooks/${id}`, { webhook: { callback, externalId: "crm" } })),
    ).toEqual(noContent);
  });
});

describe("DELETE webhook", () => {
  const idle = useService({ hasIdleQueues: true });

  test("makes it 404 at once, frees its externalId and stops its events", async () => {
    const store = await service.newStore();
    const { id } = await newWebhook(store, { externalId: "erp" });
    const opened = await newReturn(store);
    expect(await answerOf(store.delete(`/webhooks/${id}`))).toEqual(noContent);

    const unknown = problemAnswer(404, `The store has no webhook ${id}.`);
    const path = `/webhooks/${id}`;
    expect(await listedWebhooks(store)).toEqual([]);
    expect(await answerOf(store.get(path))).toEqual(unknown);
    expect(await answerOf(store.get(`${path}/deliveries`))).toEqual(unknown);
    expect(await answerOf(store.put(path, { webhook: { callback } }))).toEqual(unknown);
    for (const action of ["rotate-secret", "test"]) {
      expect(await answerOf(store.post(`${path}/${action}`, undefined))).toEqual(unknown);
    }
    const start = { start: "2026-03-02T10:00:00Z" };
    expect(await answerOf(store.post(`${path}/replay`, start))).toEqual(unknown);
    expect(await answerOf(store.delete(path))).toEqual(unknown);

    await moveTo(store, opened.id, "in_transit");
    expect(await publishedEvents(store, id)).toHaveLength(1);
    expect((await newWebhook(store, { externalId: "erp" })).id).not.toBe(id);
  });

  test("removes its rows in the background", async () => {
    const store = await idle.newStore();
    const { id } = await newWebhook(store);
    const { id: webhookId } = await newWebhook(store);
    for (let i = 0; i < 3; i++) await newReturn(store);
    await store.delete(`/webhooks/${id}`);
    await purgeWebhookJob.handle(store.ctx, [{ storeId: store.id, webhookId: id }]);

    const { db } = store.ctx;
    for (const table of [webhookAttempts, webhookEvents, webhookStreams]) {
      expect(await db.select().from(table).where(eq(table.webhookId, id))).toEqual([]);
    }
    expect(await db.select().from(webhookTable).where(eq(webhookTable.id, id))).toEqual([]);
    expect(await deliveriesOf(store, webhookId)).toHaveLength(3);
  });

  test("a purge never removes a webhook that is not deleted", async () => {
    const store = await service.newStore();
    const { id } = await newWebhook(store);
    await newReturn(store);
    await purgeWebhookJob.handle(store.ctx, [{ storeId: store.id, webhookId: id }]);
    expect(await deliveriesOf(store, id)).toHaveLength(1);
  });
});

describe("secrets", () => {
  test("rotation returns a new signing secret and keeps the previous one for a day", async () => {
    const store = await service.newStore();
    const made = await newWebhook(store);
    const before = Date.now();
    const answer = await answerOf(store.post(`/webhooks/${made.id}/rotate-secret`, undefined));
    const after = Date.now();
    expect(answer).toEqual(ok({ signingSecret: aSecret }));
    const { signingSecret } = answer.body as { signingSecret: string };
    expect(signingSecret).not.toBe(made.signingSecret);

    const { db, encryption } = store.ctx;
    const [row] = await db.select().from(webhookTable).where(eq(webhookTable.id, made.id));
    expect(await encryption.decrypt(row?.signingSecret ?? "")).toBe(signingSecret);
    expect(await encryption.decrypt(row?.previousSigningSecret ?? "")).toBe(made.signingSecret);
    const until = row?.previousSigningSecretUntil?.getTime() ?? 0;
    // The database rounds a time to the nearest millisecond, `Date.now()` down.
    expect(until - 24 * HOUR_MS).toBeWithin(before, after + 2);
  });

  test("a token and the signing secrets are stored encrypted and never logged", async () => {
    const store = await service.newStore();
    const token = `token-${crypto.randomUUID()}`;
    const made = await newWebhook(store, { callback: { ...callback, auth: { bearer: { token } } } });
    await store.post(`/webhooks/${made.id}/rotate-secret`, undefined);
    await store.put(`/webhooks/${made.id}`, {
      webhook: { callback: { url: "https:", auth: { bearer: { token } } } },
    });
    const rows = await store.ctx.db.select().from(webhookTable).where(eq(webhookTable.id, made.id));
    for (const text of [JSON.stringify(rows), JSON.stringify(service.log)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(made.signingSecret);
    }
  });
});
