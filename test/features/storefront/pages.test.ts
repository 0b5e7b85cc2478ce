import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../src/app.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { listClients } from "../../../src/features/stores/list-clients.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { lookupOf } from "../../../src/lib/secret.ts";
import { type Document, operationsOf, readDocument } from "../../contract/document.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const SHOP = "https://shop.example";
const ELSEWHERE = "https://elsewhere.example";
const SCOPES = ["storefront_events_write"];

const service = useService();
const store = useStore(service);
let client: { clientId: string; secret: string };
let document: Document;
beforeAll(async () => {
  client = await newPageClient([SHOP, "https://Shop.Example:8443/"]);
  document = await readDocument(createApp(store.ctx, { ready: true, stopping: false }));
});

function newPageClient(origins: string[]): Promise<{ clientId: string; secret: string }> {
  return createClient(store.ctx, store.id, { name: "pages", scopes: SCOPES, origins });
}

const pathOf = (storeId: string) => `/v2.2/stores/${storeId}/storefront/events`;

let events = 0;

function send(headers: Record<string, string>, secret = client.secret): Promise<Response> {
  const event = {
    eventId: `page-${++events}`,
    eventName: "page_viewed",
    source: "storefront",
    timestamp: "2026-03-02T09:10:00Z",
  };
  return service.fetch(pathOf(store.id), {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(event),
  });
}

function preflight(
  origin: string | undefined,
  path = pathOf(store.id),
  method: string | undefined = "POST",
): Promise<Response> {
  const headers = {
    ...(method !== "" && { "Access-Control-Request-Method": method }),
    "Access-Control-Request-Headers": "authorization,content-type",
    ...(origin !== undefined && { Origin: origin }),
  };
  return service.fetch(path, { method: "OPTIONS", headers });
}

/** Returns the CORS headers of a response. */
function corsOf({ headers }: Response): Record<string, string> {
  const all = [...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary");
  return Object.fromEntries(all);
}

const READABLE = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "X-Request-Id, Retry-After, Ignored-Fields",
  vary: "Origin",
});

describe("a publishable secret", () => {
  test("has its own prefix, and is listed with its origins in the form that browsers send", async () => {
    expect(client.secret).toMatch(/^aftersale_pub_[0-9a-z]{55}$/);
    expect(lookupOf(client.secret)).toBeString();
    expect(lookupOf(client.secret.replace("_pub_", "_"))).toBeString();
    const listed = await listClients(store.ctx, store.id);
    expect(listed.find(({ clientId }) => clientId === client.clientId)).toMatchObject({
      scopes: SCOPES,
      origins: [SHOP, "https://shop.example:8443"],
    });
  });

  test("without its prefix is invalid", async () => {
    expect((await send({ Origin: SHOP }, client.secret.replace("_pub_", "_"))).status).toBe(401);
  });

  test("sends events from its origins, and the page may read the response", async () => {
    for (const origin of [SHOP, "https://shop.example:8443"]) {
      const answer = await send({ Origin: origin });
      expect([answer.status, corsOf(answer)]).toEqual([204, READABLE(origin)]);
    }
  });

  test("a page may read its error too", async () => {
    const answer = await send({ Origin: SHOP, "Content-Type": "text/csv" });
    expect([answer.status, corsOf(answer)]).toEqual([415, READABLE(SHOP)]);
  });

  test.each([
    ELSEWHERE,
    "http://shop.example",
    "https://shop.example:443",
    "https://shop.example.evil.example",
    "https://sub.shop.example",
    "https://shop.example/",
    "HTTPS://SHOP.EXAMPLE",
    "null",
    "",
    `${SHOP}, ${ELSEWHERE}`,
  ])("from the origin %p is 403", async (origin) => {
    const answer = await send({ Origin: origin });
    expect(corsOf(answer)).toEqual({});
    const refused = await answerOf(answer);
    expect(refused).toEqual(problemAnswer(403, "This publishable secret is only for pages of its origins."));
    expect(refused.body).toMatchObject({ code: "origin_not_allowed" });
  });

  test("without an origin, as in a server's request, is 403", async () => {
    expect(await answerOf(send({}))).toMatchObject({ status: 403, body: { code: "origin_not_allowed" } });
  });

  test("is invalid for every other operation, whose responses no page may read", async () => {
    const open: string[] = [];
    for (const { operationId, method, path, requestBody } of operationsOf(document)) {
      if (operationId === "recordStorefrontEvent") continue;
      const url = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "any");
      const answer = await service.fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${client.secret}`,
          Origin: SHOP,
          ...(requestBody && { "Content-Type": "application/json" }),
        },
        ...(requestBody && { body: "{}" }),
      });
      const isRefused = answer.status === (path.startsWith("/api/") ? 401 : 403);
      if (!isRefused || Object.keys(corsOf(answer)).length > 0) open.push(`${operationId} ${answer.status}`);
    }
    expect(open).toEqual([]);
  });

  test("is invalid for them also if its row was given their scopes", async () => {
    const { clientId, secret } = await newPageClient([SHOP]);
    await store.ctx.db.execute(
      sql`update api_clients set scopes = array['orders_read', 'storefront_events_write'] where id = ${clientId}`,
    );
    expect((await send({ Origin: SHOP }, secret)).status).toBe(204);
    const headers = { Authorization: `Bearer ${secret}`, Origin: SHOP };
    const answer = await service.fetch(`/v2.2/stores/${store.id}/orders`, { headers });
    expect(corsOf(answer)).toEqual({});
    expect(await answerOf(answer)).toEqual(problemAnswer(403, "This operation takes no publishable secret."));
  });

  test("that is revoked is invalid for requests and for preflight requests", async () => {
    const { clientId, secret } = await newPageClient(["https://gone.example"]);
    expect((await send({ Origin: "https://gone.example" }, secret)).status).toBe(204);
    await revokeClient(store.ctx, store.id, clientId);
    expect((await send({ Origin: "https://gone.example" }, secret)).status).toBe(401);
    expect(corsOf(await preflight("https://gone.example"))).toEqual({ vary: "Origin" });
  });
});

describe("a secret that is not publishable", () => {
  test("sends storefront events without an allowed origin, and no page may read the response", async () => {
    const origins: Record<string, string>[] = [{}, { Origin: SHOP }, { Origin: ELSEWHERE }];
    for (const headers of origins) {
      const answer = await send(headers, store.secret);
      expect([answer.status, corsOf(answer)]).toEqual([204, {}]);
    }
  });
});

describe("a preflight request", () => {
  test("from an origin of the store's publishable secrets is allowed, without a secret", async () => {
    const answer = await preflight(SHOP);
    expect([answer.status, corsOf(answer)]).toEqual([
      204,
      {
        "access-control-allow-origin": SHOP,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers":
          "Authorization, Content-Type, Content-Encoding, Prefer, Idempotency-Key",
        "access-control-max-age": "3600",
        vary: "Origin",
      },
    ]);
  });

  test("from any other origin, or for another or an unknown store, is not allowed", async () => {
    const other = await service.newStore();
    const answers = [
      await preflight(ELSEWHERE),
      await preflight("null"),
      await preflight(undefined),
      await preflight(SHOP, pathOf(other.id)),
      await preflight(SHOP, pathOf("nowhere")),
      await preflight(SHOP, pathOf("%00")),
      await preflight(SHOP, pathOf("%ff")),
    ];
    for (const answer of answers) {
      expect([answer.status, corsOf(answer)]).toEqual([204, { vary: "Origin" }]);
    }
  });

  test.each([SHOP, "null"])(
    "from %s is allowed for the operations alone whose responses a page of it may read",
    async (origin) => {
      const { secret } = await newPageClient([origin]);
      const readable: string[] = [];
      for (const { operationId, method, path, requestBody } of operationsOf(document)) {
        const url = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "any");
        const answer = await service.fetch(url, {
          method,
          headers: {
            ...{ Authorization: `Bearer ${secret}`, Origin: origin },
            ...(requestBody && { "Content-Type": "application/json" }),
          },
          ...(requestBody && { body: "{}" }),
        });
        const asked = await preflight(origin, url, method.toUpperCase());
        const [allows, reads] = [asked, answer].map(({ headers }) =>
          headers.get("Access-Control-Allow-Origin"),
        );
        expect([operationId, allows]).toEqual([operationId, reads ?? null]);
        if (reads === origin) readable.push(operationId);
      }
      expect(readable).toEqual(["recordStorefrontEvent"]);
    },
  );

  test.each(["GET", "HEAD", "PUT", "DELETE", "post", "POST, GET", ""])(
    "for the method %p, whose responses no page may read, is not allowed",
    async (method) => {
      const answer = await preflight(SHOP, pathOf(store.id), method);
      expect([answer.status, corsOf(answer)]).toEqual([204, { vary: "Origin" }]);
    },
  );

  test("for any other operation is 405", async () => {
    for (const path of new Set(operationsOf(document).map((operation) => operation.path))) {
      if (path.endsWith("/storefront/events") || path.endsWith("/withdrawals")) continue;
      const url = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "any");
      const answer = await preflight(SHOP, url);
      expect([path, answer.status, corsOf(answer)]).toEqual([path, 405, {}]);
    }
  });
});

describe("a publishable secret", () => {
  const slow = useService({ databaseOf: service, eventRateLimit: 3 });
  const sendBy = (used: typeof service, secret: string, body: object, Origin = SHOP) =>
    used.fetch(pathOf(store.id), {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", Origin },
      body: JSON.stringify(body),
    });
  const visit = (more: object = {}) => ({
    ...{ eventId: crypto.randomUUID(), eventName: "page_viewed", source: "storefront" },
    ...{ timestamp: "2026-03-02T09:10:00Z", ...more },
  });

  test("may be for sandboxed frames, whose origin is null", async () => {
    const { secret } = await newPageClient(["null"]);
    const answer = await sendBy(service, secret, visit(), "null");
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([204, "null"]);
    expect((await sendBy(service, secret, visit(), SHOP)).status).toBe(403);
    expect((await sendBy(service, client.secret, visit(), "null")).status).toBe(403);
  });

  test("sends at most 64 KB in a body; a secret of a server sends more", async () => {
    const large = visit({ cart: { note: "x".repeat(64 * 1024) } });
    const answer = await sendBy(service, client.secret, large);
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([413, SHOP]);
    expect((await sendBy(service, client.secret, visit({ cart: { note: "x".repeat(60_000) } }))).status).toBe(
      204,
    );
    expect((await store.post("/stores/:store/storefront/events", large)).status).toBe(204);
  });

  test("sends no more than the store's rate of events, and the store's programs go on", async () => {
    const busy = await slow.newStore();
    const { secret } = await createClient(busy.ctx, busy.id, { name: "p", scopes: SCOPES, origins: [SHOP] });
    const headers = { Authorization: `Bearer ${secret}`, Origin: SHOP };
    const path = "/stores/:store/storefront/events";
    const answers = await Promise.all(Array.from({ length: 12 }, () => busy.post(path, visit(), headers)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeWithin(3, 10);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(12 - refused.length);
    expect(refused[0]?.headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
    expect(refused[0]?.headers.get("Retry-After")).toBe("1");
    expect((await busy.post(path, visit())).status).toBe(204);
  });
});

describe("a client with origins", () => {
  test("has its only allowed scope by default", async () => {
    const { clientId } = await createClient(store.ctx, store.id, { name: "pages", origins: [SHOP] });
    const listed = await listClients(store.ctx, store.id);
    expect(listed.find((one) => one.clientId === clientId)?.scopes).toEqual(SCOPES);
  });

  test.each([
    [["orders_read"], [SHOP]],
    [["storefront_events_write", "customers_read"], [SHOP]],
    [SCOPES, []],
    [SCOPES, [""]],
    [SCOPES, ["*"]],
    [SCOPES, ["https://*.shop.example"]],
    [SCOPES, ["shop.example"]],
    [SCOPES, ["https://shop.example/path"]],
    [SCOPES, ["https://user@shop.example"]],
    [SCOPES, ["ftp://shop.example"]],
    [SCOPES, Array.from({ length: 101 }, (_, i) => `https://shop-${i}.example`)],
  ])("with the scopes %p and the origins %p is rejected", async (scopes, origins) => {
    const made = createClient(store.ctx, store.id, { name: "pages", scopes, origins });
    expect(made).rejects.toMatchObject({ parts: { status: 400, code: "invalid_request" } });
    await made.catch(() => undefined);
  });
});
