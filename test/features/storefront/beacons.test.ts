import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const SHOP = "https://shop.example";
const service = useService();
const store = useStore(service);
const path = () => `/v2.2/stores/${store.id}/storefront/events`;
let secret = "";
beforeAll(async () => {
  ({ secret } = await newPageClient([SHOP]));
});

function newPageClient(origins: string[]): Promise<{ clientId: string; secret: string }> {
  return createClient(store.ctx, store.id, { name: "pages", origins });
}

type Sent = { origin?: string | undefined; headers?: Record<string, string>; body?: string };

/** Sends what a page's `navigator.sendBeacon` sends: text, and no header of its own. */
function beacon(query: string, { origin = SHOP, headers = {}, body = JSON.stringify(visit()) }: Sent = {}) {
  return service.fetch(`${path()}${query}`, {
    ...{ method: "POST", body },
    headers: { "Content-Type": "text/plain;charset=UTF-8", ...(origin && { Origin: origin }), ...headers },
  });
}

const visit = (eventId: string = crypto.randomUUID()) => ({
  ...{ eventId, eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" },
});

test("a page's beacon has the publishable secret in its address, and its event is stored", async () => {
  const sent = visit();
  const answer = await beacon(`?key=${secret}`, { body: JSON.stringify(sent) });
  expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([204, SHOP]);
  const json = await beacon(`?key=${secret}`, { headers: { "Content-Type": "application/json" } });
  expect(json.status).toBe(204);
  const listed = await answerOf(store.get("/stores/:store/storefront/events"));
  expect(JSON.stringify(listed.body)).toContain(sent.eventId);
});

test("the origin counts as with the header", async () => {
  const sandboxed = await newPageClient(["null"]);
  expect((await beacon(`?key=${sandboxed.secret}`, { origin: "null" })).status).toBe(204);
  for (const origin of ["null", "https://elsewhere.example", ""]) {
    const refused = await answerOf(beacon(`?key=${secret}`, { origin }));
    expect(refused).toEqual(problemAnswer(403, "This publishable secret is only for pages of its origins."));
  }
});

describe("whatever a page gives to sendBeacon, from an origin or a sandbox", () => {
  /** What browsers send of each: a body with its media type, if it has one. */
  const SENT: Record<string, string | undefined> = {
    "a string": "text/plain;charset=UTF-8",
    "a blob of text": "text/plain",
    "a blob without a type, or a buffer": undefined,
    "a blob of JSON": "application/json",
  };
  test.each(Object.keys(SENT))("%s is stored", async (what) => {
    for (const origin of [SHOP, "null"]) {
      const { secret: key } = await newPageClient([origin]);
      const type = SENT[what];
      const sent = visit();
      const answer = await service.fetch(`${path()}?key=${key}`, {
        method: "POST",
        // Bytes, because a request gives a string a type of its own.
        body: new TextEncoder().encode(JSON.stringify(sent)),
        headers: { Origin: origin, ...(type !== undefined && { "Content-Type": type }) },
      });
      expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([204, origin]);
      const { body } = await answerOf(store.get("/stores/:store/storefront/events"));
      expect(JSON.stringify(body)).toContain(sent.eventId);
      const asked = await service.fetch(`${path()}?key=${key}`, {
        method: "OPTIONS",
        headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
      });
      expect([asked.status, asked.headers.get("Access-Control-Allow-Origin")]).toEqual([204, origin]);
    }
  });
});

test("no other secret is taken from an address, nor one that was revoked", async () => {
  const revoked = await newPageClient([SHOP]);
  await revokeClient(store.ctx, store.id, revoked.clientId);
  const wrong = [
    ...["", "?key", "?key=", `?key=${store.secret}`, `?key=${store.secret.replace("_", "_pub_")}`],
    ...[`?key=${revoked.secret}`, `?key=x&key=${secret}`, `?KEY=${secret}`, `?secret=${secret}`],
    ...[`?key=Bearer%20${secret}`, `?key=${secret}%00`, `?key=${secret}x`, "?key=aftersale_pub_"],
  ];
  for (const query of wrong) expect([query, (await beacon(query)).status]).toEqual([query, 401]);
});

test("a secret in a header is the one that counts, and its body is JSON", async () => {
  const wrong = { Authorization: "Bearer x" };
  expect((await beacon(`?key=${secret}`, { headers: wrong })).status).toBe(401);
  const own = { Authorization: `Bearer ${secret}` };
  expect((await beacon(`?key=${secret}`, { headers: own })).status).toBe(415);
});

test("it is no credential of any other operation, or in another store", async () => {
  const other = await service.newStore();
  for (const each of ["storefront/events", "orders", "returns"]) {
    const answer = await service.fetch(`/v2.2/stores/${store.id}/${each}?key=${secret}`, {
      headers: { Origin: SHOP },
    });
    expect([each, answer.status]).toEqual([each, 401]);
  }
  const foreign = await service.fetch(`/v2.2/stores/${other.id}/storefront/events?key=${secret}`, {
    ...{ method: "POST", body: JSON.stringify(visit()) },
    headers: { "Content-Type": "text/plain", Origin: SHOP },
  });
  expect(foreign.status).toBe(403);
});

test("its bounds and its errors are those of the header", async () => {
  const large = JSON.stringify({ ...visit(), cart: { note: "x".repeat(64 * 1024) } });
  expect((await beacon(`?key=${secret}`, { body: large })).status).toBe(413);
  for (const body of ["", "{", "a=1", "[]"]) {
    expect([body, (await beacon(`?key=${secret}`, { body })).status]).toEqual([body, 400]);
  }
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await beacon(`?key=${secret}`, { headers: form })).status).toBe(415);
});

test("the secret is in no log, response or row", async () => {
  const before = service.log.length;
  const answers = [await beacon(`?key=${secret}`), await beacon(`?key=${secret}`, { body: "{" })];
  for (const answer of answers) {
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(secret);
  }
  await store.ctx.requestLog.flush();
  expect(JSON.stringify(service.log.slice(before))).not.toContain("aftersale_pub_");
  const { rows } = await store.ctx.db.execute<{ text: string }>(sql`
    select row::text as text from requests as row where store_id = ${store.id}
    union all select row::text from storefront_events as row where store_id = ${store.id}`);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter(({ text }) => text.includes("aftersale_pub_"))).toEqual([]);
});
