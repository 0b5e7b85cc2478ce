import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { SCOPES } from "../../../../src/core/scopes.ts";
import { createClient } from "../../../../src/features/stores/create-client.ts";
import { listClients } from "../../../../src/features/stores/list-clients.ts";
import { revokeClient } from "../../../../src/features/stores/revoke-client.ts";
import { crc32, sha256 } from "../../../../src/lib/hash.ts";
import { newSecret } from "../../../../src/lib/secret.ts";
import { apiClients } from "../../../../src/platform/db/tables/stores.ts";
import { linkTo } from "../../../support/database-link.ts";
import { order } from "../../../support/fixtures.ts";
import { startService, type TestService } from "../../../support/service.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

describe("the secret", () => {
  test("has a prefix that identifies it, and a checksum", () => {
    expect(store.secret).toMatch(/^aftersale_[0-9a-z]{55}$/);
    const body = store.secret.slice("aftersale_".length, -7);
    expect(store.secret.slice(-7)).toBe(crc32(body).toString(36).padStart(7, "0"));
  });

  test("is stored only as a hash: the row, the log and the list contain no secret part of it", async () => {
    const { clientId, secret } = await createClient(store.ctx, store.id, { name: "till" });
    expect(await statusOf(service, `Bearer ${secret}`)).toBe(200);
    const { rows } = await store.ctx.db.execute<{ row: object }>(
      sql`select to_jsonb(${apiClients}) as row from ${apiClients} where ${eq(apiClients.id, clientId)}`,
    );
    expect(rows).toEqual([
      {
        row: {
          store_id: store.id,
          id: clientId,
          name: "till",
          scopes: [...SCOPES],
          lookup: secret.slice(10, 26),
          secret_hash: await sha256(secret),
          origins: [],
          created_at: expect.any(String),
          revoked_at: null,
          expires_at: null,
          last_used_at: expect.anything(),
          replaces: null,
        },
      },
    ]);
    const hidden = secret.slice(26, 58);
    expect(JSON.stringify([rows, service.log, await listClients(store.ctx, store.id)])).not.toContain(hidden);
  });

  test("with a typing error is 401 without a database query", async () => {
    const link = await linkTo(store.ctx.config.databaseUrl ?? "");
    const linked = await startService({ databaseUrl: link.url });
    await link.cut();
    const typo = store.secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const secret of [typo, store.secret.slice(0, -1), store.secret.toUpperCase(), "aftersale_", "x"]) {
      expect(await statusOf(linked, `Bearer ${secret}`)).toBe(401);
    }
    expect(await statusOf(linked, undefined)).toBe(401);
    expect(await statusOf(linked, `Bearer ${newSecret().secret}`)).toBe(503);
    await link.mend();
    expect(await statusOf(linked, `Bearer ${store.secret}`)).toBe(200);
    await linked.stop();
    await link.cut();
  });

  test("gets the same 401 when it is unknown, revoked or partly guessed", async () => {
    const { clientId, secret: revoked } = await createClient(store.ctx, store.id, { name: "till" });
    await revokeClient(store.ctx, store.id, clientId);
    const guessed = store.secret.slice(10, 26) + "0".repeat(32);
    const secrets = [
      newSecret().secret,
      revoked,
      `aftersale_${guessed}${crc32(guessed).toString(36).padStart(7, "0")}`,
    ];
    for (const secret of secrets) {
      const answer = await ask(service, `Bearer ${secret}`);
      expect([answer.status, answer.headers.get("WWW-Authenticate"), await answer.json()]).toEqual([
        401,
        "Bearer",
        {
          type: "about:blank",
          title: "Unauthorized",
          code: "unauthenticated",
          status: 401,
          detail: "A valid API secret is required: Authorization: Bearer <API_SECRET>.",
          instance: expect.stringMatching(/^urn:uuid:/),
        },
      ]);
    }
  });
});

describe("the Authorization header", () => {
  test.each([
    "Bearer SECRET",
    "bearer SECRET",
    "BEARER SECRET",
    "Bearer  SECRET",
    "Bearer    SECRET",
    " Bearer SECRET ",
  ])("may be %p", async (form) => {
    expect(await statusOf(service, form.replace("SECRET", store.secret))).toBe(200);
  });

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "SECRET",
    "BearerSECRET",
    "Bearer:SECRET",
    "Bearer\tSECRET",
    "Bearer SECRET x",
    "Bearer SECRET, Bearer SECRET",
    'Bearer "SECRET"',
    "Bearer <SECRET>",
    "Basic SECRET",
    "Token SECRET",
    `Bearer ${"x".repeat(100)}`,
    "Bearer null",
  ])("%p is 401 with WWW-Authenticate: Bearer", async (form) => {
    const answer = await ask(service, form?.replaceAll("SECRET", store.secret));
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });

  test("is the only way to send the secret: not the query, X-Authorization or basic authentication", async () => {
    const path = `/v2.2/stores/${store.id}/returns`;
    const basic = `Basic ${btoa(`${store.id}:${store.secret}`)}`;
    const answers = [
      await service.fetch(`${path}?access_token=${store.secret}&api_key=${store.secret}`),
      await service.fetch(path, { headers: { "X-Authorization": `Bearer ${store.secret}` } }),
      await service.fetch(path, { headers: { Authorization: basic } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test("is required on the order operations, whose 401 is {error}", async () => {
    for (const [path, init] of [
      [`/v2.2/stores/${store.id}/orders`, { method: "POST", body: JSON.stringify(order("1")) }],
      [`/v2.2/stores/${store.id}/orders/1`, {}],
    ] as const) {
      const answer = await service.fetch(path, init);
      expect([answer.status, answer.headers.get("WWW-Authenticate"), await answer.json()]).toEqual([
        401,
        "Bearer",
        { error: "A valid API secret is required: Authorization: Bearer <API_SECRET>." },
      ]);
    }
  });
});

describe("API clients", () => {
  test("of a store each have their own secret until they are revoked", async () => {
    const shop = await service.newStore();
    const second = await createClient(shop.ctx, shop.id, { name: "second" });
    const third = await createClient(shop.ctx, shop.id, { name: "third" });
    const at = (secret: string) => statusOf(service, `Bearer ${secret}`, shop.id);
    expect([await at(shop.secret), await at(second.secret), await at(third.secret)]).toEqual([200, 200, 200]);

    await revokeClient(shop.ctx, shop.id, second.clientId);
    expect([await at(shop.secret), await at(second.secret), await at(third.secret)]).toEqual([200, 401, 200]);
    const clients = await listClients(shop.ctx, shop.id);
    expect(clients.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
      ["test client", false],
      ["second", true],
      ["third", false],
    ]);
  });

  test("that are revoked get 401 at once on every process, also under load", async () => {
    const { clientId, secret } = await createClient(store.ctx, store.id, { name: "lost" });
    const other = await startService({ databaseUrl: store.ctx.config.databaseUrl });
    const both = () => [service, other].map((process) => statusOf(process, `Bearer ${secret}`));
    expect(await Promise.all(both())).toEqual([200, 200]);

    const before = Array.from({ length: 20 }, both).flat();
    await revokeClient(store.ctx, store.id, clientId);
    const after = Array.from({ length: 20 }, both).flat();
    expect(new Set(await Promise.all(after))).toEqual(new Set([401]));
    for (const status of await Promise.all(before)) expect([200, 401]).toContain(status);
    await other.stop();
  });

  test("that are revoked get 401 at once from operations that authenticate in their own statement, before any other error", async () => {
    const shop = await service.newStore();
    const lost = await Promise.all(["a", "b", "c"].map((name) => createClient(shop.ctx, shop.id, { name })));
    const [a = "", b = "", c = ""] = lost.map(({ secret }) => secret);
    const send = (key: string, body: object, storeId = shop.id) =>
      service
        .fetch(`/v2.2/stores/${storeId}/events`, {
          method: "POST",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        })
        .then(({ status }) => status);
    const event = { eventName: "visited", customer: { id: "ann" } };
    for (const key of [a, b, c, shop.secret]) expect(await send(key, event)).toBe(202);

    for (const { clientId } of lost) await revokeClient(shop.ctx, shop.id, clientId);
    const mixed = [shop.secret, a, shop.secret, a].map((key) => send(key, event));
    expect(await Promise.all(mixed)).toEqual([202, 401, 202, 401]);
    expect([await send(b, { eventName: "" }), await send(shop.secret, { eventName: "" })]).toEqual([
      401, 400,
    ]);
    expect([await send(c, event, store.id), await send(shop.secret, event, store.id)]).toEqual([401, 403]);
    const { rows } = await shop.ctx.db.execute(
      sql`select count(*)::int as count from events where store_id = ${shop.id}`,
    );
    expect(rows).toEqual([{ count: 6 }]);
  });

  test("are revoked once, and only by their own store", async () => {
    const { clientId, secret } = await createClient(store.ctx, store.id, { name: "till" });
    const otherStore = await service.newStore();
    await expect(revokeClient(otherStore.ctx, otherStore.id, clientId)).rejects.toThrow(
      "no active API client",
    );
    expect(await statusOf(service, `Bearer ${secret}`)).toBe(200);
    await revokeClient(store.ctx, store.id, clientId);
    await expect(revokeClient(store.ctx, store.id, clientId)).rejects.toThrow("no active API client");
  });

  test("have all scopes by default, or only the listed ones", async () => {
    const all = await createClient(store.ctx, store.id, { name: "all" });
    const some = await createClient(store.ctx, store.id, { name: "some", scopes: ["orders_read"] });
    const clients = await listClients(store.ctx, store.id);
    const scopesOf = (id: string) => clients.find(({ clientId }) => clientId === id)?.scopes;
    expect([scopesOf(all.clientId), scopesOf(some.clientId)]).toEqual([[...SCOPES], ["orders_read"]]);
    expect([
      await statusOf(service, `Bearer ${all.secret}`),
      await statusOf(service, `Bearer ${some.secret}`),
    ]).toEqual([200, 403]);
  });

  test("are not created without a name, a store or scopes, or with unknown scopes", async () => {
    // Its secret is never used: a use is stored without being waited for.
    const unused = await service.newStore();
    const make = (storeId: string, name: string, scopes?: string[]) =>
      createClient(unused.ctx, storeId, { name, ...(scopes && { scopes }) });
    const before = await listClients(unused.ctx, unused.id);
    await expect(make(unused.id, " ")).rejects.toThrow("needs a name");
    await expect(make("sto_nobody's", "till")).rejects.toThrow("There is no store");
    await expect(make(unused.id, "till", [])).rejects.toThrow("not none");
    await expect(make(unused.id, "till", ["orders_read", "orders_all"])).rejects.toThrow("not orders_all");
    expect(await listClients(unused.ctx, unused.id)).toEqual(before);
  });
});

/** Requests an operation that requires the scope returns_read. */
function ask(target: TestService, authorization: string | undefined, storeId = store.id): Promise<Response> {
  const headers = new Headers(authorization === undefined ? [] : [["Authorization", authorization]]);
  return target.fetch(`/v2.2/stores/${storeId}/returns`, { headers });
}

async function statusOf(
  target: TestService,
  authorization: string | undefined,
  storeId?: string,
): Promise<number> {
  return (await ask(target, authorization, storeId)).status;
}
