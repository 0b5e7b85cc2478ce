import { describe, expect, test } from "bun:test";
import { originAt } from "../../src/lib/host.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { newReturn } from "../support/returns.ts";
import { startService, type TestStore } from "../support/service.ts";
import { environmentOf, useService } from "../support/use-service.ts";
import { numberOf } from "../support/warehouse.ts";
import { newWebhook, publishedEvents } from "../support/webhooks.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const FORWARDED = "X-Forwarded-Proto: https\r\nX-Forwarded-Host: forwarded.example:8443, inner\r\n";

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

type Send = (operation: string, body?: object) => Promise<string>;

function sender(process: ServiceProcess, store: TestStore, headers: string): Send {
  const port = Number(new URL(process.origin).port);
  return async (operation, body) => {
    const text = body ? JSON.stringify(body) : "";
    const lines = [
      `${operation} HTTP/1.1`,
      "Host: evil.example",
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

describe("links", () => {
  test("point to the address that the service listens on, with any Host and X-Forwarded headers", async () => {
    const plain = await startApi({});
    const own = { answers: [plain.origin], kept: [plain.origin] };
    expect(await originsOf(plain, "")).toEqual(own);
    expect(await originsOf(plain, FORWARDED)).toEqual(own);
  });

  test("begin with PUBLIC_URL if it is set, also behind a trusted proxy", async () => {
    const PUBLIC_URL = "https://api.shop.example";
    const own = { answers: [PUBLIC_URL], kept: [PUBLIC_URL] };
    expect(await originsOf(await startApi({ PUBLIC_URL }), "")).toEqual(own);
    expect(await originsOf(await startApi({ PUBLIC_URL, TRUST_PROXY: "1" }), FORWARDED)).toEqual(own);
  });

  test("follow a trusted proxy in responses to its client, and never in stored data or payloads", async () => {
    const behind = await startApi({ TRUST_PROXY: "1" });
    const { answers, kept } = await originsOf(behind, FORWARDED);
    expect({ answers: answers.toSorted(), kept }).toEqual({
      // The response to a comment is stored under its Idempotency-Key.
      answers: [behind.origin, "https://forwarded.example:8443"].toSorted(),
      kept: [behind.origin],
    });
    expect(await originsOf(behind, "")).toEqual({ answers: [behind.origin], kept: [behind.origin] });
    for (const odd of [
      "a b",
      "u@evil.example",
      "evil.example/x",
      "evil.example?x",
      ":",
      "a:99999",
      "\xff",
      "",
    ]) {
      const headers = `X-Forwarded-Proto: javascript\r\nX-Forwarded-Host: ${odd}\r\n`;
      expect([odd, await originsOf(behind, headers)]).toEqual([
        odd,
        { answers: [behind.origin], kept: [behind.origin] },
      ]);
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
