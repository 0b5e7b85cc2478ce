import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { purgeStore, STORE_TABLES } from "../../../src/features/stores/purge-store.ts";
import { type Cli, createCli, refused } from "../../support/cli.ts";
import { BULK, event } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { indexReads } from "../../support/index-reads.ts";
import { fillOld } from "../../support/old-rows.ts";
import { startOrderImport } from "../../support/order-imports.ts";
import { moveTo, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { patchItem } from "../../support/stock.ts";
import { readTables } from "../../support/tables.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const service = useService();
let cli: Cli;
beforeAll(() => {
  cli = createCli(environmentOf(service), { asProcess: / (?:list|delete)$|^integration/ });
});

describe("lists and deletions", () => {
  test("a location that is deleted can't be chosen, and what names it keeps its address", async () => {
    const store = await service.newStore();
    const create = `location create --store ${store.id} --city`;
    const { locationId: first } = await cli.json(create, "Main", "--name", "first");
    const { locationId: second } = await cli.json(create, "Other", "--name", "second");
    await store.post("/stores/:store/orders", order("pinned", { locationId: second }));
    const destroy = (id: unknown) => cli.run(`location delete --store ${store.id} --location ${id}`);
    expect(await destroy(first)).toEqual(
      refused(`${first} is the default location: make another one the default first.`),
    );
    const level = { product: { id: "tee", title: "Tee" }, location_id: second, quantity: 1 };
    const stock = (quantity: number) =>
      store.put("/stores/:store/inventory-levels", { inventory_levels: [{ ...level, quantity }] });
    await stock(1);
    expect(await destroy(second)).toEqual(refused(`${second} has stock: set its levels to 0 first.`));
    await stock(0);

    expect((await destroy(second)).code).toBe(0);
    expect((await destroy(second)).err).toBe(`The store ${store.id} has no location ${second}.\n`);
    expect(await cli.json(`location list --store ${store.id}`)).toMatchObject({ locations: [{ id: first }] });
    expect((await store.post("/stores/:store/orders", order("late", { locationId: second }))).status).toBe(
      400,
    );
    const made = await store.post("/stores/:store/returns", returnOf("pinned"));
    expect(await made.json()).toMatchObject({
      return: { destination: { mailingAddress: { city: "Other" } } },
    });
  });

  test("integrations, webhooks and clients are listed without secrets, and end when they are deleted", async () => {
    const store = await service.newStore();
    const of = `--store ${store.id}`;
    const url = "https://rma.example.test/returns";
    const { integrationId } = await cli.json(
      `integration create ${of} --provider acme --url ${url} --token sesame`,
    );
    const { webhookId } = await cli.json(`webhook create ${of} --url ${url} --token sesame`);
    const { clientId } = await cli.json(`client create ${of} --name other`);
    const [integrations, webhooks] = [
      await cli.json(`integration list ${of}`),
      await cli.json(`webhook list ${of}`),
    ];
    expect(integrations).toMatchObject({ integrations: [{ integrationId, provider: "acme", url }] });
    expect(webhooks).toMatchObject({ webhooks: [{ webhookId, topic: "return", url }] });
    expect(JSON.stringify([integrations, webhooks])).not.toContain("sesame");

    for (const line of [
      `integration delete ${of} --integration ${integrationId}`,
      `webhook delete ${of} --webhook ${webhookId}`,
      `client delete ${of} --client ${clientId}`,
    ]) {
      expect(await cli.json(line)).toEqual({ deleted: true });
      expect((await cli.run(line)).code).toBe(1);
    }
    expect(await cli.json(`integration list ${of}`)).toEqual({ integrations: [] });
    expect(await cli.json(`webhook list ${of}`)).toEqual({ webhooks: [] });
    expect((await cli.json(`client list ${of}`)).clients).toHaveLength(1);
    await store.post("/stores/:store/orders", order("1"));
    const wanted = { ...returnOf("1"), options: { createExternalRMAs: true } };
    const opened = await store.post("/stores/:store/returns", wanted);
    expect(await opened.json()).toMatchObject({ externalRMAResponses: [] });
  });
});

describe("deleting a store", () => {
  test("the tables that are emptied are all those with rows of a store", async () => {
    const withStore = (await readTables())
      .filter(({ columns }) => columns.some(({ name }) => name === "storeId"))
      .map(({ name }) => name);
    expect([...STORE_TABLES].toSorted()).toEqual(withStore.filter((name) => name !== "stores").toSorted());
  });

  test("needs its name, ends its secrets at once, removes all of its rows in slices, and none of others", async () => {
    const gone = await service.newStore({ name: "Old shop" });
    const kept = await service.newStore({ beside: gone });
    for (const store of [gone, kept]) await fill(store);
    await gone.ctx.doneJobs.flush();
    const before = await rowsOf(kept);
    expect(await cli.run(`store delete --store ${gone.id} --confirm Shop`)).toEqual(
      refused(`To delete the store ${gone.id}, confirm its name: "Old shop".`),
    );
    expect(await cli.json(`store delete --store ${gone.id} --confirm`, "Old shop")).toEqual({
      deleted: true,
    });
    expect((await gone.get("/stores/:store/orders/1")).status).toBe(401);
    expect(await cli.run(`client create --store ${gone.id} --name me`)).toEqual(
      refused(`There is no store ${gone.id}.`),
    );
    expect(await cli.run(`store create --id ${gone.id} --name Again`)).toEqual(
      refused(`There is a store ${gone.id} already.`),
    );
    const { stores } = await cli.json("store list");
    expect((stores as { id: string }[]).map(({ id }) => id)).not.toContain(gone.id);

    // A turn without time does one slice: what a killed process has done stays done.
    const counts = [await countOf(gone)];
    while (!(await purgeStore(gone.ctx, gone.id, 0))) counts.push(await countOf(gone));
    expect(counts.length).toBeGreaterThan(2);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(await rowsOf(gone)).toEqual({});
    expect(await rowsOf(kept)).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(OF_SHOPS.filter((table) => !(table in before))).toEqual([]);
  }, 180_000);

  test("a process with workers does it, a minute after the deletion", async () => {
    const store = await service.newStore({ name: "Shop" });
    await fill(store);
    await cli.json(`store delete --store ${store.id} --confirm Shop`);
    await service.drain();
    expect(await countOf(store)).toBeGreaterThan(0);
    await store.ctx.db.execute(sql`update pgboss.job set start_after = now() where name = 'stores.purge'`);
    await service.drain();
    expect(await countOf(store)).toBe(0);
  });

  test("costs three times as much for three times as many rows, even while removed rows stay in the indexes", async () => {
    const readFor = async (count: number) => {
      const store = await service.newStore();
      await fillOld(store, "events", { storeId: store.id, count, ageSeconds: 0 });
      await store.ctx.db.execute(sql`update stores set removed_at = now() where store_id = ${store.id}`);
      await store.ctx.db.execute(sql`analyze events`);
      return indexReads(store.ctx, "events", async (ctx) => {
        while (!(await purgeStore(ctx, store.id, 0)));
      });
    };
    const [few, many] = [await readFor(3_000), await readFor(9_000)];
    expect(many / few).toBeLessThan(4.5);
  });

  test("a store that isn't deleted keeps every row", async () => {
    const store = await service.newStore();
    const before = await countOf(store);
    expect(await purgeStore(store.ctx, store.id)).toBe(true);
    expect(await countOf(store)).toBe(before);
  });
});

async function fill(store: TestStore): Promise<void> {
  await cli.json(`location create --store ${store.id} --name Main`);
  await cli.json(`webhook create --store ${store.id} --url https://hooks.example.com --token t`);
  await cli.json(`integration create --store ${store.id} --provider acme --url https://acme.example.test`);
  await store.post(BULK, { events: [event({ uniqueId: "one" }), {}] });
  await store.post("/stores/:store/orders", order("1"), { "Idempotency-Key": "one" });
  const made = await returnIn(store.post("/stores/:store/returns", returnOf("1")));
  await patchItem(store, made, { outcome: "restock" });
  await moveTo(store, made.id, "complete");
  await fillShop(store);
  await service.drain();
  await fillOld(store, "events", { storeId: store.id, count: 2_500, ageSeconds: 60 });
}

const OF_SHOPS = [
  ...["connectors", "connector_rejections", "connector_deletions", "order_imports"],
  ...["order_import_parts", "payouts", "payout_streams", "return_stock_changes", "restock_streams"],
];

/** Connects a shop, which has an order that could not be stored, and which is to change its stock; imports orders. */
async function fillShop(store: TestStore): Promise<void> {
  const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
  const connector = { url: "https://shop.example.com", enabled: false, credentials };
  expect((await store.put("/stores/:store/connectors/medusa", connector)).status).toBe(200);
  await store.ctx.db.execute(sql`
    insert into connector_rejections (store_id, connector_id, order_id, reason, rejected_at, retry_at)
    select store_id, id, 'order', 'No line.', now(), now() from connectors where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`
    insert into connector_deletions (store_id, connector_id, order_id, deleted_at)
    select store_id, id, 'gone', now() from connectors where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`insert into restock_streams (store_id, id) values (${store.id}, 'order')`);
  await store.ctx.db.execute(sql`insert into payout_streams (store_id, return_id)
    select store_id, id from returns where store_id = ${store.id}`);
  await startOrderImport(store);
}

/** Returns how many rows of a store each table has, with a digest of them. The log of requests is written later. */
async function rowsOf({ ctx, id }: TestStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of STORE_TABLES.filter((table) => table !== "requests")) {
    const { rows } = await ctx.db.execute<{ count: number; digest: string }>(
      sql`select count(*)::int as count, md5(string_agg(t::text, ' ' order by t::text)) as digest
        from ${sql.identifier(table)} as t where store_id = ${id}`,
    );
    if (rows[0] && rows[0].count > 0) found[table] = `${rows[0].count} ${rows[0].digest}`;
  }
  return found;
}

async function countOf(store: TestStore): Promise<number> {
  const counts = Object.values(await rowsOf(store)).map((text) => Number(text.split(" ")[0]));
  return counts.reduce((sum, count) => sum + count, 0);
}
