import { describe, expect, test } from "bun:test";
import { answerOf } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ publicUrl: "https://returns.example" });
const store = useStore(service);
const PATH = "/stores/:store/connectors/medusa";
const URL = "https://shop.example.com";
const CREDENTIALS = { apiKey: "sk_5f0c8a", webhookSecret: "a long random secret" };
const SHOWN = { kind: "medusa", url: URL, enabled: true, state: "ok" };

test("a shop is connected, shown without its credentials, turned off and disconnected", async () => {
  const connector = {
    ...{ ...SHOWN, lastSuccessAt: null, lastError: null, lag: null },
    webhookUrl: `https://returns.example/hooks/medusa/${store.id}`,
  };
  const put = await store.put(PATH, { url: URL, credentials: CREDENTIALS });
  expect([put.status, await put.json()]).toEqual([200, { connector }]);
  expect(await (await store.get("/stores/:store/connectors")).json()).toEqual({ connectors: [connector] });
  const off = await store.put(PATH, { enabled: false });
  expect(await off.json()).toEqual({ connector: { ...connector, enabled: false, state: "off" } });
  expect((await store.delete(PATH)).status).toBe(204);
  expect((await store.get(PATH)).status).toBe(404);
  expect((await store.delete(PATH)).status).toBe(404);
});

test("credentials are encrypted in the database", async () => {
  await store.put(PATH, { url: URL, credentials: CREDENTIALS });
  const { rows } = await store.ctx.db.execute<{ row: string }>(
    `select connectors::text as row from connectors where store_id = '${store.id}'`,
  );
  expect(rows).toHaveLength(1);
  for (const secret of [CREDENTIALS.apiKey, CREDENTIALS.webhookSecret])
    expect(rows[0]?.row).not.toContain(secret);
});

test("an address that is written in another way is that of the same shop", async () => {
  await store.put(PATH, { url: URL, credentials: CREDENTIALS });
  const idOf = async () => {
    const { rows } = await store.ctx.db.execute(`select id from connectors where store_id = '${store.id}'`);
    return rows;
  };
  const before = await idOf();
  for (const url of ["HTTPS://Shop.Example.com:443/", URL]) {
    const put = await answerOf(store.put(PATH, { url }));
    expect(put).toMatchObject({ status: 200, body: { connector: { ...SHOWN, url } } });
    expect(await idOf()).toEqual(before);
  }
  // Its orders and payouts are still those of this shop when it is connected again.
  await store.delete(PATH);
  await store.put(PATH, { url: "https://SHOP.example.com/", credentials: CREDENTIALS });
  expect(await idOf()).toEqual(before);
});

describe("refused are", () => {
  test.each([
    ["credentials that lack one", { credentials: { apiKey: "sk_5f0c8a" } }, "/credentials/webhookSecret"],
    ["a private address", { url: "https://10.0.0.5", credentials: CREDENTIALS }, "/url"],
    ["an address by http", { url: "http://shop.example.com", credentials: CREDENTIALS }, "/url"],
    ["an address with a query", { url: "https://shop.example.com?x=1", credentials: CREDENTIALS }, "/url"],
    ["another address without the credentials", { url: "https://other.example.com" }, "/credentials"],
  ])("%s", async (_, body, pointer) => {
    await store.put(PATH, { url: URL, credentials: CREDENTIALS });
    const refused = await answerOf(store.put(PATH, body));
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(await (await store.get(PATH)).json()).toMatchObject({ connector: SHOWN });
  });

  test("a new connector without credentials", async () => {
    const other = await service.newStore();
    const refused = await answerOf(other.put(PATH, { enabled: true }));
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/credentials" }] } });
  });

  test("a kind of shop that isn't known", async () => {
    expect(
      (await store.put("/stores/:store/connectors/prestashop", { credentials: CREDENTIALS })).status,
    ).toBe(404);
  });
});
