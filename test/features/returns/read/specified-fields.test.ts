import { expect, test } from "bun:test";
import { PNG } from "../../../fuzz/existing-ids.ts";
import { fullLevel, fullOrder, fullPatch, fullReturn, fullStorefrontEvent } from "../../../support/bodies.ts";
import { changesAfter } from "../../../support/changes.ts";
import { newPlace } from "../../../support/inventory.ts";
import { returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import {
  CUSTOMER,
  FULFILLMENT,
  INVENTORY_ITEM,
  INVENTORY_LEVEL,
  missingIn,
  NEW_RETURN,
  ORDER,
  RETURN,
  RETURN_ORDER,
  STOREFRONT_EVENT,
  WEBHOOK,
} from "../../../support/specified-fields.ts";
import { useService } from "../../../support/use-service.ts";
import { newWebhook, publishedEvents } from "../../../support/webhooks.ts";

const service = useService();

type Json = Record<string, unknown>;
type Snapshot = { return: Json; order: Json };

async function read(store: TestStore, path: string): Promise<Json> {
  const response = await store.get(path);
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}

/** Returns the data of the last change of each type, without the verb. */
async function fedTo(store: TestStore): Promise<Record<string, unknown>> {
  const changes = await changesAfter(store);
  return Object.fromEntries(changes.map(({ type, data }) => [type.split(".")[0], data]));
}

test("every field of a return that can be written is in every view of it", async () => {
  const store = await service.newStore();
  const webhook = await newWebhook(store);
  const order = fullOrder(await newPlace(store));
  await store.post("/stores/:store/orders", order);
  const made = await returnIn(store.post("/stores/:store/returns", fullReturn(order.orderId)));
  expect(missingIn(made, NEW_RETURN)).toEqual([]);

  const { id } = made;
  await store.post(`/returns/${id}/comments`, { comment: { image: PNG } });
  const { items, ...patch } = fullPatch(made.items[0]?.id ?? "");
  const exchangeItem = {
    product: { externalId: "tee", name: "Tee" },
    quantity: 1,
    variant: { externalId: "tee-l", name: "L" },
  };
  const given = items.map((item) => ({ ...item, exchangeItem, externalReturnLineItemId: "rma-17-1" }));
  const amended = await returnIn(store.patch(`/returns/${id}`, { ...patch, items: given }));
  expect(missingIn(amended, [...RETURN, "shipments[].status"])).toEqual([]);

  const { returns, orders } = (await read(store, "/stores/:store/returns")) as unknown as {
    returns: Json[];
    orders: Json[];
  };
  const views: Record<string, Snapshot> = {
    get: (await read(store, `/returns/${id}`)) as Snapshot,
    list: { return: returns[0] ?? {}, order: orders[0] ?? {} },
    feed: (await fedTo(store)).return as Snapshot,
    payload: (await publishedEvents(store, webhook.id)).at(-1)?.payload as unknown as Snapshot,
  };
  for (const [view, shown] of Object.entries(views)) {
    expect([view, missingIn(shown.return, RETURN)]).toEqual([view, []]);
    expect([view, missingIn(shown.order, RETURN_ORDER)]).toEqual([view, []]);
    expect([view, missingIn(shown.return, ["shipments[].status"])]).toEqual([view, ["shipments[].status"]]);
  }
});

test("every field of an order and of its parcels is in every view of it", async () => {
  const store = await service.newStore();
  const order = fullOrder(await newPlace(store));
  await store.post("/stores/:store/orders", order);
  const path = `/stores/:store/orders/${order.orderId}`;
  const parcel = { lineItems: [{ id: "line-1", quantity: 1 }], tracking: { carrier: "UPS", code: "1Z" } };
  await store.post(`${path}/fulfillments`, { ...parcel, fulfillmentId: "one" });
  const location = { city: "Town", state: "OH", country: "US", postalCode: "43004" };
  const scan = { message: "Here", status: "delivered", datetime: "2026-03-02T10:00:00Z", location };
  await store.post(`${path}/fulfillments/one/tracking-events`, scan);

  const { orders } = (await read(store, "/stores/:store/orders")) as { orders: Json[] };
  const views = { get: await read(store, path), list: orders[0], feed: (await fedTo(store)).order };
  const places = [...ORDER, ...FULFILLMENT.map((name) => `fulfillments[].${name}`)];
  for (const [view, shown] of Object.entries(views)) {
    expect([view, missingIn(shown, places)]).toEqual([view, []]);
  }
});

test("every field of customers, storefront events, inventory and webhooks is in every view of them", async () => {
  const store = await service.newStore();
  const place = await newPlace(store);
  const location = Object.fromEntries(
    CUSTOMER.flatMap((name) => (name.startsWith("location.") ? [[name.slice("location.".length), "x"]] : [])),
  );
  const customer = {
    ...{ id: "alex", email: "alex@example.test", firstName: "Alex", lastName: "Doe" },
    phoneNumber: "+12015550123",
    location: { ...location, countryCode: "US", ianaTimeZoneName: "UTC", latitude: 1.5, longitude: 2.5 },
    customFields: { size: "M" },
  };
  const sent = await store.post("/stores/:store/events", { eventName: "seen", customer });
  expect(sent.status).toBe(202);
  await store.post("/stores/:store/storefront/events", fullStorefrontEvent());
  await store.put("/stores/:store/inventory-levels", { inventory_levels: [fullLevel(place)] });
  const webhook = await newWebhook(store);

  const levels = await read(store, "/stores/:store/inventory-levels");
  const items = await read(store, "/stores/:store/inventory-items");
  const idIn = (list: unknown) => (list as { id: string }[])[0]?.id;
  const fed = await fedTo(store);
  const views: [string, unknown, string[]][] = [
    ["customer by e-mail", await read(store, "/stores/:store/customers?email=alex@example.test"), CUSTOMER],
    ["customer by id", await read(store, "/stores/:store/customers/alex"), CUSTOMER],
    ["customer in the feed", fed.customer, CUSTOMER],
    [
      "storefront",
      ...inList("events", await read(store, "/stores/:store/storefront/events"), STOREFRONT_EVENT),
    ],
    ["levels", ...inList("inventory_levels", levels, INVENTORY_LEVEL)],
    [
      "level",
      ...inOne(
        "inventory_level",
        await read(store, `/stores/:store/inventory-levels/${idIn(levels.inventory_levels)}`),
        INVENTORY_LEVEL,
      ),
    ],
    ["level in the feed", fed.level, INVENTORY_LEVEL],
    ["items", ...inList("inventory_items", items, INVENTORY_ITEM)],
    ["item in the feed", fed.item, INVENTORY_ITEM],
    ["webhooks", ...inList("webhooks", await read(store, "/stores/:store/webhooks"), WEBHOOK)],
    ["webhook", ...inOne("webhook", await read(store, `/webhooks/${webhook.id}`), WEBHOOK)],
  ];
  for (const [view, shown, places] of views) expect([view, missingIn(shown, places)]).toEqual([view, []]);
});

function inList(name: string, page: Json, places: string[]): [Json, string[]] {
  return [page, places.map((place) => `${name}[].${place}`)];
}

function inOne(name: string, body: Json, places: string[]): [Json, string[]] {
  return [body, places.map((place) => `${name}.${place}`)];
}
