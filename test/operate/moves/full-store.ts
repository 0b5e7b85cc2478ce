import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { EVENTS, event, postBulk, postEvent, taken } from "../../support/events.ts";
import { order } from "../../support/fixtures.ts";
import { levelOf, newPlace, putStock } from "../../support/inventory.ts";
import { startOrderImport } from "../../support/order-imports.ts";
import { ORDERS } from "../../support/orders.ts";
import { type Answer, answerOf, newReturn } from "../../support/returns.ts";
import type { TestService, TestStore } from "../../support/service.ts";
import { shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { returnUnit } from "../../support/shops/returned-unit.ts";
import { type Subscriber, subscribe } from "../../support/subscriber.ts";
import { warehouse } from "../../support/warehouse.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export type FullStore = { store: TestStore; returnIds: string[]; subscriber: Subscriber };

/** Creates a store with rows of many kinds; its deliveries and a batch of events wait. */
export async function fullStore(service: TestService): Promise<FullStore> {
  const store = await service.newStore();
  const place = await newPlace(store);
  await putStock(store, [levelOf(place)]);
  const subscriber = await subscribe(service, store);
  const returnIds: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await newReturn(store);
    returnIds.push(id);
    await store.post(`/returns/${id}/comments`, {
      comment: { message: "Seen", images: [{ content: PNG, mediaType: "image/png" }] },
    });
  }
  expect(await postEvent(store, event({ uniqueId: "once" }))).toEqual(taken);
  expect((await postBulk(store, [event({ uniqueId: "twice" }), { wrong: true }])).status).toBe(202);
  await store.put("/stores/:store/segments/all", { where: { events: { name: "visited" } } });
  await savePolicy(store);
  await fillShop(store);
  return { store, returnIds, subscriber };
}

/** Orders of a shop, one of which waits to be imported, and a return that is paid and restocked. */
async function fillShop(store: TestStore): Promise<void> {
  const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
  const connector = { url: "https://shop.example.com", enabled: false, credentials };
  expect((await store.put("/stores/:store/connectors/medusa", connector)).status).toBe(200);
  expect((await upsertOrder(store, shopOrder("of-a-shop"))).status).toBe(200);
  await startOrderImport(store);
  await returnUnit(store, "of-a-shop");
}

/** Returns everything that clients read of the store. */
export async function readings(service: TestService, store: TestStore, returnIds: string[]) {
  const paths = [
    "/stores/:store/orders",
    "/stores/:store/returns",
    "/stores/:store/changes",
    "/stores/:store/inventory-levels",
    "/stores/:store/events/rejections",
    "/stores/:store/webhooks",
    "/stores/:store/policy",
    "/stores/:store/policy/versions",
    "/stores/:store/connectors",
    "/stores/:store/order-imports",
    "/stores/:store/payouts",
    ...returnIds.flatMap((id) => [`/returns/${id}`, `/returns/${id}/history`]),
  ];
  const own: Answer[] = [];
  for (const path of paths) own.push(await answerOf(store.get(path)));
  return [...own, await warehouse(service, store, "GET /return/list")];
}

export async function savePolicy(store: TestStore): Promise<void> {
  await store.put("/stores/:store/policy", { timeZone: "UTC", window: { days: 30, from: "delivered" } });
}

/** Sends orders, events and changes of returns one after the other, wherever the store is, until `stop` is called. */
export function keepWriting(at: () => Promise<TestStore>, { returnIds }: FullStore) {
  const acknowledged = { orders: [] as string[], events: [] as string[] };
  const statuses = new Set<number>();
  let isStopped = false;
  const send = async (post: (store: TestStore) => Promise<Response>) => {
    let { status } = await post(await at());
    // The store was switched after the directory was asked: then it is asked again, as by the router.
    if (status === 401) ({ status } = await post(await at()));
    statuses.add(status);
    return status < 300;
  };
  const running = (async () => {
    for (let i = 0; !isStopped; i++) {
      const uniqueId = `during-${i}`;
      if (await send((store) => store.post(EVENTS, event({ uniqueId })))) acknowledged.events.push(uniqueId);
      const orderId = `during-${i}-${returnIds[0]}`;
      if (await send((store) => store.post(ORDERS, order(orderId)))) acknowledged.orders.push(orderId);
      const comment = { comment: { message: `${i}` } };
      await send((store) => store.post(`/returns/${returnIds[i % returnIds.length]}/comments`, comment));
    }
  })();
  const stop = async () => {
    isStopped = true;
    await running;
    return { ...acknowledged, statuses };
  };
  return { stop };
}

/** Returns the tables of a database that have rows of the store. */
export async function tablesWith({ ctx }: TestService, { id }: TestStore): Promise<string[]> {
  const { rows: tables } = await ctx.db.execute<{ name: string }>(sql`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'store_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const each = tables.map(
    ({ name }) =>
      sql`select ${name} as name where exists (select from ${sql.identifier(name)} where store_id = ${id})`,
  );
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select * from (${sql.join(each, sql` union all `)}) as found order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Returns how many jobs the store has. */
export async function jobsOf({ ctx }: TestService, { id }: TestStore): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where data ->> 'storeId' = ${id}`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns what moves have left of replication in the databases' server. */
export async function leftovers({ ctx }: TestService): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select 'slot ' || slot_name as name from pg_replication_slots where slot_name like 'aftersale_move_%' and database = current_database()
    union all select 'publication ' || pubname from pg_publication
    union all select 'subscription ' || subname from pg_subscription
      where subdbid = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ name }) => name);
}
