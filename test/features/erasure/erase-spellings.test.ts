import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { placesOf } from "../../support/dump.ts";
import { returnOf } from "../../support/fixtures.ts";
import { leastOrder } from "../../support/orders.ts";
import { readReturn, returnIn } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Spellings of the domain of one mailbox. */
const DOMAINS = [
  ["münchen.test", "MÜNCHEN.test", "mu\u0308nchen.test", "xn--mnchen-3ya.test"],
  ["пример.test", "ПРИМЕР.test", "xn--e1afmkfd.test"],
  ["ｅｘａｍｐｌｅ.test", "EXAMPLE.test", "example.test"],
];
/** Of the local part. */
const LOCALS = ["josé", "jose\u0301", "JOSÉ"];

test.each(DOMAINS.flatMap((domains) => [[domains], [domains.toReversed()]]))(
  "a person is erased in all spellings of the address, at %j",
  async (domains) => {
    const mark = `q${Math.random().toString(36).slice(2, 10)}x`;
    const spellings = domains.map((domain, at) => `${mark}${LOCALS[at % 3]}@${domain}`);
    const store = await service.newStore();
    const [own = "", former = ""] = spellings;
    const send = async (path: string, body: object) =>
      expect((await store.post(`/stores/:store${path}`, body)).ok).toBe(true);
    // The id is the address too, in the last spelling.
    const id = spellings.at(-1) ?? "";
    await send("/events", { eventName: "Seen", customer: { id, email: former } });
    await send("/events", { eventName: "Seen", customer: { id, email: "later@example.test" } });
    await send("/events", { eventName: "Seen", customer: { id, email: own } });
    for (const [i, spelling] of spellings.entries()) {
      await send("/orders", leastOrder(`of-it-${i}`, { customer: { email: spelling } }));
      await send(
        "/orders",
        leastOrder(`as-text-${i}`, { note: `for ${spelling}`, customer: { id: `friend-${i}` } }),
      );
      await send("/events", { eventName: "Invited", customer: { id: "friend" }, data: { whom: spelling } });
      await send("/events/bulk", { events: [{ eventName: "Told", customer: { email: spelling } }] });
    }
    // The profile has the first spelling again.
    await send("/events", { eventName: "Seen", customer: { id, email: own } });
    await service.drain();
    expect((await placesOf(store.ctx.db, [mark])).length).toBeGreaterThan(3);
    const erased = await store.post(`/stores/:store/customers/${encodeURIComponent(id)}/erase`, undefined);
    expect(erased.status).toBe(202);
    await service.drain();
    expect(await placesOf(store.ctx.db, [mark])).toEqual([]);
  },
);

test("former addresses from before all spellings were one are erased, and those that another customer has now are not", async () => {
  const store = await service.newStore();
  const [mark, other] = ["former", "others"].map((name) => name + Math.random().toString(36).slice(2, 8));
  const send = (customer: object, data = {}) =>
    store.post("/stores/:store/events", { eventName: "Seen", customer, data });
  await send({ id: "ann" });
  await store.ctx.db.execute(sql`insert into former_identifiers (store_id, customer_id, identifier)
    values (${store.id}, 'ann', ${`${mark}@mu\u0308nchen.test`}), (${store.id}, 'ann', ${`${other}@mu\u0308nchen.test`})`);
  await send({ id: "ben", email: `${other}@münchen.test` });
  for (const domain of ["münchen.test", "mu\u0308nchen.test", "xn--mnchen-3ya.test"])
    await send({ id: "carl" }, { met: `${mark}@${domain}`, and: `${other}@${domain}` });
  const path = "/stores/:store/customers/ann";
  const exported = await (await store.get(`${path}/export`)).text();
  expect(exported.includes(mark ?? "")).toBe(true);
  const before = await placesOf(store.ctx.db, [other ?? ""]);
  expect((await store.post(`${path}/erase`, undefined)).status).toBe(202);
  await service.drain();
  expect(await placesOf(store.ctx.db, [mark ?? ""])).toEqual([]);
  const withoutFormer = (places: string[]) => places.filter((place) => !place.includes("former_identifiers"));
  expect(await placesOf(store.ctx.db, [other ?? ""])).toEqual(withoutFormer(before));
});

test.each([
  ["José", ["José", "Jose\u0301", "JOSÉ", "JOSE\u0301"]],
  ["Bjo\u0308rn", ["Björn", "BJÖRN", "Bjo\u0308rn"]],
  ["İbrahim", ["İbrahim", "I\u0307brahim", "İBRAHİM", "ibrahim"]],
  ["Işıl", ["Işıl", "IŞIL", "ışıl"]],
  ["Strauß", ["Strauß", "STRAUSS", "STRAUẞ", "strauss"]],
])("the name %s is erased in the spellings %j from what stays of a return", async (lastName, spellings) => {
  const store = await service.newStore();
  const quantity = spellings.length + 1;
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity }];
  const customer = { id: "ann", firstName: "Ann", lastName };
  const reasons = [...spellings.map((name) => `${name}: too small`), "a Straussian Ibrahimovic, joséphine"];
  expect((await store.post("/stores/:store/orders", leastOrder("it", { lineItems, customer }))).ok).toBe(
    true,
  );
  const items = reasons.map((reason) => ({ lineItemId: "line-1", quantity: 1, reason }));
  const { id } = await returnIn(store.post("/stores/:store/returns", returnOf("it", { items })));
  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  await service.drain();
  const { return: read } = await readReturn(store, id);
  const kept = spellings.map(() => "[erased]: too small");
  expect(read.items.map(({ reason }) => reason)).toEqual([...kept, reasons.at(-1) ?? ""]);
});

test("a phone number is erased from what stays of a return in the spellings of its country, and as an order has it", async () => {
  const store = await service.newStore();
  const spellings = [
    "0049 151 2345678",
    "00491512345678",
    "0151 2345678",
    "0151/234-5678",
    "(0151) 234 56 78",
    "01512345678",
    "151 2345678",
  ];
  const kept = ["15123456780", "110151 2345678", "order 2345678"];
  const reasons = [...spellings, "030 55667788", ...kept].map((number) => `call ${number}`);
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: reasons.length }];
  const send = async (path: string, body: object) =>
    expect((await store.post(`/stores/:store${path}`, body)).ok).toBe(true);
  await send("/events", { eventName: "Seen", customer: { id: "ann", phoneNumber: "+491512345678" } });
  const customer = { id: "ann", phoneNumber: "030 55667788" };
  await send("/orders", leastOrder("it", { lineItems, customer }));
  const items = reasons.map((reason) => ({ lineItemId: "line-1", quantity: 1, reason }));
  const { id } = await returnIn(store.post("/stores/:store/returns", returnOf("it", { items })));
  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  await service.drain();
  const { return: read } = await readReturn(store, id);
  const left = read.items.map(({ reason }) => reason.replace("([erased]", "[erased]"));
  const erased = [...spellings, "030 55667788"].map(() => "call [erased]");
  expect(left).toEqual([...erased, ...kept.map((number) => `call ${number}`)]);
});

test("the links and free texts of an order's lines and of parcels and cards lose the person", async () => {
  const store = await service.newStore();
  const imageUrl = "https://shop.test/engraved.png?by=ada%40example.test&text=Ada+Byron&size=m";
  const lineItems = [{ id: "line-1", productId: "mug", title: "Mug", quantity: 1, imageUrl }];
  const customer = { id: "ada", email: "ada@example.test", firstName: "Ada", lastName: "Byron" };
  await store.post("/stores/:store/orders", leastOrder("it", { lineItems, customer }));
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "chipped" }];
  const { id } = await returnIn(store.post("/stores/:store/returns", returnOf("it", { items })));
  const patched = await store.patch(`/returns/${id}`, {
    shipments: [{ carrier: "brought by Ada", tracker: "1Z1", shipmentGroupId: "parcel-1" }],
    dropoffs: [{ provider: "ada@example.test" }],
    giftCards: [{ amount: { amount: "1.00", currency: "USD" }, code: "ADA-50", externalId: "gc-1" }],
  });
  expect(patched.status).toBe(200);
  expect((await store.post("/stores/:store/customers/ada/erase", undefined)).status).toBe(202);
  await service.drain();
  const { return: read, order } = await readReturn(store, id);
  expect(read.shipments).toMatchObject([{ carrier: "brought by [erased]", tracker: "1Z1" }]);
  expect(read.dropoffs).toEqual([{ provider: "[erased]" }]);
  expect(read.giftCards).toMatchObject([{ code: "[erased]-50", externalId: "gc-1" }]);
  expect(order.items[0]?.product).toMatchObject({
    imageUrl: "https://shop.test/engraved.png?by=erased&text=erased&size=m",
  });
});

test("money stays in its currency, also where a person has the name of the currency", async () => {
  const store = await service.newStore();
  const customer = { id: "bob", firstName: "Bob", lastName: "Open" };
  const lineItems = [{ id: "line-1", productId: "mug", title: "Mug", quantity: 1, price: 9 }];
  await store.post(
    "/stores/:store/orders",
    leastOrder("it", { lineItems, customer, currencyCode: "BOB", totalPrice: 9 }),
  );
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "chipped" }];
  const headers = { "Idempotency-Key": "one" };
  const create = () => store.post("/stores/:store/returns", returnOf("it", { items }), headers);
  const created = await returnIn(create());
  const money = { amount: "8.00", currency: "BOB" };
  const refund = { amount: money, type: "refund" };
  const giftCards = [{ amount: money, code: "1" }];
  const exchange = { items: [{ price: money, quantity: 1 }], provision: "instant" };
  const patch = { items: [{ id: created.items[0]?.id, refund }], giftCards, exchange };
  expect((await store.patch(`/returns/${created.id}`, patch)).status).toBe(200);
  expect((await store.post("/stores/:store/customers/bob/erase", undefined)).status).toBe(202);
  await service.drain();
  const { return: read } = await readReturn(store, created.id);
  expect(read).toMatchObject({ items: [{ refund, status: "open" }], giftCards, exchange });
  expect((await returnIn(create())).items).toEqual(created.items);
});
