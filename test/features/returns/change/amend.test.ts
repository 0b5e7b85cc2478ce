import { expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { answerOf, historyOf, newReturn, ok, readReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";
import { warehouse } from "../../../support/warehouse.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });

const usd = (amount: string) => ({ amount, currency: "USD" });
const itemOf = (given: Return) => given.items[0]?.id ?? "";
const patch = (store: TestStore, id: string, body: unknown) => answerOf(store.patch(`/returns/${id}`, body));

const OF_RETURN = {
  tags: [{ name: "vip", source: "support" }, { name: "late" }],
  giftCards: [{ amount: usd("5.00"), code: "GIFT-1", externalId: "g1" }],
  exchange: {
    items: [
      {
        id: "x1",
        quantity: 1,
        variant: { name: "L", externalId: "tee-l", sku: "TEE-L", weight: { kg: 0.25 } },
        originalPrice: usd("9.00"),
        price: { ...usd("8.00"), tax: "0.80" },
        product: { name: "Tee", externalId: "tee" },
      },
    ],
    provision: "deferred",
    itemCount: 1,
    order: { externalId: "2001" },
    totalTax: usd("0.80"),
  },
  dropoffs: [
    { shipmentGroupId: "group", provider: "shop", qrCode: "code", qrCodeUrl: "https://qr.example/1" },
  ],
  internalCreatedByName: "Robin",
  completeWithNoAction: true,
};
const SHIPMENT = {
  carrier: "DHL",
  tracker: "JD01",
  trackingUrl: "https://track.example/JD01",
  postageLabel: "https://labels.example/JD01.pdf",
  formLabel: "https://labels.example/JD01-form.pdf",
  shipmentGroupId: "group",
  externalLocationId: "dock-4",
  estimatedDeliveryDate: "2026-06-01",
  deliveredAt: "2026-06-02T10:00:00Z",
};
const OF_ITEM = {
  exchangeItem: {
    product: { externalId: "tee", name: "Tee" },
    quantity: 1,
    variant: { externalId: "tee-l", name: "L" },
  },
  externalReturnLineItemId: "rma-17-1",
  grade: "B",
  outcome: "restock",
  greenReturn: true,
  upc: "012345678905",
  productAdjustment: "2.50",
  multipleChoiceQuestions: [{ question: "Worn?", answer: "Once" }],
  assessments: [
    {
      assignedUser: {
        id: "u1",
        name: "Sam Lee",
        firstName: "Sam",
        lastName: "Lee",
        email: "sam@example.test",
      },
      responses: [{ type: "short_text", value: "A stain" }],
    },
  ],
};

test("PATCH return: sets every field and returns it as GET does", async () => {
  const store = await service.newStore();
  const before = await newReturn(store, { notes: "Hello" });
  const parcels = [
    { ...SHIPMENT, itemIds: [itemOf(before)] },
    { carrier: "UPS", tracker: "1Z", shipmentGroupId: "second" },
  ];
  const refund = { amount: usd("5.00"), type: "store_credit" };
  const answer = await patch(store, before.id, {
    ...OF_RETURN,
    shipments: [{ ...parcels[0], status: "pre_transit" }, parcels[1]],
    items: [{ id: itemOf(before), ...OF_ITEM, refund }],
  });

  const read = {
    ...before,
    ...OF_RETURN,
    updatedAt: expect.any(String),
    shipment: parcels[0],
    shipments: parcels,
    items: [{ ...before.items[0], ...OF_ITEM, refund, shipmentGroupIds: ["group"] }],
    compensationMethods: ["store_credit"],
    totals: {
      refund: { amount: usd("0.00") },
      storeCredit: { amount: usd("5.00") },
      exchange: { amount: usd("8.80") },
      charge: { amount: usd("1.30") },
    },
  };
  const shipments = [
    { ...parcels[0], status: "pre_transit" },
    { ...parcels[1], status: "unknown" },
  ];
  expect(answer).toEqual(ok({ return: { ...read, shipment: shipments[0], shipments } }));
  const { return: after } = await readReturn(store, before.id);
  expect<unknown>(after).toEqual(read);
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect(await historyOf(store, before.id)).toHaveLength(1);
});

test("PATCH return: a field replaces the current one, absent fields stay unchanged", async () => {
  const store = await service.newStore();
  const before = await newReturn(store);
  const id = itemOf(before);
  await patch(store, before.id, { ...OF_RETURN, items: [{ id, ...OF_ITEM }] });
  await patch(store, before.id, {
    tags: [],
    exchange: { provision: "instant" },
    items: [{ id, grade: "C" }],
  });
  const { return: after } = await readReturn(store, before.id);
  expect<unknown>(after).toEqual({
    ...before,
    ...OF_RETURN,
    updatedAt: after.updatedAt,
    tags: [],
    exchange: { provision: "instant" },
    items: [{ ...before.items[0], ...OF_ITEM, grade: "C" }],
  });
});

test("PATCH return: items are amended by id in array order, others stay unchanged", async () => {
  const store = await service.newStore();
  const wanted = ["line-1", "line-2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const before = await newReturn(store, { items: wanted });
  const [first, second] = before.items;
  const entries = [{ grade: "A", upc: "1" }, { grade: "B" }].map((entry) => ({ id: second?.id, ...entry }));
  const after = await returnIn(store.patch(`/returns/${before.id}`, { items: entries }));
  expect<unknown>(after.items).toEqual([first, { ...second, grade: "B", upc: "1" }]);
});

test.each([
  ["nothing", {}],
  ["no items", { items: [] }],
  ["the same values again", { ...OF_RETURN }],
  [
    "the same values with another order of fields",
    { dropoffs: [Object.fromEntries(Object.entries(OF_RETURN.dropoffs[0] ?? {}).toReversed())] },
  ],
  ["only unknown fields", { colour: "red" }],
])("a patch with %s changes nothing", async (_, body) => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await patch(store, id, OF_RETURN);
  const before = await readReturn(store, id);
  expect(await patch(store, id, body)).toEqual(ok({ return: before.return }));
  expect(await readReturn(store, id)).toEqual(before);
});

test("PATCH return: the initial values change nothing", async () => {
  const store = await service.newStore();
  const { return: before } = await readReturn(store, (await newReturn(store)).id);
  const { id, refund } = before.items[0] ?? {};
  const body = { tags: [], giftCards: [], shipments: [], dropoffs: [], completeWithNoAction: false };
  expect(await patch(store, before.id, { ...body, items: [{ id, refund }] })).toEqual(ok({ return: before }));
  expect((await readReturn(store, before.id)).return).toEqual(before);
});

test("PATCH return: repeating an item's values, or restoring them within one patch, changes nothing", async () => {
  const store = await service.newStore();
  const { id, items } = await newReturn(store);
  const item = items[0]?.id;
  const first = await patch(store, id, { items: [{ id: item, ...OF_ITEM }] });
  for (const entries of [[OF_ITEM], [{ grade: "C" }, { grade: OF_ITEM.grade }]]) {
    const again = { items: entries.map((entry) => ({ id: item, ...entry })) };
    expect(await patch(store, id, again)).toEqual(first);
  }
});

test("PATCH return: concurrent patches through two processes are all applied", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await Promise.all(
    Object.entries(OF_RETURN).map(([name, value], i) =>
      patch(i % 2 ? store : twin.as(store), id, { [name]: value }),
    ),
  );
  expect<unknown>((await readReturn(store, id)).return).toMatchObject(OF_RETURN);
});

test("null withdraws an item's exchange item and its id in the merchant's system", async () => {
  const store = await service.newStore();
  const before = await newReturn(store);
  const id = itemOf(before);
  const { exchangeItem, externalReturnLineItemId } = OF_ITEM;
  const given = { items: [{ id, exchangeItem, externalReturnLineItemId }] };
  const { items } = await returnIn(store.patch(`/returns/${before.id}`, given));
  expect<unknown>(items).toEqual([{ ...before.items[0], exchangeItem, externalReturnLineItemId }]);
  const withdrawn = { items: [{ id, exchangeItem: null, externalReturnLineItemId: null }] };
  expect((await returnIn(store.patch(`/returns/${before.id}`, withdrawn))).items).toEqual(before.items);
});

test.each<[string, object]>([
  ["/items/0/exchangeItem/quantity", { exchangeItem: { quantity: 0 } }],
  ["/items/0/exchangeItem/quantity", { exchangeItem: { quantity: 1.5 } }],
  ["/items/0/exchangeItem/quantity", { exchangeItem: { quantity: 1_000_001 } }],
  ["/items/0/exchangeItem/product/name", { exchangeItem: { product: { name: "x".repeat(10_001) } } }],
  ["/items/0/exchangeItem/variant/externalId", { exchangeItem: { variant: { externalId: 5 } } }],
  ["/items/0/externalReturnLineItemId", { externalReturnLineItemId: "x".repeat(10_001) }],
])("PATCH return: beyond its bounds %s is 400", async (pointer, change) => {
  const store = await service.newStore();
  const before = await newReturn(store);
  const answer = await patch(store, before.id, { items: [{ id: itemOf(before), ...change }] });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test("the warehouse sees the variant that the customer gets instead", async () => {
  const store = await service.newStore();
  const before = await newReturn(store);
  await patch(store, before.id, { items: [{ id: itemOf(before), exchangeItem: OF_ITEM.exchangeItem }] });
  const details = await warehouse(service, store, `GET /return/details?service_return_id=${before.id}`);
  expect(details.body).toMatchObject({ line_items: [{ exchange_variant: "tee-l" }] });
  const list = await warehouse(service, store, "GET /return/list");
  expect(list.body).toMatchObject([{ line_items: [{ exchange_variant: "tee-l" }] }]);
});
