import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../src/app.ts";
import { createIntegration } from "../../../src/features/integrations/create-integration.ts";
import { createCallIntegration } from "../../../src/platform/net/call-integration.ts";
import { createResolve } from "../../../src/platform/net/resolve.ts";
import { judged } from "../../contract/judge.ts";
import { create, success, wanting, withResponses } from "../../support/external-rmas.ts";
import { everyPage } from "../../support/pages.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const INTEGRATIONS = "/stores/:store/integrations";
const URL = "https://rma.example/returns";

type Made = { id: string };
type Listed = { integrations: Made[] };

async function added(store: TestStore, body: object): Promise<string> {
  const answer = await answerOf(store.post(INTEGRATIONS, body));
  expect(answer.status).toBe(201);
  return (answer.body as Made).id;
}

/** Adds one at an address that only an operator may configure. */
async function ofOperator(store: TestStore, url: string): Promise<string> {
  return (await createIntegration(store.ctx, store.id, { provider: "inner", url, token: "sesame" }))
    .integrationId;
}

const faultAt = (pointer: string) => ({ status: 400, body: { errors: [{ pointer }] } });

test("one is created, listed, changed, requested for a new return, and deleted; its token is never shown", async () => {
  const store = await service.newStore();
  service.world.on(URL, () => new Response());
  const id = await added(store, { provider: "acme", url: URL, token: "sesame" });
  const shown = {
    id,
    kind: "authorizations",
    provider: "acme",
    url: URL,
    hasToken: true,
    createdAt: expect.any(String),
  };
  expect(await (await store.get(INTEGRATIONS)).json()).toEqual({ integrations: [shown] });
  const path = `${INTEGRATIONS}/${id}`;
  const renamed = { ...shown, provider: "Acme" };
  expect(await answerOf(store.patch(path, { provider: "Acme" }))).toMatchObject({
    status: 200,
    body: renamed,
  });
  expect(await answerOf(store.patch(path, {}))).toMatchObject({ status: 200, body: renamed });
  expect(await create(store, await wanting(store))).toMatchObject({ body: withResponses(success("Acme")) });
  expect(service.world.seen.at(-1)?.headers.authorization).toBe("Bearer sesame");
  await store.patch(path, { token: null });
  expect(await (await store.get(path)).json()).toEqual({ ...renamed, hasToken: false });
  expect((await store.delete(path)).status).toBe(204);
  expect(await answerOf(store.get(path))).toEqual(
    problemAnswer(404, `The store ${store.id} has no integration ${id}.`),
  );
  expect(await create(store, await wanting(store))).toMatchObject({ body: withResponses() });
});

test("one is created once for a key, under which another one is refused", async () => {
  const store = await service.newStore();
  const create = (provider: string) =>
    answerOf(store.post(INTEGRATIONS, { provider, url: URL, kind: "refunds" }, { "Idempotency-Key": "a" }));
  const first = await create("acme");
  expect(first).toMatchObject({ status: 201, body: { signingSecret: expect.stringMatching(/^whsec_/) } });
  expect(await create("acme")).toEqual({ ...first, status: 200 });
  expect(await create("other")).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
  expect((await store.get(INTEGRATIONS)).json()).resolves.toMatchObject({
    integrations: [{ provider: "acme" }],
  });
  await store.delete(`${INTEGRATIONS}/${(first.body as { id: string }).id}`);
  expect(await create("acme")).toMatchObject({ status: 404 });
});

test("names what is wrong", async () => {
  const store = await service.newStore();
  service.world.names.set("inner.example", ["10.0.0.5"]);
  for (const [body, pointer] of [
    [{ provider: " ", url: URL }, "/provider"],
    [{ provider: "acme", url: "http://rma.example/" }, "/url"],
    [{ provider: "acme", url: "https://10.0.0.5/" }, "/url"],
    [{ provider: "acme", url: "https://inner.example/" }, "/url"],
    [{ provider: "acme", url: URL, token: "two words" }, "/token"],
  ] as const) {
    expect(await answerOf(store.post(INTEGRATIONS, body))).toMatchObject(faultAt(pointer));
  }
  const path = `${INTEGRATIONS}/${await added(store, { provider: "acme", url: URL })}`;
  expect(await answerOf(store.patch(path, { provider: " " }))).toMatchObject(faultAt("/provider"));
  expect(await answerOf(store.patch(path, { url: "https://10.0.0.5/" }))).toMatchObject(faultAt("/url"));
});

test("a stored token is not sent to another address", async () => {
  const store = await service.newStore();
  const path = `${INTEGRATIONS}/${await added(store, { provider: "acme", url: URL, token: "sesame" })}`;
  const elsewhere = "https://elsewhere.example/";
  expect(await answerOf(store.patch(path, { url: elsewhere }))).toMatchObject(faultAt("/token"));
  expect(await (await store.get(path)).json()).toMatchObject({ url: URL, hasToken: true });
  expect(await answerOf(store.patch(path, { url: elsewhere, token: null }))).toMatchObject({
    status: 200,
    body: { url: elsewhere, hasToken: false },
  });
});

test("a store has at most 50 integrations, however many are added at once", async () => {
  const store = await service.newStore();
  const answers = await Promise.all(
    Array.from({ length: 52 }, (_, i) => store.post(INTEGRATIONS, { provider: `p${i}`, url: URL })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(2);
  expect(await refused[0]?.json()).toMatchObject({ code: "too_many_integrations" });
  const page = await store.get(INTEGRATIONS, { "X-Page-Size": "50" });
  expect(((await page.json()) as Listed).integrations).toHaveLength(50);
});

test("pages of any size hold each integration once, oldest first", async () => {
  const store = await service.newStore();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await added(store, { provider: `p${i}`, url: URL }));
  // One moment for several of them: the id decides then.
  await store.ctx.db.execute(sql`
    update integrations set created_at = ${"2026-03-02T08:00:00Z"}::timestamptz + (right(provider, 1)::int / 2) * interval '1 s'
    where store_id = ${store.id}`);
  const idOf = ({ id }: Made) => id;
  const all = ((await (await store.get(INTEGRATIONS)).json()) as Listed).integrations.map(idOf);
  expect(all.toSorted()).toEqual(ids.toSorted());
  for (const size of [1, 2, 3]) {
    const paged = await everyPage<Made>(store, INTEGRATIONS, "integrations", size);
    expect(paged.map(idOf)).toEqual(all);
  }
});

describe("a test", () => {
  test("sends a return that doesn't exist, with the token, and shows what came back", async () => {
    const store = await service.newStore();
    service.world.on(URL, ({ headers }) => new Response(`${headers.authorization} <b>`, { status: 422 }));
    const id = await added(store, { provider: "acme", url: URL, token: "sesame" });
    const answer = await answerOf(store.post(`${INTEGRATIONS}/${id}/test`, undefined));
    expect(answer).toMatchObject({
      status: 200,
      body: { accepted: false, status: 422, responseBody: "Bearer [token] <b>", error: null },
    });
    const sent = service.world.seen.at(-1);
    expect(sent?.headers.authorization).toBe("Bearer sesame");
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ return: { id: "test" }, order: { id: "test" } });
  });

  test("says why there is no response, and when the token can't be read", async () => {
    const store = await service.newStore();
    const url = "https://nowhere.example/";
    const id = await added(store, { provider: "acme", url, token: "sesame" });
    const error = `no server at ${url}`;
    service.world.on(url, () => Promise.reject(new TypeError(error)));
    const body = { accepted: false, status: null, durationMs: expect.any(Number), responseBody: null, error };
    expect(await answerOf(store.post(`${INTEGRATIONS}/${id}/test`, undefined))).toMatchObject({
      status: 200,
      body,
    });
    await store.ctx.db.execute(`update integrations set token = 'other' where id = '${id}'`);
    expect(await answerOf(store.post(`${INTEGRATIONS}/${id}/test`, undefined))).toMatchObject({
      body: { error: "The integration's token was encrypted with another ENCRYPTION_KEY." },
    });
  });
});

describe("over real connections", () => {
  const call = createCallIntegration({ resolve: createResolve(), allowedHosts: [] });
  const requests: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      requests.push(url);
      return new Response("x".repeat(1_000_000));
    },
  });
  afterAll(async () => {
    call.close();
    await server.stop(true);
  });
  const testOf = async (store: TestStore, id: string) => {
    const app = judged(createApp({ ...store.ctx, callIntegration: call }, { ready: true, stopping: false }));
    const response = await app.fetch(
      new Request(`http://localhost/v2.2/stores/${store.id}/integrations/${id}/test`, {
        method: "POST",
        headers: { Authorization: `Bearer ${store.secret}` },
      }),
    );
    return response.json();
  };

  test("only what the operator has configured is called on a private address, and 4 kB are shown", async () => {
    const store = await service.newStore();
    const inner = `http://127.0.0.1:${server.port}/inner`;
    const id = await ofOperator(store, inner);
    const result = await testOf(store, id);
    expect(result).toMatchObject({ accepted: true, status: 200, error: null });
    expect((result as { responseBody: string }).responseBody).toHaveLength(4_096);
    expect(requests).toHaveLength(1);
    // A client can't use it to reach what the operator hasn't named.
    const path = `${INTEGRATIONS}/${id}`;
    const next = { url: `http://127.0.0.1:${server.port}/other`, token: null };
    expect(await answerOf(store.patch(path, next))).toMatchObject(faultAt("/url"));
    expect((await store.patch(path, { url: inner, provider: "same" })).status).toBe(200);
    expect(await testOf(store, id)).toMatchObject({ accepted: true });
  });

  test("an address that a client has put in place of the operator's is a client's one", async () => {
    const store = await service.newStore();
    const before = requests.length;
    const id = await ofOperator(store, `http://127.0.0.1:${server.port}/inner`);
    const next = { url: "https://rebound.example/", token: null };
    expect((await store.patch(`${INTEGRATIONS}/${id}`, next)).status).toBe(200);
    // As if the name now led here.
    await store.ctx.db.execute(
      `update integrations set url = 'http://127.0.0.1:${server.port}/inner' where id = '${id}'`,
    );
    expect(await testOf(store, id)).toMatchObject({ error: expect.stringContaining("not allowed") });
    expect(requests).toHaveLength(before);
  });

  test("a client's name that leads to a private address later is not connected to", async () => {
    const store = await service.newStore();
    const before = requests.length;
    const id = await added(store, { provider: "acme", url: "https://rebound.example/" });
    // As if the name now led here.
    await store.ctx.db.execute(
      `update integrations set url = 'https://127.0.0.1:${server.port}/' where id = '${id}'`,
    );
    expect(await testOf(store, id)).toMatchObject({
      accepted: false,
      status: null,
      error: expect.stringContaining("not allowed"),
    });
    expect(requests).toHaveLength(before);
  });
});
