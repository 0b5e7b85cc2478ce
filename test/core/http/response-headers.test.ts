import { describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { newPerson, ofPeople } from "../../support/console.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const plain = useService({ eventRateLimit: 0 });
const secure = useService({ databaseOf: plain, publicUrl: "https://api.shop.example", eventRateLimit: 0 });
const store = useStore(plain);

/** What is for every client and may be kept, and pictures of products, which are public elsewhere. */
const PUBLIC = /^\/(?:docs|openapi\.|llms\.txt|console\/assets\/|console\/stores\/[^/]+\/picture\b)/;
const HSTS = "Strict-Transport-Security";

type Sent = { path: string; method: string; headers: Record<string, string> };

/** A request of each route: with a secret, with a session, with neither. */
async function requestsOf(service: TestService): Promise<Sent[]> {
  const person = await newPerson(service, store, "owner");
  const { id } = await newReturn(store);
  const cookie = [...person.cookies].map(
    ([, value]) => `aftersale_session=${value}; __Host-aftersale_session=${value}`,
  );
  const { routes } = createApp(service.ctx, { ready: true, stopping: false });
  const ways: Record<string, string>[] = [
    {},
    { Authorization: `Bearer ${store.secret}` },
    { Cookie: cookie.join() },
  ];
  return routes.flatMap(({ method, path }) => {
    const filled = path
      .replace(":storeId", store.id)
      .replace(":returnId", id)
      .replaceAll(/:\w+|\*/g, "none");
    const known = method === "ALL" ? "GET" : method;
    return [filled, `${filled}?x=%00`].flatMap((address) => [
      ...ways.flatMap((headers) =>
        [known, "PURGE"].map((each) => ({ path: address, method: each, headers })),
      ),
      { path: address, method: "HEAD", headers: {} },
    ]);
  });
}

async function faultsOf(service: TestService, hsts: string | null): Promise<string[]> {
  const faults: string[] = [];
  const all = await requestsOf(service);
  expect(all.length).toBeGreaterThan(1_500);
  for (let i = 0; i < all.length; i += 40) {
    await Promise.all(
      all.slice(i, i + 40).map(async ({ path, method, headers }) => {
        const signal = AbortSignal.timeout(5_000);
        const response = await service.fetch(path, { method, headers, signal });
        void response.body?.cancel();
        const kept = response.headers.get("Cache-Control");
        const found = [
          response.headers.get("X-Content-Type-Options") === "nosniff" ? "" : "may be guessed",
          kept === "no-store" || (PUBLIC.test(path) && kept !== null) ? "" : `may be kept: ${kept}`,
          response.headers.get(HSTS) === hsts ? "" : `has ${HSTS} ${response.headers.get(HSTS)}`,
        ].filter((fault) => fault !== "");
        if (found.length > 0) faults.push(`${method} ${path} ${response.status} ${found.join(", ")}`);
      }),
    );
  }
  return faults;
}

describe("every response of every route", () => {
  test("can't be guessed at, and is kept by no cache unless it is for every client", async () => {
    expect(await faultsOf(plain, null)).toEqual([]);
  }, 120_000);

  test("says so too with an https address, and that browsers must use it", async () => {
    expect(await faultsOf(secure, "max-age=31536000")).toEqual([]);
  }, 120_000);

  test("follows a trusted proxy that was reached by https", async () => {
    const behind = plain.ctx.config;
    const { trustProxy } = behind;
    behind.trustProxy = true;
    const reached = await plain.fetch("/healthz", { headers: { "X-Forwarded-Proto": "https" } });
    behind.trustProxy = trustProxy;
    expect(reached.headers.get(HSTS)).toBe("max-age=31536000");
    const other = await plain.fetch("/healthz", { headers: { "X-Forwarded-Proto": "https" } });
    expect(other.headers.get(HSTS)).toBeNull();
  });
});

describe("files", () => {
  test("that a secret may read are kept by no cache", async () => {
    const { id } = await newReturn(store);
    const image =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const commented = await store.post(`/returns/${id}/comments`, { comment: { image } });
    const { comment } = (await commented.json()) as { comment: { image: string } };
    const headers = { Authorization: `Bearer ${store.secret}` };
    const read = await plain.fetch(new URL(comment.image).pathname, { headers });
    expect([read.status, read.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  });
});

describe("cookies", () => {
  test("with https belong to this host alone, and those without the prefix are not taken", async () => {
    const person = await newPerson(secure, store, "owner");
    const token = person.cookies.get("aftersale_session") ?? "";
    const open = (Cookie: string) => secure.fetch(`/console/stores/${store.id}`, { headers: { Cookie } });
    for (const name of ["aftersale_session", "__Secure-aftersale_session"]) {
      expect((await open(`${name}=${token}`)).status).toBe(303);
    }
    secure.setClock(new Date(Date.now() + 3_600_000));
    const opened = await open(`__Host-aftersale_session=${token}`);
    secure.setClock(undefined);
    expect(opened.status).toBe(200);
    const [set = ""] = opened.headers.getSetCookie();
    expect(set).toMatch(
      /^__Host-aftersale_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/,
    );
    await ofPeople(secure.ctx).db.execute("delete from sessions");
  });
});
