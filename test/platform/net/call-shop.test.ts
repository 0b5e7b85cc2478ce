import { afterAll, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCallShop } from "../../../src/platform/net/call-shop.ts";

let requests = 0;
/** What a request to each path gets. */
const server = createServer((request, response) => {
  requests++;
  const { url = "" } = request;
  if (url === "/large") return response.end("x".repeat(2_000));
  if (url === "/cut") {
    response.writeHead(200, { "Content-Length": "100" });
    response.write("half");
    return setTimeout(() => request.socket.destroy(), 20);
  }
  if (url === "/drop") return request.socket.destroy();
  if (url === "/slow") return undefined;
  response.writeHead(201, { "X-Total": "7", "Content-Type": "application/json" });
  return response.end(JSON.stringify({ method: request.method, shop: request.headers["x-shop"] }));
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address() as AddressInfo;
const call = createCallShop({ resolve: async () => [], allowedHosts: [`127.0.0.1:${port}`] });
afterAll(() => {
  call.close();
  server.closeAllConnections();
  server.close();
});

function ask(path: string, method = "GET", timeoutMs = 2_000) {
  const url = `http://127.0.0.1:${port}${path}`;
  const request = { url, method, headers: { "x-shop": "linen" }, body: new Uint8Array(), owner: "sto_1" };
  return call({ ...request, timeoutMs, maxWholeBytes: 1_000 });
}

describe("a response of a shop", () => {
  test.each(["GET", "POST", "PUT", "DELETE"])("to %s comes whole, with its headers", async (method) => {
    const { status, ...answer } = await ask("/", method);
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      responseBody: JSON.stringify({ method, shop: "linen" }),
      headers: { "x-total": "7" },
    });
  });

  test.each([
    ["larger than the bound", "/large", { error: "the response has more than 1000 bytes", isTooLarge: true }],
    ["that ends early", "/cut", { error: "the response was cut off" }],
  ] as const)("%s is an error", async (_, path, answer) => {
    expect(await ask(path)).toEqual(answer);
  });

  test("that doesn't come in time is an error", async () => {
    expect(await ask("/slow", "GET", 50)).toEqual({ error: "timed out" });
  });
});

test("what may have had an effect is never sent again by itself, whatever becomes of its connection", async () => {
  // A connection that is kept open, and then reused.
  await ask("/");
  const before = requests;
  expect(await ask("/drop", "POST")).toHaveProperty("error");
  expect(requests - before).toBe(1);
});

test("a private address that isn't allowed is not asked", async () => {
  const before = requests;
  const closed = createCallShop({ resolve: async () => [], allowedHosts: [] });
  const url = `https://127.0.0.1:${port}/`;
  const request = { url, method: "GET", headers: {}, body: new Uint8Array(), owner: "sto_1" };
  const answer = await closed({ ...request, timeoutMs: 1_000, maxWholeBytes: 1_000 });
  closed.close();
  expect(answer).toMatchObject({ error: expect.stringContaining("not allowed") });
  expect(requests).toBe(before);
});
