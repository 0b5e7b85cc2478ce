import { describe, expect, test } from "bun:test";
import { placesOf } from "../../support/dump.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import type { Json } from "../../support/orders.ts";
import { answerOf, readReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { shopLine, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { unitIdsIn, warehouse } from "../../support/warehouse.ts";

const service = useService();

type Bob = { mark: string; email: string; phoneNumber: string; digits: string; street: string };

/** Returns a store with a person of its own: the whole database is searched for what is left. */
async function storeWithBob(): Promise<{ store: TestStore; bob: Bob }> {
  const store = await service.newStore();
  const mark = Math.random().toString(36).slice(2, 10);
  const digits = String(Math.floor(1e7 + Math.random() * 9e7));
  const contacts = { email: `bob.${mark}@example.test`, phoneNumber: `+49151${digits}` };
  const bob = { ...contacts, mark, digits, street: `5 ${mark} Street` };
  const names = { firstName: "Bob", lastName: "Builder" };
  const profile = { id: "bob", ...contacts, ...names, location: { street1: bob.street } };
  await store.post("/stores/:store/events", { eventName: "visited", customer: profile });
  return { store, bob };
}

async function eraseBob(store: TestStore, bob: Bob): Promise<void> {
  expect((await store.post("/stores/:store/customers/bob/erase", undefined)).status).toBe(202);
  await service.drain();
  expect(await leftOf(store, bob)).toEqual([]);
}

function leftOf({ ctx }: TestStore, { email, street, digits }: Bob): Promise<string[]> {
  return placesOf(ctx.db, [email, street, `49151${digits}`, `151 ${digits}`]);
}

function manyContacts(from: number): string {
  return Array.from({ length: 9_000 }, (_, i) => `p${(from + i).toString(36)}@b.co`).join(" ");
}

function post(store: TestStore, path: string, body: unknown): Promise<Response> {
  return store.post(`/stores/:store/${path}`, body);
}

describe("rows that name two persons lose the erased one alone:", () => {
  test("events of another customer", async () => {
    const { store, bob } = await storeWithBob();
    const data = {
      friend: bob.email,
      text: `Call ${bob.email} or +49 (151) ${bob.digits.slice(0, 3)}-${bob.digits.slice(3)}, not ann@example.test`,
      $extra: { list: [bob.email, "ann@example.test", { mail: bob.email, name: "Ann's friend" }] },
      plan: "gold",
    };
    await post(store, "events", { eventName: "referred", customer: { id: "ann" }, data });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/events?customer=ann"));
    expect((body as { events: { data: unknown }[] }).events[0]?.data).toEqual({
      friend: "[erased]",
      text: "Call [erased] or [erased], not ann@example.test",
      $extra: { list: ["[erased]", "ann@example.test", { mail: "[erased]", name: "Ann's friend" }] },
      plan: "gold",
    });
    // What is left is found as before.
    const where = { event: "referred", data: [{ key: "plan", op: "=", value: "gold" }] };
    const found = await answerOf(post(store, "segments/query", { where }));
    expect(found.body).toMatchObject({ customers: [{ id: "ann" }] });
  });

  test("custom fields of another customer", async () => {
    const { store, bob } = await storeWithBob();
    const customFields = { referredBy: bob.email, note: `by ${bob.email}`, plan: "gold" };
    await post(store, "events", { eventName: "visited", customer: { id: "ann", customFields } });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/customers/ann"));
    expect(body).toMatchObject({
      customFields: { referredBy: "[erased]", note: "by [erased]", plan: "gold" },
    });
  });

  test("storefront events", async () => {
    const { store, bob } = await storeWithBob();
    const visit = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" };
    const both = {
      customerEmail: "ann@example.test",
      cart: {
        gift: { to: { email: bob.email, name: "Uncle", street: bob.street } },
        by: "Bob Builder",
      },
    };
    await post(store, "storefront/events", { ...visit, eventId: "both", ...both });
    await post(store, "storefront/events", { ...visit, eventId: "bob", customerPhone: bob.phoneNumber });
    await post(store, "storefront/events", { ...visit, eventId: "id", customer: { id: "bob", name: "B" } });
    await post(store, "storefront/events", { ...visit, eventId: "ann", customerEmail: "ann@example.test" });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/storefront/events"));
    const { events } = body as { events: { eventId: string }[] };
    expect(events.map(({ eventId }) => eventId).sort()).toEqual(["ann", "both"]);
    expect(events.find(({ eventId }) => eventId === "both")).toMatchObject({
      customerEmail: "ann@example.test",
      cart: { gift: {}, by: "[erased]" },
    });
  });

  test("rejected events", async () => {
    const { store, bob } = await storeWithBob();
    const events = [
      { eventName: "", customer: { email: bob.email, firstName: "Bob" } },
      {
        eventName: "",
        customer: { email: "ann@example.test" },
        friends: [{ email: bob.email, age: 7 }, { age: 8 }],
      },
      { eventName: "x", customer: { firstName: "Bob", lastName: "Builder" } },
      { eventName: "x", customer: { firstName: "Bob", lastName: "Dylan" } },
    ];
    await post(store, "events/bulk", { events });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/events/rejections"));
    expect((body as { rejections: { event: unknown }[] }).rejections.map(({ event }) => event)).toEqual([
      events[3],
      { eventName: "", customer: { email: "ann@example.test" }, friends: [{ age: 8 }] },
    ]);
  });

  test("events that name more persons than an index can", async () => {
    const { store, bob } = await storeWithBob();
    const visit = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" };
    const texts = Array.from({ length: 8 }, (_, i) => manyContacts(i * 9_000));
    const data = { ...Object.fromEntries(texts.map((text, i) => [`k${i}`, text])), friend: bob.email };
    const cart = { texts, friend: bob.email };
    const event = { eventName: "referred", customer: { id: "ann" }, data };
    const answers = [
      await post(store, "storefront/events", { ...visit, eventId: "many", anonymousId: "ann", cart }),
      await post(store, "events", event),
      await post(store, "events/bulk", { events: [event, { ...event, eventName: "" }] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 202, 202]);
    await service.drain();
    await eraseBob(store, bob);
    const { body: seen } = await answerOf(store.get("/stores/:store/storefront/events"));
    expect(seen).toMatchObject({ events: [{ anonymousId: "ann", cart: { texts } }] });
    const { body: stored } = await answerOf(store.get("/stores/:store/events?customer=ann"));
    const erased = { ...data, friend: "[erased]" };
    expect(stored).toMatchObject({ events: [{ data: erased }, { data: erased }] });
    const { body: rejected } = await answerOf(store.get("/stores/:store/events/rejections"));
    expect(rejected).toMatchObject({ rejections: [{ event: { data: { k7: texts[7] } } }] });
  });

  test("custom fields that have named more persons than an index can", async () => {
    const { store, bob } = await storeWithBob();
    const patch = async (customFields: object) => {
      const event = { eventName: "visited", customer: { id: "ann", customFields } };
      expect((await post(store, "events", event)).status).toBe(202);
      await service.drain();
    };
    await patch({ friend: bob.email, plan: "gold" });
    for (let round = 0; round < 8; round++) await patch({ latest: manyContacts(round * 9_000) });
    const latest = manyContacts(72_000);
    await patch({ latest });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/customers/ann"));
    expect(body).toMatchObject({ customFields: { friend: "[erased]", latest, plan: "gold" } });
    const where = { customer: "customFields.plan", is: "gold" };
    expect((await answerOf(post(store, "segments/query", { where }))).body).toMatchObject({
      customers: [{ id: "ann" }],
    });
  });

  test("orders of another customer", async () => {
    const { store, bob } = await storeWithBob();
    const customer = { id: "ann", email: bob.email, name: "Ann Doe" };
    await post(store, "orders", order("ann", { customer, tags: ["gift", bob.email] }));
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/orders/ann"));
    expect(body).toMatchObject({ customer: { id: "ann", name: "Ann Doe" }, tags: ["gift", "[erased]"] });
    expect((body as { customer: object }).customer).not.toHaveProperty("email");
  });

  test("titles of another customer's order, with its returns and the payloads of their deliveries", async () => {
    const { store, bob } = await storeWithBob();
    await subscribe(service, store);
    const card = { id: "line-1", productId: null, title: `Gift card for ${bob.email}`, quantity: 1 };
    await post(store, "orders", order("ann", { lineItems: [card] }));
    const opened = await returnIn(post(store, "returns", returnOf("ann")));
    await service.drain();
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/orders/ann"));
    expect(body).toMatchObject({ lineItems: [{ title: "Gift card for [erased]" }] });
    expect((await readReturn(store, opened.id)).return.source.emailAddress).toBe("ann@example.test");
  });

  test("orders of another customer, also once their shop sends them again", async () => {
    const { store, bob } = await storeWithBob();
    const place = { address2: null, city: "Town", provinceCode: "OH", zip: "43004", countryCode: "US" };
    const address = { address1: bob.street, ...place };
    const sent = (updatedAt: string, changes: Json = {}) =>
      upsertOrder(
        store,
        shopOrder("gift", {
          ...{ updatedAt, customer: { id: "ann", email: bob.email, firstName: "Ann", lastName: "Doe" } },
          lineItems: [shopLine("line-1", 2, "10.00", { title: `Mug for ${bob.email}` })],
          ...{
            shippingAddress: address,
            tags: ["gift", bob.email, `from kim@example.test to ${bob.phoneNumber}`],
          },
          ...changes,
        }),
      );
    expect((await sent("2026-03-01T10:00:00Z")).status).toBe(200);
    await eraseBob(store, bob);
    const tags = ["gift", "[erased]", "from kim@example.test to [erased]"];
    const read = async () => (await answerOf(store.get("/stores/:store/orders/gift"))).body as Json;
    const erased = await read();
    expect(erased).toMatchObject({ tags, shipping: { address: { address1: "[erased]", city: "Town" } } });
    for (const [i, changes] of [
      {},
      { cancelledAt: "2026-03-03T10:00:00Z", cancelReason: "other" },
    ].entries()) {
      expect((await sent(`2026-03-0${2 + i}T10:00:00Z`, changes)).status).toBe(200);
      await service.drain();
      expect(await read()).toEqual({
        ...erased,
        ...changes,
        ...(i > 0 && { cancelledAt: expect.any(String) }),
      });
      expect(await leftOf(store, bob)).toEqual([]);
    }
    const moved = { ...address, address1: "7 Road", city: "Other Town" };
    const lineItems = [shopLine("line-1", 2, "10.00", { title: "Mug" })];
    const later = { tags: ["vip"], shippingAddress: moved, lineItems };
    expect((await sent("2026-03-04T10:00:00Z", later)).status).toBe(200);
    expect(await read()).toMatchObject({
      ...{ tags: ["vip"], shipping: { address: { address1: "7 Road" } } },
      lineItems: [{ title: "Mug" }],
    });
  });

  test("returns of another customer, with the payloads of their deliveries", async () => {
    const { store, bob } = await storeWithBob();
    await subscribe(service, store);
    await post(store, "orders", order("ann"));
    const notes = `Send the money to ${bob.email}, please`;
    const opened = await returnIn(post(store, "returns", returnOf("ann", { notes })));
    await store.post(`/returns/${opened.id}/comments`, { comment: { message: `Phone: ${bob.phoneNumber}` } });
    await store.patch(`/returns/${opened.id}`, { tags: [{ name: "kept" }, { name: bob.email }] });
    await service.drain();
    await eraseBob(store, bob);
    const { return: read } = await readReturn(store, opened.id);
    expect(read.notes).toEqual([
      { message: "Send the money to [erased], please" },
      { message: "Phone: [erased]" },
    ]);
    expect(read.source.emailAddress).toBe("ann@example.test");
    expect(read.tags).toEqual([{ name: "kept" }, { name: "[erased]" }]);
  });

  test("returns that name one of two who are erased together, by the request to erase that one", async () => {
    const { store, bob } = await storeWithBob();
    await post(store, "events", { eventName: "visited", customer: { id: "eve", email: "eve@example.test" } });
    await post(store, "orders", order("ann"));
    const opened = await returnIn(
      post(store, "returns", returnOf("ann", { notes: `Call ${bob.phoneNumber}` })),
    );
    const receiver = await subscribe(service, store);
    await store.post("/stores/:store/customers/eve/erase", undefined);
    const ofBob = await store.post("/stores/:store/customers/bob/erase", undefined);
    await service.drain();
    await service.drain({ sweeps: true });
    expect((await readReturn(store, opened.id)).return.notes).toEqual([{ message: "Call [erased]" }]);
    expect(receiver.got().map(({ headers }) => headers["x-request-id"])).toEqual([
      ofBob.headers.get("x-request-id") ?? "",
    ]);
  });

  test("an order that was the person's before its shop gave it another customer, and its returns", async () => {
    const { store, bob } = await storeWithBob();
    const { webhook } = await subscribe(service, store);
    const lineItems = [{ id: "line-1", quantity: 1 }];
    const put = async (customer: object, updatedAt: string) => {
      const changes = { customer, updatedAt, fulfillments: [{ id: "f1", lineItems }] };
      expect((await upsertOrder(store, shopOrder("passed", changes))).status).toBe(200);
    };
    const { email, phoneNumber: phone, mark } = bob;
    await put(
      { id: "bob", email, phone, firstName: `Bobolink${mark}`, lastName: "Builder" },
      "2026-03-01T10:00:00Z",
    );
    const scan = {
      ...{ message: `Left for ${email}`, status: "in_transit", datetime: "2026-03-03T10:00:00.000Z" },
    };
    await post(store, "orders/passed/fulfillments/f1/tracking-events", scan);
    const items = [{ lineItemId: "line-1", quantity: 1, reason: `Wrong, says ${email}`, notes: phone }];
    const given = returnOf("passed", { notes: `Mail ${email}`, items });
    const opened = await returnIn(
      store.post("/stores/:store/returns", given, { "Idempotency-Key": "passed" }),
    );
    const path = `/returns/${opened.id}`;
    await store.post(`${path}/comments`, { comment: { message: `Phone: ${phone}` } });
    await store.patch(path, { items: [{ id: opened.items[0]?.id, grade: `As ${email} says` }] });
    await store.put(`${path}/status`, { status: "flagged", reason: `Ask ${email}` });
    await service.drain();

    await put(
      { id: "ann", email: "ann@example.test", firstName: "Ann", lastName: "Doe" },
      "2026-03-02T10:00:00Z",
    );
    await post(store, "events", {
      eventName: "moved",
      customer: { id: "bob", email: `${mark}@new.example.test` },
    });
    await eraseBob(store, bob);
    expect(await placesOf(store.ctx.db, [`bobolink${mark}`, `${mark}@new.example.test`])).toEqual([]);
    const { return: read } = await readReturn(store, opened.id);
    expect(read).toMatchObject({
      source: { emailAddress: "ann@example.test", name: { given: "Ann", surname: "Doe" } },
      notes: [{ message: "Mail [erased]" }, { message: "Phone: [erased]" }],
      items: [{ reason: "Wrong, says [erased]", customerComment: "[erased]", grade: "As [erased] says" }],
      statusReason: "Ask [erased]",
    });
    const { body } = await answerOf(store.get(`/webhooks/${webhook.id}/deliveries`));
    expect((body as { deliveries: object[] }).deliveries).toHaveLength(5);
  });

  test("files of the ASN report, with orders that were the person's too", async () => {
    const { store, bob } = await storeWithBob();
    const put = async (customer: object, updatedAt: string) => {
      const shop = shopOrder("passed", {
        customer: { firstName: "A", lastName: "B", ...customer },
        updatedAt,
      });
      expect((await upsertOrder(store, shop)).status).toBe(200);
    };
    await put({ id: "bob", email: bob.email }, "2026-03-01T10:00:00Z");
    const mug = { id: "line-1", productId: "mug", title: `Mug for ${bob.email}`, quantity: 1 };
    await post(store, "orders", order("ann", { lineItems: [mug] }));
    for (const [id, reason] of [
      ["passed", "Wrong"],
      ["ann", `Meant for ${bob.email}`],
    ] as const) {
      const items = [{ lineItemId: "line-1", quantity: 1, reason }];
      await returnIn(post(store, "returns", returnOf(id, { items })));
    }
    const exports = ["csv", "jsonl"].map(async (format) => {
      const made = await answerOf(post(store, "asn-exports", { format, from: "2020-01-01" }));
      return (made.body as { id: string }).id;
    });
    const ids = await Promise.all(exports);
    await service.drain();
    await put({ id: "eve", email: "eve@example.test" }, "2026-03-02T10:00:00Z");
    await eraseBob(store, bob);
    for (const id of ids) {
      const file = await (await store.get(`/stores/:store/asn-exports/${id}/file`)).text();
      for (const text of ["Mug for [erased]", "Meant for [erased]", "ann@example.test", "Wrong"])
        expect(file).toContain(text);
    }
  });

  test("what the warehouse found of another customer's units, which stays theirs", async () => {
    const { store, bob } = await storeWithBob();
    await post(store, "orders", order("ann", { customer: { id: "ann" } }));
    const { id } = await returnIn(post(store, "returns", returnOf("ann")));
    const [unit] = await unitIdsIn(store, id);
    const line = { line_item_id: unit, return_processor: "kim@example.test", note: `Send to ${bob.email}` };
    const graded = {
      ...line,
      description: `For ${bob.phoneNumber}`,
      images: [`https://a.test/${bob.email}`],
    };
    const about = (operation: string, items: object[]) =>
      warehouse(service, store, `POST /../dispositioning/${operation}`, { body: { items } });
    expect(await about("grade", [graded])).toMatchObject({ status: 200 });
    expect(await about("assess", [{ ...line, disposition_outcome: "donate" }])).toMatchObject({
      status: 200,
    });
    await eraseBob(store, bob);
    const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${id}`);
    const common = { return_processor: "kim@example.test", note: "Send to [erased]" };
    expect((body as { line_items: object[] }).line_items[0]).toMatchObject({
      condition: { ...common, description: "For [erased]" },
      disposition: { ...common, disposition_outcome: "donate" },
    });
  });

  test("saved segments", async () => {
    const { store, bob } = await storeWithBob();
    await post(store, "events", { eventName: "visited", customer: { id: "ann", firstName: "Bob" } });
    const save = (key: string, where: unknown) => store.put(`/stores/:store/segments/${key}`, { where });
    await save("both", { customer: "email", op: "in", value: [bob.email, "ann@example.test"] });
    await save("name", {
      any: [
        { customer: "firstName", is: "Bob" },
        { customer: "lastName", is: "Builder" },
      ],
    });
    await save("street", { customer: "location.street1", is: bob.street });
    await save("mine", { customer: "id", is: "bob" });
    await eraseBob(store, bob);
    const read = async (key: string) =>
      ((await answerOf(store.get(`/stores/:store/segments/${key}`))).body as { segment: { where: unknown } })
        .segment.where;
    expect(await read("both")).toEqual({
      customer: "email",
      op: "in",
      value: ["[erased]", "ann@example.test"],
    });
    // Another customer is called Bob, and no other Builder.
    expect(await read("name")).toEqual({
      any: [
        { customer: "firstName", is: "Bob" },
        { customer: "lastName", is: "[erased]" },
      ],
    });
    expect(await read("street")).toEqual({ customer: "location.street1", is: "[erased]" });
    expect(await read("mine")).toEqual({ customer: "id", is: "[erased]" });
    const found = await answerOf(store.get("/stores/:store/segments/name/customers"));
    expect(found.body).toMatchObject({ customers: [{ id: "ann" }] });
  });
});

describe("an erasure also finds the person by", () => {
  test("an address and a number that the profile had before", async () => {
    const { store, bob } = await storeWithBob();
    const visit = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" };
    await post(store, "storefront/events", { ...visit, eventId: "before", customerEmail: bob.email });
    const changed = { id: "bob", email: "robert@example.test", phoneNumber: "+4915100000000" };
    await post(store, "events", { eventName: "visited", customer: changed });
    const { body } = await answerOf(store.get("/stores/:store/customers/bob/export"));
    expect((body as { formerIdentifiers: string[] }).formerIdentifiers).toEqual(
      [bob.phoneNumber, bob.email].sort(),
    );
    await eraseBob(store, bob);
  });

  test("the visits of the same visitor, unless another person is among them", async () => {
    const { store, bob } = await storeWithBob();
    const visit = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" };
    const send = (eventId: string, anonymousId: string, more: object = {}) =>
      post(store, "storefront/events", {
        ...visit,
        eventId,
        anonymousId,
        urlWithParams: `/${eventId}`,
        ...more,
      });
    await send("own-1", "laptop");
    await send("own-2", "laptop", { customerEmail: bob.email });
    await send("shared-1", "tablet");
    await send("shared-2", "tablet", { customerEmail: bob.email });
    await send("shared-3", "tablet", { customerEmail: "ann@example.test" });
    await send("other", "phone");
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/storefront/events"));
    const ids = (body as { events: { eventId: string }[] }).events.map(({ eventId }) => eventId);
    expect(ids.sort()).toEqual(["other", "shared-1", "shared-3"]);
  });

  test("an address on an order that the profile never had", async () => {
    const { store, bob } = await storeWithBob();
    const visit = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" };
    await post(store, "orders", order("theirs", { customer: { id: "ann", email: "taken@example.test" } }));
    // Ann holds the address, so it is not Bob's.
    await post(store, "orders", order("bobs", { customer: { id: "bob", email: "taken@example.test" } }));
    await post(store, "storefront/events", { ...visit, eventId: "ann", customerEmail: "taken@example.test" });
    await eraseBob(store, bob);
    const { body } = await answerOf(store.get("/stores/:store/storefront/events"));
    expect((body as { events: unknown[] }).events).toHaveLength(1);
    expect(await answerOf(store.get("/stores/:store/orders/theirs"))).toMatchObject({
      body: { customer: { email: "taken@example.test" } },
    });
  });
});

test("an address within a longer one is another address", async () => {
  const { store, bob } = await storeWithBob();
  const data = { a: `x${bob.email}`, b: `${bob.email}.uk`, c: `149151${bob.digits}` };
  await post(store, "events", { eventName: "visited", customer: { id: "ann" }, data });
  expect((await store.post("/stores/:store/customers/bob/erase", undefined)).status).toBe(202);
  await service.drain();
  const { body } = await answerOf(store.get("/stores/:store/events?customer=ann"));
  expect((body as { events: { data: unknown }[] }).events[0]?.data).toEqual(data);
});
