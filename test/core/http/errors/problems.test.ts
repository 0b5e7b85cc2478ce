import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createApp } from "../../../../src/app.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import { answerOf, JSON_TYPE, problemAnswer } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { json } from "../../../support/warehouse.ts";

const RETURNS = "/stores/:store/returns";
const ORDERS = "/stores/:store/orders";

const service = useService();
const store = useStore(service);
beforeAll(async () => {
  await store.post(ORDERS, order("1001"));
});

describe("error responses are problem details", () => {
  test("401 for an unauthenticated client, with WWW-Authenticate", async () => {
    const answer = await service.fetch("/v2.2/returns/ret_1");
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    const detail = "A valid API secret is required: Authorization: Bearer <API_SECRET>.";
    expect(await answerOf(answer)).toEqual(problemAnswer(401, detail));
  });

  test("403 for a secret without the scope, and for another store", async () => {
    const reader = await store.withScopes("orders_read");
    const detail = "This API secret lacks the scope returns_read.";
    expect(await answerOf(reader.get("/returns/ret_1"))).toEqual(problemAnswer(403, detail));
    expect(await answerOf(store.get("/stores/elsewhere/orders/1001"))).toEqual(
      problemAnswer(403, "This API secret belongs to another store."),
    );
  });

  test("404 for an object that the store doesn't have", async () => {
    const detail = "The store has no return ret_1.";
    expect(await answerOf(store.get("/returns/ret_1"))).toEqual(problemAnswer(404, detail));
  });

  test.each([
    "/v2.2",
    "/v2.2/",
    "/v2.1/stores/x/orders",
    "/v2.2/stores",
    "/v2.2/stores/x/nothing",
    "/v2.2/orders/1001",
    "/v2.2//returns/ret_1",
    "/V2.2/returns/ret_1",
    "/v2.2/returns/ret_1/status/x",
    "/favicon.ico",
    "/.env",
    "/healthz/x",
  ])("404 for an unknown route, with or without a secret: %s", async (path) => {
    for (const headers of [new Headers(), new Headers({ Authorization: `Bearer ${store.secret}` })]) {
      const answer = await answerOf(service.fetch(path, { headers }));
      expect(answer).toEqual(problemAnswer(404, `There is nothing at ${path}.`));
    }
  });

  test("409 for a conflict with a concurrent request", async () => {
    await store.post(
      RETURNS,
      returnOf("1001", { items: [{ lineItemId: "line-2", quantity: 1, reason: "" }] }),
    );
    const again = returnOf("1001", { items: [{ lineItemId: "line-2", quantity: 1, reason: "" }] });
    const detail = "Line item line-2 has fewer than 1 unit left to return.";
    expect(await answerOf(store.post(RETURNS, again))).toEqual(problemAnswer(409, detail));
  });

  test("413 for a body over the limit", async () => {
    const body = returnOf("1001", { notes: "x".repeat(1024 * 1024) });
    const answer = await answerOf(store.post(RETURNS, body));
    expect(answer).toEqual(problemAnswer(413, "The body may have at most 1048576 bytes."));
  });

  test("415 for another content type", async () => {
    const answer = await answerOf(store.post(RETURNS, returnOf("1001"), { "Content-Type": "text/csv" }));
    expect(answer).toEqual(problemAnswer(415, "The body must be application/json, not text/csv."));
  });
});

test("405 with Allow, for every method that a path doesn't support", async () => {
  const { routes: all } = createApp(store.ctx, { ready: true, stopping: false });
  // In the console, the docs and among the shopper's pages a missing page is a page that says so.
  const routes = all.filter(({ path }) => !path.startsWith("/console") && !path.endsWith("/*"));
  const patterns = routes.map(({ method, path }) => ({
    methods: method === "GET" ? ["GET", "HEAD"] : [method],
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
  }));
  for (const path of new Set(routes.map((route) => route.path.replaceAll(/:\w+/g, "x")))) {
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    const methods = new Set(matching.flatMap((route) => route.methods));
    const allow = [...methods].sort().join(", ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
      if (methods.has(method)) continue;
      const answer = await service.fetch(path, { method });
      expect(answer.headers.get("Allow")).toBe(allow);
      const detail = `${path} allows ${allow}.`;
      expect(await answerOf(answer)).toEqual(
        path.startsWith("/api/") ? json(405, { message: detail }) : problemAnswer(405, detail),
      );
    }
  }
});

test("HEAD has the response of GET without the body", async () => {
  const headers = { Authorization: `Bearer ${store.secret}` };
  for (const [path, status] of [
    [`/v2.2/stores/${store.id}/returns`, 200],
    ["/v2.2/returns/ret_1", 404],
    ["/v2.2/nowhere", 404],
  ] as const) {
    const answer = await service.fetch(path, { method: "HEAD", headers });
    expect(answer.status).toBe(status);
  }
});

describe("on the order operations", () => {
  test("400, 404 and 409 are {error}", async () => {
    const answers = [
      await answerOf(store.post(ORDERS, {})),
      await answerOf(store.post(ORDERS, order("1001"))),
      await answerOf(store.get(`${ORDERS}/1002`)),
    ];
    expect(answers).toEqual([
      {
        status: 400,
        type: JSON_TYPE,
        body: { error: "orderId is required. createdAt is required. lineItems is required." },
      },
      { status: 409, type: JSON_TYPE, body: { error: "The store already has an order 1001." } },
      { status: 404, type: JSON_TYPE, body: { error: "The store has no order 1002." } },
    ]);
  });

  test("403, 413 and 415 are problems as on other operations", async () => {
    const reader = await store.withScopes("orders_read");
    const answers = [
      await answerOf(reader.post(ORDERS, order("1002"))),
      await answerOf(store.post(ORDERS, order("1002", { tags: ["x".repeat(1024 * 1024)] }))),
      await answerOf(store.post(ORDERS, order("1002"), { "Content-Type": "application/xml" })),
    ];
    expect(answers).toEqual([problemAnswer(403), problemAnswer(413), problemAnswer(415)]);
  });
});

describe("every request", () => {
  test("has an id, in X-Request-Id and in its log line, with any result", async () => {
    for (const path of [
      "/v2.2/returns/ret_1/status",
      "/v2.2/nowhere",
      "/healthz",
      `/v2.2/stores/${store.id}/returns`,
    ]) {
      const answer = await service.fetch(path, { headers: { Authorization: `Bearer ${store.secret}` } });
      const id = answer.headers.get("X-Request-Id");
      const { pathname } = new URL(path, "http://localhost");
      expect(service.log.filter(({ requestId }) => requestId === id)).toEqual([
        expect.objectContaining({ msg: "request", method: "GET", path: pathname, status: answer.status }),
      ]);
    }
  });

  test("of any method and path gets a response, and never a 5xx", async () => {
    const method = fc.constantFrom(
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "PROPFIND",
      "get",
      "X",
    );
    const part = fc.oneof(
      fc.constantFrom(
        "v2.2",
        "stores",
        store.id,
        "orders",
        "returns",
        "1001",
        "comments",
        "image",
        "status",
        "docs",
      ),
      fc.constantFrom(
        "..",
        ".",
        "%00",
        "%2e%2e",
        "%ff",
        "%",
        "%zz",
        "%ED%A0%80",
        "%2F",
        "__proto__",
        "*",
        ":storeId",
      ),
      fc.string({ maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    const query = fc.option(fc.string({ unit: "binary", maxLength: 60 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.array(part, { maxLength: 9 }),
        query,
        fc.boolean(),
        async (verb, parts, search, known) => {
          const path = `/${parts.join("/")}${search === undefined ? "" : `?${search}`}`.slice(0, 200);
          const headers = new Headers(known ? { Authorization: `Bearer ${store.secret}` } : {});
          const answer = await service.fetch(path, { method: verb, headers });
          expect(answer.status).toBeLessThan(500);
          expect(answer.headers.get("X-Request-Id")).toBeTruthy();
          if (answer.status >= 400 && verb !== "HEAD") {
            expect(["application/problem+json", JSON_TYPE]).toContain(
              answer.headers.get("Content-Type") ?? "",
            );
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
