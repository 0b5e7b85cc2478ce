import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { LEVELS, levelOf, newPlace } from "../../support/inventory.ts";
import { fileOfOrder, ORDER_IMPORTS } from "../../support/order-imports.ts";
import { freshId } from "../../support/orders.ts";
import { answerOf, newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { numberOf } from "../../support/warehouse.ts";
import { newWebhook } from "../../support/webhooks.ts";

type Entry = Record<string, unknown>;
/** Someone with the name that all have, by id. */
type Actor = { id: string; store: TestStore };

const NAME = "Same name";
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SCOPES = [
  ...[
    "orders_write",
    "returns_read",
    "returns_write",
    "inventory_write",
    "customers_erase",
    "store_read",
    "store_write",
  ],
  ...["webhooks_read", "webhooks_write", "inventory_read", "customer_events_write"],
];

const service = useService();
const store = useStore(service);
let clients: Actor[];
let person: TestBrowser;
let place = "";
beforeAll(async () => {
  clients = [await newClient(), await newClient()];
  person = await newPerson(service, store, "owner", { name: NAME });
  place = await newPlace(store);
});

async function newClient(): Promise<Actor> {
  const before = await clientIds();
  const of = await store.withScopes(...SCOPES);
  const id = (await clientIds()).find((each) => !before.includes(each)) ?? "";
  await store.ctx.db.execute(
    sql`update api_clients set name = ${NAME} where store_id = ${store.id} and id = ${id}`,
  );
  return { id, store: of };
}

async function clientIds(): Promise<string[]> {
  const { rows } = await store.ctx.db.execute<{ id: string }>(
    sql`select id from api_clients where store_id = ${store.id}`,
  );
  return rows.map(({ id }) => id);
}

async function listIn(path: string, member: string): Promise<Entry[]> {
  const { status, body } = await answerOf(store.get(path, { "X-Page-Size": "100" }));
  expect(`${path} ${status}`).toBe(`${path} 200`);
  return (body as Record<string, Entry[]>)[member] ?? [];
}

/** Returns the names and ids of the first entries. */
function who(entries: Entry[], names = { by: "by", id: "byId" }): unknown[][] {
  return entries.map((entry) => [entry[names.by], entry[names.id]]);
}

const SNAKE = { by: "by", id: "by_id" };

/** What clients do, and where it is shown with who did it, in the order in which it was done. */
const ACTS: Record<string, { act(by: TestStore, object: string): Promise<Response>; shown: Shown }> = {
  "a new status of a return": {
    act: (by, id) =>
      by.put(`/returns/${id}/status`, { status: by === clients[0]?.store ? "flagged" : "open" }),
    shown: async ({ id }) => who((await listIn(`/returns/${id}/history`, "history")).slice(1)),
  },
  "a new status in a timeline": {
    act: (by, id) =>
      by.put(`/returns/${id}/status`, { status: by === clients[0]?.store ? "flagged" : "open" }),
    shown: async ({ id }) => who(await timelineOf(id, "status")).slice(1),
  },
  "a comment in a timeline": {
    act: (by, id) => by.post(`/returns/${id}/comments`, { comment: { message: "Hello" } }),
    shown: async ({ id }) => who(await timelineOf(id, "note")),
  },
  "a warehouse's note in a timeline": {
    act: (by, id) => noteOf(by, id),
    shown: async ({ id }) => who(await timelineOf(id, "note")),
  },
  "an image of a return": {
    act: (by, id) => by.post(`/returns/${id}/comments`, { comment: { image: PNG } }),
    shown: async ({ id }) => who(await listIn(`/returns/${id}/images`, "images")),
  },
  "an image of an item": {
    act: async (by, id) => {
      const [item] = (await readReturn(store, id)).return.items;
      return by.post(`/returns/${id}/images`, { image: { content: PNG, itemId: item?.id } });
    },
    shown: async ({ id }) => who(await listIn(`/returns/${id}/images`, "images")),
  },
  "a level of stock": {
    act: (by) =>
      by.put(LEVELS, { inventory_levels: [levelOf(place, { quantity: by === clients[0]?.store ? 1 : 2 })] }),
    shown: () => levelHistory(),
  },
  "a setting of the store": {
    act: (by) => by.patch("/stores/:store", { name: by === clients[0]?.store ? "First" : "Second" }),
    shown: async () =>
      who(((await answerOf(store.get("/stores/:store"))).body as Entry).history as Entry[]).toReversed(),
  },
  "an import of stock": {
    act: (by) =>
      by.post("/stores/:store/inventory-imports", { file: fileOf(by === clients[0]?.store ? 7 : 8) }),
    shown: async () => {
      expect((await levelHistory()).slice(-2)).toEqual(clients.map(({ id }) => [NAME, id]));
      return who(await listIn("/stores/:store/inventory-imports", "imports"), SNAKE).toReversed();
    },
  },
  "an import of orders": {
    act: (by) => by.post(ORDER_IMPORTS, { file: fileOfOrder(freshId()) }),
    shown: async () => who(await listIn(ORDER_IMPORTS, "imports")).toReversed(),
  },
  "a webhook's switch": {
    act: (by) => by.post(`/webhooks/${hook}/${by === clients[0]?.store ? "disable" : "enable"}`, undefined),
    shown: async () => who(await listIn(`/webhooks/${hook}/history`, "history")),
  },
  "an erasure in a history": {
    act: async (by) => {
      const made = await newReturn(store);
      erased.push(made.id);
      return by.post(`/stores/:store/customers/customer-of-${made.order.name}/erase`, undefined);
    },
    shown: async () => {
      const histories = await Promise.all(erased.map((id) => listIn(`/returns/${id}/history`, "history")));
      return histories.flatMap((entries) => who(entries.filter((entry) => entry.erased)));
    },
  },
  "a logged request": {
    act: (by) => by.get("/stores/:store/segments"),
    shown: async () => {
      await store.ctx.requestLog.flush();
      const all = await listIn("/stores/:store/requests?status=403", "requests");
      return who(all.slice(0, 2), { by: "client", id: "clientId" }).toReversed();
    },
  },
};

type Shown = (object: { id: string }) => Promise<unknown[][]>;
let hook = "";
const erased: string[] = [];

async function noteOf(by: TestStore, id: string): Promise<Response> {
  const number = await numberOf(store, id);
  return service.fetch(`/api/v1/warehouse/return/${number}/note`, {
    ...{ method: "POST", headers: { "X-Authorization": by.secret, "Content-Type": "application/json" } },
    body: JSON.stringify({ content: "Hello" }),
  });
}

async function timelineOf(id: string, type: string): Promise<Entry[]> {
  const all = await listIn(`/returns/${id}/timeline`, "timeline");
  return all.filter((entry) => entry.type === type).toReversed();
}

async function levelHistory(): Promise<unknown[][]> {
  const [level] = await listIn(LEVELS, "inventory_levels");
  return who(await listIn(`${LEVELS}/${level?.id}/history`, "history"), SNAKE).toReversed();
}

const fileOf = (quantity: number) => `product_id,location_id,quantity\ntee,${place},${quantity}\n`;

describe("two clients of one name are told apart in", () => {
  test.each(Object.entries(ACTS))("%s", async (_, { act, shown }) => {
    if (hook === "") hook = (await newWebhook(store)).id;
    const made = await newReturn(store);
    for (const { store: by } of clients) {
      const { status } = await act(by, made.id);
      expect([200, 201, 202, 204, 403]).toContain(status);
      await service.drain();
    }
    expect(await shown(made)).toEqual(clients.map(({ id }) => [NAME, id]));
  });
});

test("a person in the console is told apart from clients of the same name, in what they do and in the log", async () => {
  const made = await newReturn(store);
  const page = `:store/returns/${made.id}`;
  expect((await person.post(page, { _act: "step", to: "flagged" })).status).toBe(303);
  expect((await person.post(page, { _act: "note", message: "Wet box" })).status).toBe(303);
  const mine = [NAME, person.personId];
  expect(who(await listIn(`/returns/${made.id}/history`, "history")).at(-1)).toEqual(mine);
  expect(who(await timelineOf(made.id, "note"))).toEqual([mine]);
  await store.ctx.requestLog.flush();
  const [last] = await listIn(`/stores/:store/requests?client=${NAME}`, "requests");
  expect(who([last ?? {}], { by: "client", id: "clientId" })).toEqual([mine]);
});

test("every table that names who did something has their id too", async () => {
  const { rows } = await store.ctx.db.execute<{ table: string; hasId: boolean }>(sql`
    select table_name as table, bool_or(column_name like '%\_by\_id') as "hasId" from information_schema.columns
    where table_schema = 'public' group by 1 having bool_or(column_name = 'by' or table_name = 'requests')`);
  expect(rows.filter(({ hasId }) => !hasId)).toEqual([]);
  expect(rows.length).toBeGreaterThan(6);
});

test("everything that the API shows with who did it has their id too", async () => {
  const named: string[] = [];
  const lacking: string[] = [];
  const visit = (schema: unknown, place: string) => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties } = schema as { properties?: Record<string, unknown> };
    if (properties && "by" in properties) {
      named.push(place);
      if (!("byId" in properties) && !("by_id" in properties)) lacking.push(place);
    }
    for (const [name, inner] of Object.entries(schema)) visit(inner, `${place}/${name}`);
  };
  visit(await (await service.fetch("/docs/json")).json(), "");
  expect(lacking).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
