import { afterAll, beforeAll, expect, test } from "bun:test";
import { order, returnOf } from "../../support/fixtures.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { slowdown } from "../../support/slowdown.ts";
import { environmentOf, useService, useStore } from "../../support/use-service.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
};

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const UNRECORDED_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLING_ID = "5cf92f3577b34da6a3ce929d0e0e4737";
const CLIENTS_SPAN = "b7ad6b7169203331";
const STATE = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE";
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

const service = useService({ hasIdleQueues: true });
const store = useStore(service);
const spans: Span[] = [];
const resources: Attribute[][] = [];
type Received = { path: string; traceparent: string | null; tracestate: string | null; headers: Headers };
const received: Received[] = [];
let collector: Bun.Server<undefined>;
let receiver: Bun.Server<undefined>;
let running: ServiceProcess;

beforeAll(async () => {
  collector = Bun.serve({
    port: 0,
    routes: {
      "/v1/traces": async (request) => {
        const body = (await request.json()) as {
          resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
        };
        for (const { resource, scopeSpans } of body.resourceSpans) {
          resources.push(resource.attributes);
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        }
        return Response.json({});
      },
    },
  });
  receiver = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { headers } = request;
      const [traceparent, tracestate] = [headers.get("traceparent"), headers.get("tracestate")];
      await request.text();
      received.push({ path: new URL(request.url).pathname, traceparent, tracestate, headers });
      return new Response();
    },
  });
  running = await startProcess({
    ...environmentOf(service),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${collector.port}`,
    WEBHOOK_ALLOWED_HOSTS: `localhost:${receiver.port}`,
  });
});
afterAll(async () => {
  running.signal("SIGTERM");
  await running.exited;
  await Promise.all([collector.stop(true), receiver.stop(true)]);
});

test("one trace leads from the request that creates a return, over statements and job, to the receiver's request", async () => {
  const webhook = { topic: "return", callback: { url: `http://localhost:${receiver.port}/` } };
  expect((await post("/webhooks", { webhook })).status).toBe(201);
  expect((await post("/orders", order("1"))).status).toBeLessThan(300);
  const created = await post("/returns", returnOf("1"), {
    traceparent: `00-${TRACE_ID}-${CLIENTS_SPAN}-01`,
    tracestate: ` rojo=00f067aa0ba902b7 ,,congo=t61rcWkgMzE`,
  });
  expect(created.status).toBeLessThan(300);
  await until(() => received.length > 0);
  await until(() => ofTrace().some(({ name }) => name === "webhook attempt"));

  const request = ofTrace().find(({ kind }) => kind === SERVER);
  expect(request).toMatchObject({ name: "POST /v2.2/stores/:storeId/returns", parentSpanId: CLIENTS_SPAN });
  expect(attributeOf(request, "http.response.status_code")).toBe(created.status);
  expect(attributeOf(request, "aftersale.request_id")).toBe(created.headers.get("X-Request-Id") ?? "");

  const statements = ofTrace().filter((span) => attributeOf(span, "db.system.name") === "postgresql");
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId);
  expect(statements.map(({ name }) => name)).toContain("webhooks_append");

  const job = ofTrace().find(({ kind }) => kind === CONSUMER);
  expect(job).toMatchObject({ name: "job webhooks.deliver", parentSpanId: request?.spanId });

  const attempt = ofTrace().find(({ name }) => name === "webhook attempt");
  expect(attempt).toMatchObject({ kind: CLIENT, parentSpanId: request?.spanId });
  expect(received[0]?.traceparent).toBe(`00-${TRACE_ID}-${attempt?.spanId}-01`);
  expect(received[0]?.tracestate).toBe(STATE);
  expect(new Set(ofTrace().map(({ traceState }) => traceState))).toEqual(new Set([STATE]));
  expect(resources[0]).toContainEqual({ key: "service.name", value: { stringValue: "aftersale" } });
});

test("a trace that its client doesn't record goes on to the receiver, and isn't recorded here either", async () => {
  expect((await post("/orders", order("2"))).status).toBeLessThan(300);
  const before = received.length;
  const trace = { traceparent: `00-${UNRECORDED_ID}-${CLIENTS_SPAN}-00`, tracestate: STATE };
  expect((await post("/returns", returnOf("2"), trace)).status).toBeLessThan(300);
  await until(() => received.length > before);
  expect(received[before]).toMatchObject({
    traceparent: expect.stringMatching(new RegExp(`^00-${UNRECORDED_ID}-[0-9a-f]{16}-00$`)),
    tracestate: STATE,
  });
  expect(spans.filter(({ traceId }) => traceId === UNRECORDED_ID)).toEqual([]);
});

test("no span holds a value of the request, nor the query of a receiver's address", async () => {
  await until(() => ofTrace().some(({ name }) => name === "webhook attempt"));
  const text = JSON.stringify(spans);
  const { shippingAddress } = (returnOf("1") as { data: { shippingAddress: { line1: string } } }).data;
  expect(text).not.toContain(shippingAddress.line1);
  expect(text).not.toContain(store.secret);
});

test("the log line of a request names its trace, and probes have none", async () => {
  await fetch(`${running.origin}/readyz`);
  // The line may arrive after the response.
  await until(() => logLines().some(({ path }) => path === "/readyz"));
  const lines = logLines();
  expect(lines.filter(({ traceId }) => traceId === TRACE_ID)).toHaveLength(1);
  const probe = lines.find(({ path }) => path === "/readyz");
  expect(probe).not.toHaveProperty("traceId");
  expect(probe).toMatchObject({
    version: expect.any(String),
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
  expect(lines.find(({ msg }) => msg === "the service has started")).toMatchObject({
    role: "all",
    port: running.port,
  });
});

test("a trace goes on to the integrations that a request calls, and their log lines name it", async () => {
  const url = `http://localhost:${receiver.port}/integration?key=confidential`;
  const added = await post("/integrations", { provider: "acme", url });
  const { id } = (await added.json()) as { id: string };
  expect((await post("/orders", order("3"))).status).toBeLessThan(300);
  const trace = { traceparent: `00-${CALLING_ID}-${CLIENTS_SPAN}-01`, tracestate: STATE };
  const created = await post("/returns", { ...returnOf("3"), options: { createExternalRMAs: true } }, trace);
  expect(created.status).toBeLessThan(300);
  expect((await post(`/integrations/${id}/test`, {}, trace)).status).toBe(200);
  const calls = () => spans.filter((span) => span.traceId === CALLING_ID && span.name === "integration call");
  await until(() => calls().length === 2);
  expect(calls()).toMatchObject([{ kind: CLIENT }, { kind: CLIENT }]);
  expect(attributeOf(calls()[0], "http.response.status_code")).toBe(200);
  expect(JSON.stringify(calls())).not.toContain("confidential");
  const seen = received.filter(({ path }) => path === "/integration");
  expect(seen.map(({ traceparent }) => traceparent)).toEqual(
    calls().map(({ spanId }) => `00-${CALLING_ID}-${spanId}-01`),
  );
  expect(seen.map(({ tracestate }) => tracestate)).toEqual([STATE, STATE]);
  expect(seen[0]?.headers.get("x-request-id")).toBe(created.headers.get("X-Request-Id"));
  const host = `localhost:${receiver.port}`;
  const logged = { traceId: CALLING_ID, storeId: store.id, integrationId: id, provider: "acme", host };
  const lines = logLines().filter(({ integrationId }) => integrationId === id);
  expect(lines).toMatchObject([
    { msg: "external rma requested", ...logged },
    { msg: "integration tested", ...logged },
  ]);
});

test("a collector that is away delays nothing, and what it misses is counted", async () => {
  await collector.stop(true);
  const began = performance.now();
  for (let i = 0; i < 20; i++) expect((await get("/webhooks")).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5_000 * slowdown());
  await until(async () => {
    const text = await (await fetch(`${running.origin}/metrics`)).text();
    return Number(/aftersale_trace_spans_total\{outcome="dropped"\} (\d+)/.exec(text)?.[1] ?? 0) > 0;
  });
});

function logLines() {
  const lines = running.output().split("\n");
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

function ofTrace(): Span[] {
  return spans.filter(({ traceId }) => traceId === TRACE_ID);
}

function attributeOf(span: Span | undefined, name: string): string | number | undefined {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
}

function get(path: string): Promise<Response> {
  return fetch(`${running.origin}/v2.2/stores/${store.id}${path}`, {
    headers: { Authorization: `Bearer ${store.secret}` },
  });
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${running.origin}/v2.2/stores/${store.id}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await done())) {
    if (performance.now() > end)
      throw new Error(`waited in vain; spans: ${spans.map(({ name }) => name).join(", ")}`);
    await Bun.sleep(50);
  }
}
