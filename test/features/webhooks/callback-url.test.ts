import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { requirePublicUrl, urlFault } from "../../../src/core/delivery/callback-url.ts";
import { createPost } from "../../../src/platform/net/post.ts";
import { createResolve } from "../../../src/platform/net/resolve.ts";
import { LED_ASTRAY, REFUSED_WHEN_SAVED } from "../../support/addresses.ts";
import { newReturn } from "../../support/returns.ts";
import { startService } from "../../support/service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

let connections = 0;
let server: Server;
let port = 0;
beforeAll(async () => {
  // The server listens on every address of the machine, in both families, so it counts any connection.
  server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "::", done));
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
afterAll(() => server.close());

const request = { headers: {}, body: new TextEncoder().encode("{}"), timeoutMs: 2_000 };
const at = (address: string) => address.replace("PORT", String(port));
const resolving = (...answers: string[][]) => {
  let calls = 0;
  return async () => {
    const addresses = answers[Math.min(calls++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
};

test("the test server accepts connections in both families", async () => {
  for (const host of ["127.0.0.1", "[::1]"]) {
    const before = connections;
    const allowed = createPost({ allowedHosts: [`${host}:${port}`], resolve: resolving([]) });
    await allowed({ ...request, url: `http://${host}:${port}/` });
    allowed.close();
    expect(connections).toBeGreaterThan(before);
  }
});

describe("an address that webhooks may not have", () => {
  test.each(REFUSED_WHEN_SAVED)("%s is rejected (%s)", (address, why) => {
    expect(urlFault(at(address), [])).toContain(why);
  });

  test("is never connected to, even if it was stored", async () => {
    const post = createPost({ allowedHosts: [], resolve: resolving(["127.0.0.1"]) });
    const before = connections;
    const urls = REFUSED_WHEN_SAVED.map(([address]) => at(address)).filter((url) => URL.canParse(url));
    const results = await Promise.all(urls.map((url) => post({ ...request, url })));
    expect(results.filter(({ error }) => !error?.startsWith("not allowed"))).toEqual([]);
    expect(connections).toBe(before);
    post.close();
  });

  test("occurs once in the corpus, which has more than 80 entries", () => {
    const all = REFUSED_WHEN_SAVED.map(([address]) => address);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length + LED_ASTRAY.length).toBeGreaterThan(80);
  });
});

describe("a name that resolves to such an address", () => {
  const AT = { pointer: "/url", storeId: "store" };
  const config = { webhookAllowedHosts: [] as string[] } as Parameters<typeof requirePublicUrl>[0]["config"];

  test.each(LED_ASTRAY)("%s is rejected", async (name, addresses) => {
    const saved = requirePublicUrl({ config, resolve: resolving(addresses) }, `https://${name}/`, AT);
    expect(saved).rejects.toThrow(`${name} resolves to `);
  });

  test.each(LED_ASTRAY)(
    "%s is not connected to when it resolves there only the second time",
    async (name, addresses) => {
      const resolve = resolving(["93.184.215.14"], addresses);
      const url = `https://${name}:${port}/`;
      await requirePublicUrl({ config, resolve }, url, AT);

      const before = connections;
      const post = createPost({ allowedHosts: [], resolve });
      expect(await post({ ...request, url })).toEqual({
        error: expect.stringContaining(`not allowed: ${name} resolves to `),
      });
      expect(connections).toBe(before);
      post.close();
    },
  );

  test("is accepted when it doesn't resolve yet, and an attempt fails with that reason", async () => {
    const resolve = async () => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    };
    const url = "https://soon.subscriber.example/";
    await requirePublicUrl({ config, resolve }, url, AT);
    const post = createPost({ allowedHosts: [], resolve });
    expect(await post({ ...request, url })).toEqual({ error: "the name can't be resolved" });
  });
});

describe("names whose servers never respond", () => {
  const unresponsive = () =>
    createResolve({ hostsFile: () => undefined, queryDns: () => new Promise(() => {}) });
  const hook = (i: number) => ({ url: `https://unresponsive-${i}.subscriber.example/`, auth: null });

  test("are accepted, since they may resolve later", async () => {
    const service = await startService();
    service.ctx.resolve = unresponsive();
    const store = await service.newStore();
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) => newWebhook(store, { callback: hook(i) })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(8);
    await service.stop();
  });

  test("fail their attempts within the timeout without delaying other webhooks", async () => {
    const service = await startService({ webhookRetrySchedule: [0, 60_000], webhookTimeoutMs: 1_500 });
    const post = createPost({ allowedHosts: [], resolve: unresponsive() });
    const { post: scripted } = service.ctx;
    service.ctx.post = (request) =>
      request.url.includes("unresponsive") ? post(request) : scripted(request);
    const store = await service.newStore();
    const order: string[] = [];
    const hooks = await Promise.all(
      Array.from({ length: 8 }, (_, i) => newWebhook(store, { callback: hook(i) })),
    );
    const other = await service.newStore({ beside: store });
    const received = Promise.withResolvers<void>();
    service.world.on("https://quick.subscriber.example/", () => {
      order.push("received");
      received.resolve();
      return new Response();
    });
    await newWebhook(other, { callback: { url: "https://quick.subscriber.example/" } });
    await newReturn(store);
    const failing = service.drain().then(() => order.push("failed"));
    await newReturn(other);
    await service.drain();
    await failing;
    expect(order).toEqual(["received", "failed"]);
    for (const { id } of hooks) {
      expect(await deliveriesOf(store, id)).toMatchObject([
        { status: "pending", attempts: [{ status: null, error: expect.any(String) }] },
      ]);
    }
    post.close();
    await service.stop();
  });
});

test("public addresses are accepted: by name, by number, on other ports, with paths and queries", () => {
  const taken = [
    "https://subscriber.example/hooks?store=1#x",
    "HTTPS://Subscriber.Example:8443/",
    "https://subscriber.example./",
    "https://bücher.example/",
    "https://1.1.1.1/",
    "https://16843009/",
    "https://172.32.0.1/",
    "https://100.128.0.1/",
    "https://[2606:4700:4700::1111]/",
  ];
  expect(taken.filter((address) => urlFault(address, []))).toEqual([]);
  expect(urlFault(`https://subscriber.example/${"x".repeat(2_048)}`, [])).toContain("2048");
});

test("an allowed host may be private and plain http, on its own port only and never with a user", () => {
  const allowed = ["localhost:4000", "10.0.0.5:443"];
  const faultless = ["http://localhost:4000/x", "https://localhost:4000/", "https://10.0.0.5/"];
  expect(faultless.filter((address) => urlFault(address, allowed))).toEqual([]);
  const faulty = [
    "http://localhost:4001/",
    "http://localhost/",
    "http://127.0.0.1:4000/",
    "http://a@localhost:4000/",
  ];
  expect(faulty.filter((address) => !urlFault(address, allowed))).toEqual([]);
});

test("an attempt fails with a reason when the webhook's name resolves to a private address later", async () => {
  const service = await startService({ webhookRetrySchedule: [0, 0] });
  const { names, resolve } = service.world;
  service.ctx.post = createPost({ allowedHosts: [], resolve });
  const store = await service.newStore();
  names.set("moved.subscriber.example", ["93.184.215.14"]);
  const callback = { url: `https://moved.subscriber.example:${port}/`, auth: null };
  const { id } = await newWebhook(store, { callback });

  names.set("moved.subscriber.example", ["127.0.0.1"]);
  const before = connections;
  await newReturn(store);
  await service.drain();
  const error = "not allowed: moved.subscriber.example resolves to 127.0.0.1";
  const attempt = expect.objectContaining({ status: null, error: expect.stringContaining(error) });
  expect(await deliveriesOf(store, id)).toEqual([
    expect.objectContaining({ status: "discarded", attempts: [attempt, attempt] }),
  ]);
  expect(connections).toBe(before);
  await service.stop();
});
