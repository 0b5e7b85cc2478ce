import { describe, expect, test } from "bun:test";
import { type RawAnswer, sendRaw } from "../../support/raw-socket.ts";
import { newReturn } from "../../support/returns.ts";
import { useProcess, useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const process = useProcess(service, { ROLE: "api" });

const UTF_8 = String.fromCharCode(...new TextEncoder().encode("ä.test"));

/** The rest of the request after the target: the HTTP version and the Host lines. */
const HEADS: Record<string, string> = {
  "HTTP/1.0 without a Host": " HTTP/1.0",
  "HTTP/1.0 with a Host": " HTTP/1.0\r\nHost: shop.test",
  "an empty Host": " HTTP/1.1\r\nHost: ",
  "a Host of one character": " HTTP/1.1\r\nHost: a",
  "a Host of two characters": " HTTP/1.1\r\nHost: ab",
  "a Host of three characters": " HTTP/1.1\r\nHost: api",
  "a short Host with a port": " HTTP/1.1\r\nHost: a:1",
  "a Host with a space": " HTTP/1.1\r\nHost: a b",
  "a Host that is a URL": " HTTP/1.1\r\nHost: http://evil.test/x?y#z",
  "a Host of punctuation": " HTTP/1.1\r\nHost: ://",
  "a Host with a path": " HTTP/1.1\r\nHost: evil.test/healthz?y",
  "a Host with a user": " HTTP/1.1\r\nHost: u:p@evil.test",
  "a Host with an invalid port": " HTTP/1.1\r\nHost: evil.test:99999",
  "a Host with half an IPv6 address": " HTTP/1.1\r\nHost: [::1",
  "a Host with an invalid IPv4 address": " HTTP/1.1\r\nHost: 1.2.3.999",
  "a Host with a percent sign": " HTTP/1.1\r\nHost: a%zz.test",
  "a Host with UTF-8 characters": ` HTTP/1.1\r\nHost: ${UTF_8}`,
  "a Host with invalid UTF-8": " HTTP/1.1\r\nHost: \xff\xfe",
  "two Hosts": " HTTP/1.1\r\nHost: one.test\r\nHost: two.test",
  "a very long Host": ` HTTP/1.1\r\nHost: ${"x".repeat(8_000)}.test`,
  "a long Host of short labels": ` HTTP/1.1\r\nHost: ${"x.".repeat(3_000)}test`,
};

const get = (target: string, head: string, headers = "") =>
  sendRaw(process.port, `GET ${target}${head}\r\n${headers}Connection: close\r\n\r\n`);

function post(path: string, head: string, body: object): Promise<RawAnswer> {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path}${head}`,
    `Authorization: Bearer ${store.secret}`,
    "Content-Type: application/json",
    `Content-Length: ${text.length}`,
    "Connection: close",
  ];
  return sendRaw(process.port, `${lines.join("\r\n")}\r\n\r\n${text}`);
}

describe.each(Object.entries(HEADS))("a request with %s", (_, head) => {
  test("gets the usual responses: health checks, reads, writes and errors", async () => {
    const bearer = `Authorization: Bearer ${store.secret}\r\n`;
    const { id } = await newReturn(store);
    const answers = {
      probe: (await get("/healthz", head)).status,
      ready: (await get("/readyz", head)).status,
      description: (await get("/docs/json", head)).status,
      read: await get(`/v2.2/returns/${id}/status`, head, bearer),
      query: (await get(`/v2.2/stores/${store.id}/returns?sku=a/b`, head, bearer)).status,
      comment: (await post(`/v2.2/returns/${id}/comments`, head, { comment: { message: "Seen" } })).status,
      unauthenticated: (await get(`/v2.2/returns/${id}`, head)).status,
      warehouse: (await get(`/api/v1/warehouse/return/details?service_return_id=${id}`, head, bearer)).status,
      nowhere: (await get("/nowhere", head)).status,
      method: (await post("/healthz", head, {})).status,
    };
    expect({ ...answers, read: JSON.parse(answers.read.body) }).toEqual({
      probe: 200,
      ready: 200,
      description: 200,
      read: { status: "open" },
      query: 200,
      comment: 201,
      unauthenticated: 401,
      warehouse: 200,
      nowhere: 404,
      method: 405,
    });
    const { body } = await get(`/v2.2/returns/${id}/comments`, head, bearer);
    expect(JSON.parse(body)).toEqual({ comments: [{ message: "Seen" }] });
  });
});

test.each(["http://evil.test", "https://evil.test:8443", "http://a", "HTTP://u:p@evil.test", "http://[::1]"])(
  "a target that begins with %s is routed by its path",
  async (address) => {
    for (const head of [" HTTP/1.1\r\nHost: shop.test", " HTTP/1.0", " HTTP/1.1\r\nHost: a b"]) {
      expect([head, (await get(`${address}/healthz`, head)).status]).toEqual([head, 200]);
      expect([head, (await get(`${address}/nowhere`, head)).status]).toEqual([head, 404]);
    }
  },
);

test.each<[string, number]>([
  ["/healthz#part", 200],
  ["/healthz?a=/b#part", 200],
  ["/v2.2/../healthz", 200],
  ["/v2.2/%2e%2e/healthz", 200],
  ["//healthz", 404],
  ["/healthz\\", 200],
  ["/%", 404],
  ["/\xff", 404],
])("the target %s gets %d with any Host", async (target, status) => {
  for (const head of [
    " HTTP/1.1\r\nHost: shop.test",
    " HTTP/1.0",
    " HTTP/1.1\r\nHost: a b",
    " HTTP/1.1\r\nHost: api",
  ]) {
    expect([head, (await get(target, head)).status]).toEqual([head, status]);
  }
});

test("the request line and the headers have at most 16 KB together", async () => {
  const head = " HTTP/1.1\r\nHost: shop.test";
  const filled = (length: number) => [
    get(`/healthz?${"x".repeat(length)}`, head),
    get("/healthz", head, `X-Long: ${"x".repeat(length)}\r\n`),
  ];
  for (const { status } of await Promise.all(filled(16_000))) expect(status).toBe(200);
  for (const answer of await Promise.all(filled(16_400))) {
    expect([answer.status, answer.headers.get("X-Request-Id"), answer.body]).toEqual([431, null, ""]);
  }
});

test("HTTP/1.1 without a Host is 400 as in RFC 9112, and the service keeps running", async () => {
  expect((await get("/healthz", " HTTP/1.1")).status).toBe(400);
  expect((await get("/healthz", " HTTP/1.0")).status).toBe(200);
});

test.each([
  "CONNECT shop.test:443",
  "CONNECT /healthz",
  "TRACE /healthz",
  "OPTIONS /healthz",
  "PROPFIND /healthz",
])("%s is rejected with a problem", async (begin) => {
  for (const head of [" HTTP/1.1\r\nHost: shop.test", " HTTP/1.1\r\nHost: a b"]) {
    const { status, headers } = await sendRaw(process.port, `${begin}${head}\r\nConnection: close\r\n\r\n`);
    expect([404, 405]).toContain(status);
    expect(headers.get("Content-Type")).toBe("application/problem+json");
  }
});
