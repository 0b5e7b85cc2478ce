import { describe, expect, test } from "bun:test";
import { originAt } from "../../../src/lib/host.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { sendRaw } from "../../support/raw-socket.ts";
import { newReturn } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { environmentOf, useService } from "../../support/use-service.ts";
import { numberOf } from "../../support/warehouse.ts";
import { newWebhook, publishedEvents } from "../../support/webhooks.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FORWARDED = "X-Forwarded-Proto: https\r\nX-Forwarded-Host: forwarded.example:8443, inner\r\n";

const WELL_FORMED = [
  "client.example",
  "client.example:8080",
  "CLIENT.Example",
  "client.example.",
  "return_service:3000",
  "xn--bcher-kva.example",
  "10.0.0.5:3000",
  "[fd00::5]",
  "[fd00::5]:3000",
  "localhost",
  "a",
  `${"a".repeat(63)}.example`,
];
const MALFORMED = [
  "",
  "a b",
  "a, b",
  "user@client.example",
  "user:password@client.example",
  "client.example/path",
  "client.example?query",
  "client.example#fragment",
  "client.example\\path",
  "client.example:",
  "client.example:0",
  "client.example:65536",
  "client.example:99999",
  "client.example:80a",
  "client.example:-1",
  ":80",
  ".",
  "..",
  "a..b",
  ".a",
  "-a.example",
  "[fd00::5",
  "[nothing]",
  "fd00::5",
  "a%2fb",
  "\xff.example",
  '"><script>',
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(200)}example`,
  "a".repeat(4000),
];

const service = useService({ hasIdleQueues: true });
const processes: ServiceProcess[] = [];
service.beforeStop(async () => {
  for (const { signal } of processes) signal("SIGTERM");
  await Promise.all(processes.map(({ exited }) => exited));
});

async function startApi(env: Record<string, string>): Promise<ServiceProcess> {
  const started = await startProcess({ ...environmentOf(service), ROLE: "api", ...env });
  processes.push(started);
  return started;
}

type Links = { answers: string[]; kept: string[] };

/**
 * Returns every origin that the service links to in responses and payloads, when clients send these headers.
 */
async function originsOf(process: ServiceProcess, headers: string): Promise<Links> {
  const store = await service.newStore();
  const early = await newWebhook(store);
  const { id } = await newReturn(store);
  await newReturn(store);
  const send = sender(process, store, headers);
  const answers = [
    await send(`POST /v2.2/returns/${id}/comments`, { comment: { image: PNG } }),
    await send(`GET /v2.2/returns/${id}`),
    await send(`GET /v2.2/returns/${id}/comments`),
    await send(`GET /v2.2/stores/${store.id}/returns`),
    await send(`PATCH /v2.2/returns/${id}`, { tags: [{ name: "vip" }] }),
    await send(`GET /api/v1/warehouse/return/${await numberOf(store, id)}/notes`),
    await send(`GET /api/v1/warehouse/return/details?service_return_id=${id}`),
    await send(`GET /api/v1/warehouse/return/list?from=${today()}&paginate=1&pageSize=1`),
    await send(await exportedFile(send)),
  ];
  await send(`POST /api/v1/warehouse/return/${await numberOf(store, id)}/process`);
  const payloads = (await publishedEvents(store, early.id)).map(({ payload }) => JSON.stringify(payload));
  expect(answers.filter((answer) => originsIn([answer]).length === 0)).toEqual([]);
  expect(payloads).toHaveLength(5);
  return { answers: originsIn(answers), kept: originsIn(payloads) };
}

type Send = (operation: string, body?: object, host?: string) => Promise<string>;

function sender(process: ServiceProcess, store: TestStore, headers: string): Send {
  const port = Number(new URL(process.origin).port);
  return async (operation, body, host = "client.example") => {
    const text = body ? JSON.stringify(body) : "";
    const lines = [
      `${operation} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${store.secret}`,
      "Content-Type: application/json",
      `Content-Length: ${text.length}`,
      "Connection: close",
    ];
    const answer = await sendRaw(port, `${lines.join("\r\n")}\r\n${headers}\r\n${text}`);
    if (answer.status >= 300) throw new Error(`${operation} was answered ${answer.status}: ${answer.body}`);
    return answer.body;
  };
}

/** Returns a function that reads the one origin of the links of both APIs, for a Host and further headers. */
async function linksOf(process: ServiceProcess) {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await newReturn(store);
  await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
  const linkFor = async (host: string, headers = "") => {
    const send = sender(process, store, headers);
    const answers = [
      await send(`GET /v2.2/returns/${id}`, undefined, host),
      await send(`GET /api/v1/warehouse/return/list?from=${today()}&paginate=1&pageSize=1`, undefined, host),
    ];
    expect(answers.map((answer) => originsIn([answer]).length)).toEqual([1, 1]);
    return originsIn(answers).join(" ");
  };
  return { linkFor };
}

async function exportedFile(send: Send): Promise<string> {
  const ordered = await send("POST /api/v1/warehouse/reporting/asn/exports", { format: "jsonl" });
  const { id } = JSON.parse(ordered) as { id: string };
  await service.drain();
  return `GET /api/v1/warehouse/reporting/asn/exports/${id}`;
}

function today(): string {
  return new Date(Date.now() - 60_000).toISOString().slice(0, 10);
}

/** Returns the origins before the service's own paths. */
function originsIn(texts: string[]): string[] {
  const found = texts.join("\n").matchAll(/"([^"]*)\/(?:v2\.2|api\/v1)\//g);
  return [...new Set([...found].map(([, origin = ""]) => origin))];
}

const CLIENT = "http://client.example";

describe("links", () => {
  test("begin with the Host of the request, and those that are kept with the service's own address", async () => {
    const plain = await startApi({});
    const expected = { answers: [CLIENT], kept: [plain.origin] };
    expect(await originsOf(plain, "")).toEqual(expected);
    expect(await originsOf(plain, FORWARDED)).toEqual(expected);
  });

  test("begin with PUBLIC_URL if it is set, also behind a trusted proxy", async () => {
    const PUBLIC_URL = "https://api.shop.example";
    const own = { answers: [PUBLIC_URL], kept: [PUBLIC_URL] };
    expect(await originsOf(await startApi({ PUBLIC_URL }), "")).toEqual(own);
    expect(await originsOf(await startApi({ PUBLIC_URL, TRUST_PROXY: "1" }), FORWARDED)).toEqual(own);
  });

  test("follow a trusted proxy in responses to its client, and never in stored data or payloads", async () => {
    const behind = await startApi({ TRUST_PROXY: "1" });
    const kept = [behind.origin];
    const answers = ["https://forwarded.example:8443"];
    expect(await originsOf(behind, FORWARDED)).toEqual({ answers, kept });
    expect(await originsOf(behind, "")).toEqual({ answers: [CLIENT], kept });
    const { linkFor } = await linksOf(behind);
    const proto = "X-Forwarded-Proto: https\r\n";
    expect(await linkFor("client.example", proto)).toBe("https://client.example");
    expect(await linkFor("client.example", `${proto}X-Forwarded-Host: \r\n`)).toBe("https://client.example");
    for (const odd of ["a b", "u@evil.example", "evil.example/x", "evil.example?x", ":", "a:99999", "\xff"]) {
      const headers = `X-Forwarded-Proto: http\r\nX-Forwarded-Host: ${odd}\r\n`;
      expect([odd, await linkFor("client.example", headers)]).toEqual([odd, behind.origin]);
    }
    for (const scheme of ["javascript", "https:", "https://evil.example/", "ftp"])
      expect([scheme, await linkFor("client.example", `X-Forwarded-Proto: ${scheme}\r\n`)]).toEqual([
        scheme,
        behind.origin,
      ]);
  });

  test("begin with a Host that is well-formed, and with the service's own address otherwise", async () => {
    const plain = await startApi({});
    const { linkFor } = await linksOf(plain);
    for (const host of WELL_FORMED)
      expect([host, await linkFor(host)]).toEqual([host, `http://${host.toLowerCase()}`]);
    for (const host of MALFORMED) expect([host, await linkFor(host)]).toEqual([host, plain.origin]);
  });

  test("in the response to a repeat begin with the address of the repeat", async () => {
    const store = await service.newStore();
    const { id, items } = await newReturn(store);
    const [item] = items;
    const send = sender(await startApi({}), store, "Idempotency-Key: once\r\n");
    const of = (host: string, path: string, body: object) =>
      send(`POST /v2.2/returns/${id}/${path}`, body, host);
    for (const [path, body] of [
      ["comments", { comment: { image: PNG } }],
      ["images", { image: { content: PNG, itemId: item?.id } }],
    ] as const) {
      const first = await of("one.example", path, body);
      expect(originsIn([first])).toEqual(["http://one.example"]);
      expect(await of("two.example:81", path, body)).toBe(first.replace("one.example", "two.example:81"));
    }
  });

  test("of a backfill point to the address of the server that runs it", async () => {
    const worker = await startService({
      databaseUrl: service.ctx.config.databaseUrl,
      publicUrl: "https://api.shop.example",
    });
    const store = await service.newStore();
    const { id } = await newReturn(store);
    await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
    const { id: webhookId } = await newWebhook(store, { backfill: true });
    await worker.drain();
    const payloads = (await publishedEvents(store, webhookId)).map(({ payload }) => JSON.stringify(payload));
    expect(originsIn(payloads)).toEqual(["https://api.shop.example"]);
    await worker.stop();
  });
});

test.each([
  ["0.0.0.0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["[::]", "http://localhost:3000"],
  ["127.0.0.1", "http://localhost:3000"],
  ["10.0.0.5", "http://10.0.0.5:3000"],
  ["fd00::5", "http://[fd00::5]:3000"],
  ["[fd00::5]", "http://[fd00::5]:3000"],
  ["api.internal", "http://api.internal:3000"],
])("a service that listens on %s links to %s", (host, origin) => {
  expect(originAt(host, 3000)).toBe(origin);
});
