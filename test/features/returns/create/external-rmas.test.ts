import { afterAll, describe, expect, test } from "bun:test";
import type { Ctx } from "../../../../src/core/ctx.ts";
import { createIntegration } from "../../../../src/features/integrations/create-integration.ts";
import { createEncryption } from "../../../../src/lib/encryption.ts";
import { createCallIntegration } from "../../../../src/platform/net/call-integration.ts";
import type { PostResult } from "../../../../src/platform/net/post.ts";
import { createResolve } from "../../../../src/platform/net/resolve.ts";
import {
  create,
  createMeeting,
  failure,
  integrate,
  seenAt,
  success,
  wanting,
  withResponses,
} from "../../../support/external-rmas.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { created, newOrder, problemAnswer, readReturn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

test("each integration receives the return and its order as GET returns them, with its own bearer token", async () => {
  const store = await service.newStore();
  const without = await integrate(service, store, "carrier", () => Response.json({ rma: "RMA-1" }));
  const withToken = `https://warehouse.example/${store.id}`;
  const warehouse = { provider: "warehouse", url: withToken, token: "secret-token-1" };
  await createIntegration(store.ctx, store.id, warehouse);
  service.world.on(withToken, () => new Response(null, { status: 201 }));

  const answer = await create(store, await wanting(store, { label: { carrier: "UPS" } }));
  expect(answer).toEqual(created(withResponses(success("carrier"), success("warehouse"))));

  const { id } = (answer.body as { return: { id: string } }).return;
  const read = await readReturn(store, id);
  const [first, second] = [seenAt(service, withToken), seenAt(service, without)];
  for (const requests of [first, second]) {
    expect(requests.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([["POST", read]]);
    expect(requests[0]?.headers).toMatchObject({ "content-type": "application/json" });
  }
  expect([first[0]?.headers.authorization, second[0]?.headers.authorization]).toEqual([
    "Bearer secret-token-1",
    undefined,
  ]);
  expect(JSON.stringify(service.log)).not.toContain("secret-token-1");
});

test("integrations are called only on request, and only those of the store", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const url = await integrate(service, store, "warehouse", () => new Response());
  for (const options of [undefined, null, {}, { createExternalRMAs: null }, { createExternalRMAs: false }]) {
    expect(await create(store, { ...returnOf(await newOrder(store)), options })).toEqual(
      created(withResponses()),
    );
  }
  expect(await create(other, await wanting(other))).toEqual(created(withResponses()));
  expect(seenAt(service, url)).toEqual([]);
});

test.each([
  [400, "HTTP_400", "The integration responded with status 400."],
  [500, "HTTP_500", "The integration responded with status 500."],
  [302, "HTTP_302", "The integration responded with status 302."],
])(
  "an integration that responds with %d is reported, and the return is created",
  async (status, code, message) => {
    const store = await service.newStore();
    await integrate(
      service,
      store,
      "warehouse",
      () => new Response("no", { status, headers: { Location: "https://elsewhere.example/" } }),
    );
    const answer = await create(store, await wanting(store));
    expect(answer).toEqual(created(withResponses(failure("warehouse", code, message))));
    const { id } = (answer.body as { return: { id: string } }).return;
    expect((await readReturn(store, id)).return.status).toBe("open");
  },
);

test("an integration that can't be reached, or whose token can't be read, is reported", async () => {
  const store = await service.newStore();
  const url = await integrate(service, store, "nowhere", ({ url }) =>
    Promise.reject(new TypeError(`no server at ${url}`)),
  );
  const encryption = await createEncryption("the key that was used before this one");
  await createIntegration({ ...store.ctx, encryption: encryption }, store.id, {
    provider: "sealed",
    url: "https://sealed.example/",
    token: "t",
  });
  expect(await create(store, await wanting(store))).toEqual(
    created(
      withResponses(
        failure("nowhere", "UNREACHABLE", `no server at ${url}`),
        failure("sealed", "TOKEN_UNREADABLE"),
      ),
    ),
  );
  expect(seenAt(service, "https://sealed.example/")).toEqual([]);
});

describe("over a real connection", () => {
  const call = createCallIntegration({ resolve: createResolve(), allowedHosts: [] });
  const listening: Bun.Server<undefined>[] = [];
  afterAll(async () => {
    call.close();
    for (const server of listening) await server.stop(true);
  });

  /** Starts an integration of the store on this machine, which operators may use. */
  async function listen(store: TestStore, fetch: (request: Request) => Response | Promise<Response>) {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
    listening.push(server);
    const url = `http://localhost:${server.port}/rma`;
    await createIntegration(store.ctx, store.id, { provider: "real", url, token: "secret-token-2" });
  }
  const meeting = async (store: TestStore) => createMeeting(call, { store, body: await wanting(store) });

  test("an integration receives the same request over a real connection", async () => {
    const store = await service.newStore();
    const seen: unknown[] = [];
    await listen(store, async (request) => {
      const { method, headers } = request;
      seen.push([method, headers.get("authorization"), headers.get("content-type"), await request.json()]);
      return new Response();
    });
    const answer = await meeting(store);
    expect(answer).toEqual(created(withResponses(success("real"))));
    const { id } = (answer.body as { return: { id: string } }).return;
    const read = await readReturn(store, id);
    expect(seen).toEqual([["POST", "Bearer secret-token-2", "application/json", read]]);
  });

  test("a redirect is not followed, so no other URL receives the token and the return", async () => {
    const store = await service.newStore();
    const paths: string[] = [];
    await listen(store, ({ url }) => {
      paths.push(new URL(url).pathname);
      return new Response(null, { status: 307, headers: { Location: "/elsewhere" } });
    });
    expect(await meeting(store)).toEqual(created(withResponses(failure("real", "HTTP_307"))));
    expect(paths).toEqual(["/rma"]);
  });

  test("an integration without a response within 5 seconds is reported as timed out", async () => {
    const store = await service.newStore();
    await listen(store, () => new Promise(() => {}));
    const startedAt = performance.now();
    expect(await meeting(store)).toEqual(
      created(withResponses(failure("real", "TIMEOUT", "No response within 5 seconds."))),
    );
    expect(performance.now() - startedAt).toBeGreaterThan(4_500);
  });
});

test("slow integrations of one store do not delay those of another", async () => {
  const call = createCallIntegration({ resolve: createResolve(), allowedHosts: [] });
  let most = 0;
  let active = 0;
  const response = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async ({ url }) => {
      if (url.endsWith("/quick")) return new Response();
      most = Math.max(most, ++active);
      await response.promise;
      active--;
      return new Response();
    },
  });
  const send = (path: string, owner: string, timeoutMs = 60_000) => {
    const url = `http://127.0.0.1:${server.port}/${path}`;
    return call({
      url,
      headers: {},
      body: new TextEncoder().encode("{}"),
      timeoutMs,
      owner,
      anyAddress: true,
    });
  };
  const held = Array.from({ length: 60 }, () => send("slow", "greedy"));
  expect(await send("slow", "greedy", 50)).toEqual({ error: "timed out" });
  expect((await send("quick", "other")).status).toBe(200);
  while (active < 25) await Bun.sleep(5);
  response.resolve();
  expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBe(25);
  call.close();
  await server.stop(true);
});

test("slow integrations do not block other requests or returns of the same order", async () => {
  const store = await service.newStore();
  await integrate(service, store, "slow");
  const response = Promise.withResolvers<PostResult>();
  let called = 0;
  const slow: Ctx["callIntegration"] = () => {
    called++;
    return response.promise;
  };
  const orderId = await newOrder(store);
  const bodies = [{ ...returnOf(orderId), options: { createExternalRMAs: true } }];
  for (let n = 0; n < 40; n++) bodies.push((await wanting(store)) as (typeof bodies)[number]);
  const waiting = bodies.map((body) => createMeeting(slow, { store, body }));
  while (called < waiting.length) await Bun.sleep(5);
  expect(await create(store, returnOf(orderId))).toEqual(created(withResponses()));
  expect((await store.get(`/stores/:store/orders/${orderId}`)).status).toBe(200);
  response.resolve({ status: 200, responseBody: "", retryAfter: undefined });
  for (const answer of await Promise.all(waiting))
    expect(answer).toEqual(created(withResponses(success("slow"))));
});

test("the body of an integration's response is not awaited", async () => {
  const store = await service.newStore();
  await integrate(
    service,
    store,
    "endless",
    () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
  );
  expect(await create(store, await wanting(store))).toEqual(created(withResponses(success("endless"))));
});

test("integrations are called concurrently; results have the order of configuration", async () => {
  const store = await service.newStore();
  const providers = ["slow", "broken", "fast"];
  const all = Promise.withResolvers<void>();
  let called = 0;
  const afterAllAreAsked = async (milliseconds: number, status: number) => {
    if (++called === providers.length) all.resolve();
    await all.promise;
    await Bun.sleep(milliseconds);
    return new Response(null, { status });
  };
  await integrate(service, store, "slow", () => afterAllAreAsked(60, 200));
  await integrate(service, store, "broken", () => afterAllAreAsked(30, 503));
  await integrate(service, store, "fast", () => afterAllAreAsked(0, 204));
  expect(await create(store, await wanting(store))).toEqual(
    created(withResponses(success("slow"), failure("broken", "HTTP_503"), success("fast"))),
  );
});

test("a rejected return calls no integration", async () => {
  const store = await service.newStore();
  const url = await integrate(service, store, "warehouse", () => new Response());
  const body = { ...returnOf("unknown"), options: { createExternalRMAs: true } };
  expect(await create(store, body)).toEqual(problemAnswer(404));
  expect(seenAt(service, url)).toEqual([]);
});
