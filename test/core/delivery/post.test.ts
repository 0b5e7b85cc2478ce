import { afterAll, afterEach, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { createPost, MAX_RESPONSE_BYTES } from "../../../src/platform/net/post.ts";

type Respond = (socket: Socket, request: string, connection: number) => void;

const servers: { close(): void }[] = [];
const posts: { close(): void }[] = [];
afterEach(() => {
  for (const post of posts.splice(0)) post.close();
});
afterAll(() => {
  for (const server of servers) server.close();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Starts a receiver on a real socket that sends the given bytes. */
async function receiver(respond: Respond) {
  const seen: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      seen.push(chunk.toString());
      respond(socket, chunk.toString(), connection);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  const address = server.address();
  const host = `receiver.example:${typeof address === "object" && address ? address.port : 0}`;
  const post = createPost({
    allowedHosts: [host],
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
  posts.push(post);
  const send = (timeoutMs = 5_000, more: { ignoresBody?: true } = {}) =>
    post({
      ...{ url: `http://${host}/hook?a=1`, headers: { "X-One": "1" }, body: bytes('{"ö":1}'), timeoutMs },
      ...more,
    });
  return { send, seen, host, connections: () => connections };
}

test("a request is sent byte for byte with the name as Host, and its connection is reused", async () => {
  const { send, seen, connections } = await receiver((socket) => socket.write(OK));
  for (let i = 0; i < 3; i++)
    expect(await send()).toEqual({ status: 200, responseBody: "ok", retryAfter: undefined });
  expect(connections()).toBe(1);
  const [head = "", body] = (seen[0] ?? "").split("\r\n\r\n");
  expect(head).toStartWith("POST /hook?a=1 HTTP/1.1\r\n");
  expect(head.toLowerCase()).toMatch(/\r\nhost: receiver\.example:\d+/);
  expect(head.toLowerCase()).toContain("\r\ncontent-length: 8");
  expect([head.includes("X-One: 1"), body]).toEqual([true, '{"ö":1}']);
});

test("a redirect is a response like any other and is not followed", async () => {
  const { send, seen } = await receiver((socket) =>
    socket.write("HTTP/1.1 301 Moved\r\nLocation: /other\r\nContent-Length: 0\r\nRetry-After: 7\r\n\r\n"),
  );
  expect(await send()).toEqual({
    ...{ status: 301, responseBody: "", retryAfter: "7" },
    headers: { location: "/other", "content-length": "0", "retry-after": "7" },
  });
  expect(seen).toHaveLength(1);
});

test("4 KiB of a response are read, regardless of its length and even if it never ends", async () => {
  const { send, connections } = await receiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let i = 0; i < 100; i++) socket.write(`400\r\n${"x".repeat(0x400)}\r\n`);
  });
  expect(await send()).toEqual({
    status: 200,
    responseBody: "x".repeat(MAX_RESPONSE_BYTES),
    retryAfter: undefined,
  });
  await send();
  expect(connections()).toBe(2);
});

test("a 2xx status in time counts even if the body never ends or breaks off", async () => {
  const partial = "HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nbe";
  const slow = await receiver((socket) => socket.write(partial));
  expect(await slow.send(200)).toEqual({ status: 202, responseBody: "be", retryAfter: undefined });
  const broken = await receiver((socket) => socket.end(partial));
  expect(await broken.send()).toEqual({ status: 202, responseBody: "be", retryAfter: undefined });
});

test("an ignored body is not awaited, and the connection is reused when the body ends", async () => {
  const partial = "HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nbe";
  const endless = await receiver((socket) => socket.write(partial));
  const status = { status: 202, responseBody: "", retryAfter: undefined };
  expect(await endless.send(60_000, { ignoresBody: true })).toEqual(status);
  const whole = await receiver((socket) => socket.write(`${partial}gun it!`));
  for (let i = 0; i < 3; i++) {
    expect(await whole.send(60_000, { ignoresBody: true })).toEqual(status);
    await Bun.sleep(20);
  }
  expect(whole.connections()).toBe(1);
});

test("the timeout covers the whole request: a silent receiver, and one that sends its headers slowly", async () => {
  const silent = await receiver(() => {});
  const dribbling = await receiver((socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 200 OK\r\nX-A: b\r\n".slice(0, 1)), 20);
    socket.on("close", () => clearInterval(timer));
  });
  for (const { send } of [silent, dribbling]) {
    const begin = performance.now();
    const posted = await send(200);
    expect(posted.error).toBeString();
    expect(performance.now() - begin).toBeWithin(0, 1_500);
  }
  expect(await silent.send(100)).toEqual({ error: "timed out" });
});

test("a reset, a refused connection and a response that is not HTTP are errors with a reason", async () => {
  const reset = await receiver((socket) => socket.resetAndDestroy());
  expect(await reset.send()).toEqual({ error: "connection reset" });
  const notHttp = await receiver((socket) => socket.end("hello\r\n\r\n"));
  expect((await notHttp.send()).error).toBeString();
  const post = createPost({ allowedHosts: ["127.0.0.1:1"], resolve: async () => [] });
  const refused = await post({ url: "http://127.0.0.1:1/", headers: {}, body: bytes(""), timeoutMs: 1_000 });
  expect(refused).toEqual({ error: "connection refused" });
  post.close();
});

test("a header that can't be sent is an error with a reason", async () => {
  const post = createPost({ allowedHosts: ["127.0.0.1:1"], resolve: async () => [] });
  const headers = { Authorization: "Bearer a\nb" };
  const { error } = await post({ url: "http://127.0.0.1:1/", headers, body: bytes(""), timeoutMs: 1_000 });
  expect(error).toBeString();
  post.close();
});

test("a request on an idle connection that the receiver closed is sent again on another one", async () => {
  const { send, connections } = await receiver((socket, _, connection) => {
    if (connection === 1 && socket.bytesWritten > 0) socket.resetAndDestroy();
    else socket.write(OK);
  });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(200);
  expect(connections()).toBe(2);
});

test("a name with a private address among public ones is not connected to", async () => {
  const { seen, host } = await receiver((socket) => socket.end());
  const addresses = ["2606:2800:220:1::1", "93.184.215.14", "127.0.0.1"];
  const resolve = async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const post = createPost({ allowedHosts: [], resolve });
  posts.push(post);
  const posted = await post({ url: `https://${host}/`, headers: {}, body: bytes("{}"), timeoutMs: 500 });
  expect(posted).toEqual({
    error: "not allowed: receiver.example resolves to 127.0.0.1 (loopback)",
  });
  expect(seen).toEqual([]);
});

test("nothing is sent on a connection to a private address, even if its name was checked before", async () => {
  const { seen, host } = await receiver((socket) => socket.end());
  let asked = 0;
  // The checked address is public, the connected one is not.
  const fickle = {
    family: 4,
    get address() {
      return asked++ === 0 ? "93.184.215.14" : "127.0.0.1";
    },
  };
  const post = createPost({ allowedHosts: [], resolve: async () => [fickle] });
  posts.push(post);
  const posted = await post({ url: `https://${host}/`, headers: {}, body: bytes("{}"), timeoutMs: 5_000 });
  expect(posted).toEqual({ error: "not allowed: connected to 127.0.0.1 (loopback)" });
  expect(seen).toEqual([]);
});
