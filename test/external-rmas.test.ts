import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Ctx } from "../src/ctx.ts";
import { createSeal } from "../src/lib/seal.ts";
import { createIntegration } from "../src/stores/create-integration.ts";
import {
  create,
  createMeeting,
  failure,
  integrate,
  seenAt,
  success,
  wanting,
  withResponses,
} from "./support/external-rmas.ts";
import { returnOf } from "./support/fixtures.ts";
import { created, newOrder, problemAnswer, readReturn } from "./support/returns.ts";
import { startService, type TestService } from "./support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test("each integration gets the return and its order as get gives them, with its own bearer token", async () => {
  const store = await service.newStore();
  const without = await integrate(service, store, "carrier", () => Response.json({ rma: "RMA-1" }));
  const withToken = `https://warehouse.example/${store.id}`;
  const warehouse = { provider: "warehouse", url: withToken, token: "secret-token-1" };
  await createIntegration(service.ctx, store.id, warehouse);
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

test("integrations are asked only when the request wants it, and only the store's own", async () => {
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
  [400, "HTTP_400", "The integration answered 400."],
  [500, "HTTP_500", "The integration answered 500."],
  [302, "HTTP_302", "The integration answered 302."],
])(
  "an integration that answers %d is reported, and the return is made all the same",
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
  const url = await integrate(service, store, "nowhere");
  const seal = await createSeal("the key that was used before this one");
  await createIntegration({ ...service.ctx, seal }, store.id, {
    provider: "sealed",
    url: "https://sealed.example/",
    token: "t",
  });
  expect(await create(store, await wanting(store))).toEqual(
    created(
      withResponses(
        failure("nowhere", "UNREACHABLE", `nobody answers at ${url}`),
        failure("sealed", "TOKEN_UNREADABLE"),
      ),
    ),
  );
  expect(seenAt(service, "https://sealed.example/")).toEqual([]);
});

test("an integration that doesn't answer within 5 seconds is reported as timed out", async () => {
  const store = await service.newStore();
  await integrate(service, store, "silent");
  const never: Ctx["fetch"] = (_, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const startedAt = performance.now();
  expect(await createMeeting(never, service, { store, body: await wanting(store) })).toEqual(
    created(withResponses(failure("silent", "TIMEOUT", "No answer within 5 seconds."))),
  );
  expect(performance.now() - startedAt).toBeWithin(4_500, 9_000);
}, 15_000);

test("an answer's body is not waited for", async () => {
  const store = await service.newStore();
  await integrate(
    service,
    store,
    "endless",
    () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
  );
  expect(await create(store, await wanting(store))).toEqual(created(withResponses(success("endless"))));
});

test("all are asked at once, and the results stand in the order in which they were configured", async () => {
  const store = await service.newStore();
  const providers = ["slow", "broken", "fast"];
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const afterAllAreAsked = async (milliseconds: number, status: number) => {
    if (++asked === providers.length) all.resolve();
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

test("a refused return asks nobody", async () => {
  const store = await service.newStore();
  const url = await integrate(service, store, "warehouse", () => new Response());
  const body = { ...returnOf("unknown"), options: { createExternalRMAs: true } };
  expect(await create(store, body)).toEqual(problemAnswer(404));
  expect(seenAt(service, url)).toEqual([]);
});
