import { afterAll, beforeAll, expect, test } from "bun:test";
import { useCells } from "../../support/cells.ts";
import { freshMetrics } from "../../support/metrics.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";

const used = useCells("a", "b");
let collector: Bun.Server<undefined>;
let running: ServiceProcess;
beforeAll(async () => {
  collector = Bun.serve({ port: 0, fetch: () => Response.json({}) });
  running = await startProcess({
    ...used.env,
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${collector.port}`,
  });
});
afterAll(async () => {
  running.signal("SIGTERM");
  await running.exited;
  await collector.stop(true);
});

const send = (path: string, method = "GET") => fetch(`${running.origin}${path}`, { method });

test("probes of a process with cells are answered, logged and counted as those of a service of one database", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const response = await send(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Request-Id")).toMatch(/\S/);
    await response.text();
    const head = await send(path, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const other = await send(path, "POST");
    expect([other.status, other.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
  const logged = () => {
    const lines = running.output().split("\n").slice(0, -1);
    const all = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    return all.filter(({ path }) => path === "/readyz");
  };
  // A line may arrive after the response.
  for (const end = performance.now() + 10_000; logged().length < 3 && performance.now() < end; ) {
    await Bun.sleep(20);
  }
  expect(logged()).toMatchObject([
    { method: "GET", status: 200, version: expect.any(String), address: expect.any(String) },
    { method: "HEAD", status: 200 },
    { method: "POST", status: 405 },
  ]);
  const metrics = await freshMetrics(() => send("/metrics"));
  expect(metrics).toMatch(/_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} 1$/m);
});

test("the spans of a process are counted once, not with each cell", async () => {
  await send("/v2.2/stores/none");
  let counts: string[] = [];
  const end = performance.now() + 20_000;
  while (!counts.some((line) => / [1-9]\d*$/.test(line)) && performance.now() < end) {
    await Bun.sleep(100);
    const metrics = await (await send("/metrics")).text();
    counts = metrics.split("\n").filter((line) => line.startsWith("aftersale_trace_spans_total"));
  }
  expect(counts).toEqual([
    expect.stringMatching(/^aftersale_trace_spans_total\{outcome="exported"\} [1-9]\d*$/),
    'aftersale_trace_spans_total{outcome="dropped"} 0',
  ]);
});
