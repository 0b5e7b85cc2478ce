import { describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { freshMetrics } from "../../support/metrics.ts";
import { useService } from "../../support/use-service.ts";

// `/metrics` needs no credential unless the operator sets one: no client may make it large or keep the service busy.
const service = useService({ hasIdleQueues: true, eventRateLimit: 0 });
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "PROPFIND", "X-ODD"];

describe("what clients without a credential request", () => {
  test("adds no series: after 10,000 odd requests the metrics are as large as before", async () => {
    const store = await service.newStore();
    const pages = { name: "pages", scopes: ["storefront_events_write"], origins: ["https://shop.example"] };
    const publishable = await createClient(store.ctx, store.id, pages);
    const before = await freshMetrics(() => service.fetch("/metrics"));
    const { routes } = createApp(service.ctx, { ready: true, stopping: false });
    const paths = routes.map(({ path }) => path.replaceAll(/:\w+|\*/g, "odd"));
    for (let n = 0; n < 10_000; n += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const path = i % 3 === 0 ? `/${crypto.randomUUID()}` : (paths[(n + i) % paths.length] ?? "/");
          const method = METHODS[(n + i) % METHODS.length] ?? "GET";
          const secret = i % 5 === 0 ? publishable.secret : "none";
          const headers = { Host: `h${n}.example`, Authorization: `Bearer ${secret}`, "X-Odd": `${n}` };
          return service.fetch(path, { method, headers });
        }),
      );
    }
    const after = await freshMetrics(() => service.fetch("/metrics"));
    expect(after.length / before.length).toBeWithin(0.95, 1.05);
    const seriesIn = (text: string) =>
      new Set([...text.matchAll(/^aftersale_http\S+(?= )/gm)].map(([name]) => name));
    expect(
      [...seriesIn(after).difference(seriesIn(before))].filter((name) => name.includes("_count")),
    ).toEqual([]);
  });
});

describe("scrapes", () => {
  test("of any number of clients share what is rendered once a second", async () => {
    const { metrics } = service.ctx;
    let rendered = 0;
    const { text } = metrics;
    metrics.text = () => {
      rendered++;
      return text();
    };
    const began = performance.now();
    let scrapes = 0;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (; performance.now() - began < 2_500; scrapes++) await (await service.fetch("/metrics")).text();
      }),
    );
    metrics.text = text;
    expect(scrapes).toBeGreaterThan(200);
    expect(rendered).toBeWithin(1, 5);
  });
});

describe("with METRICS_TOKEN", () => {
  const guarded = useService({ hasIdleQueues: true, metricsToken: "a-token-for-metrics" });

  test.each([
    [undefined, 401],
    ["Bearer a-token-for-metric", 401],
    ["Bearer another-token-for-it", 401],
    ["a-token-for-metrics", 401],
    ["Bearer a-token-for-metrics", 200],
  ])("a scrape with %p is %p", async (authorization, status) => {
    const headers: Record<string, string> =
      authorization === undefined ? {} : { Authorization: authorization };
    const answer = await guarded.fetch("/metrics", { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("WWW-Authenticate")).toBe(status === 401 ? "Bearer" : null);
    expect((await answer.text()).includes("aftersale_")).toBe(status === 200);
  });

  test("the probes need none", async () => {
    expect((await guarded.fetch("/healthz")).status).toBe(200);
  });
});
