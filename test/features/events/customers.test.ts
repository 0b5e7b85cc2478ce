import { describe, expect, test } from "bun:test";
import {
  BOTH,
  event,
  ingest,
  postBulk,
  postEvent,
  storedCustomer,
  storedEvents,
} from "../../support/events.ts";
import { freshId, getCustomer, type Json, leastOrder, postOrder } from "../../support/orders.ts";
import { anId, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const FIRST = new Date("2026-03-01T10:00:00.000Z");
const LATER = new Date("2026-03-02T10:00:00.000Z");
const ANN = {
  id: "ann",
  email: "ann@example.test",
  phoneNumber: "+12015550001",
  firstName: "Ann",
  lastName: "Lee",
};
const BOB = { id: "bob", email: "bob@example.test", phoneNumber: "+12015550002", firstName: "Bob" };
const WHEN_NEW = { createdAt: FIRST.toISOString(), updatedAt: FIRST.toISOString() };
const WHEN_PATCHED = { createdAt: FIRST.toISOString(), updatedAt: LATER.toISOString() };

const service = useService({ eventRateLimit: 0 });
let store: TestStore;

describe.each(BOTH)("the customers of events sent %s:", (how) => {
  /** Sends events of these customers at LATER to a store that has had Ann and Bob since FIRST. */
  const patch = async (...customers: Json[]) => {
    store = await service.newStore();
    service.setClock(FIRST);
    await ingest(service, store, how, event({ customer: ANN }), event({ customer: BOB }));
    service.setClock(LATER);
    if (customers.length > 0)
      await ingest(service, store, how, ...customers.map((customer) => event({ customer })));
  };
  const annAnd = async (changes: Json) =>
    expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...changes, ...WHEN_PATCHED }));

  test.each<[string, Json, string]>([
    ["the id", { id: "ann", email: BOB.email, phoneNumber: BOB.phoneNumber, lastName: "Li" }, "ann"],
    [
      "without an id the email",
      { email: " Bob@EXAMPLE.test", phoneNumber: ANN.phoneNumber, lastName: "Li" },
      "bob",
    ],
    [
      "without an id and an email the phoneNumber",
      { id: null, email: null, phoneNumber: ANN.phoneNumber, lastName: "Li" },
      "ann",
    ],
  ])("%s alone decides which customer is matched and moves no other identifier", async (_, input, id) => {
    await patch(input);
    const [meant, other] = id === "ann" ? [ANN, BOB] : [BOB, ANN];
    const email = id === "bob" ? "Bob@EXAMPLE.test" : meant.email;
    expect(await getCustomer(store, meant.email)).toEqual(
      ok({ ...meant, email, lastName: "Li", ...WHEN_PATCHED }),
    );
    expect(await getCustomer(store, other.email)).toEqual(ok({ ...other, ...WHEN_NEW }));
    expect((await storedEvents(store)).at(-1)?.customer).toBe(id);
  });

  test("lower identifiers enrich the profile when they are free", async () => {
    await patch({ id: "ann", email: "anna@example.test", phoneNumber: "+12015550009" });
    const changes = { email: "anna@example.test", phoneNumber: "+12015550009" };
    expect(await getCustomer(store, "anna@example.test")).toEqual(
      ok({ ...ANN, ...changes, ...WHEN_PATCHED }),
    );
    expect(await getCustomer(store, ANN.email)).toMatchObject({ status: 404 });
  });

  test("an unknown deciding identifier creates a customer, even when a lower one is known", async () => {
    await patch(
      { id: "new", email: ANN.email, phoneNumber: ANN.phoneNumber, firstName: "New" },
      { email: "new@example.test", phoneNumber: BOB.phoneNumber },
      { phoneNumber: "+12015550009" },
    );
    const [, , byId, byEmail, byPhone] = await storedEvents(store);
    expect([byId?.customer, byEmail?.customer, byPhone?.customer]).toEqual(["new", anId("cus"), anId("cus")]);
    const nothing = { email: null, phoneNumber: null, lastName: null, location: null, customFields: null };
    expect(await storedCustomer(store, "new")).toEqual({ ...nothing, id: "new", firstName: "New" });
    expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
    expect(await getCustomer(store, BOB.email)).toEqual(ok({ ...BOB, ...WHEN_NEW }));
  });

  test("omitted and null fields change nothing, not even updatedAt", async () => {
    const nothing = { email: null, phoneNumber: null, firstName: null, location: null, customFields: null };
    await patch(
      { id: "ann" },
      { ...nothing, id: "ann" },
      { id: "ann", location: { city: null }, customFields: { f: null } },
    );
    expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
  });

  test("repeated values don't change updatedAt", async () => {
    await patch(ANN);
    expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
  });

  test("names, email and phoneNumber have the last value in array order", async () => {
    await patch({ id: "ann", firstName: "Anna", lastName: "" }, { id: "ann", firstName: "Annie" });
    await annAnd({ firstName: "Annie", lastName: "" });
  });

  test("location merges field by field", async () => {
    await patch(
      { id: "ann", location: { city: "Bonn", countryCode: "DE", latitude: 0, longitude: 7.1, unknown: 1 } },
      {
        id: "ann",
        location: { city: "Köln", street1: "", countryCode: null, ianaTimeZoneName: "Europe/Berlin" },
      },
    );
    const moved = { city: "Köln", countryCode: "DE", latitude: 0, longitude: 7.1 };
    await annAnd({ location: { ...moved, street1: "", ianaTimeZoneName: "Europe/Berlin" } });
  });

  test("customFields merge key by key; 0, false and the empty string are values; dates become UTC", async () => {
    await patch(
      { id: "ann", customFields: { a: 1, b: true, c: "x", d: "2026-03-01T10:00:00+02:00", e: "2026-03-01" } },
      { id: "ann", customFields: { a: 0, b: false, c: "", d: null, f: -0.5, "": "no name", "a\nb": 1 } },
    );
    const date = { d: "2026-03-01T08:00:00.000Z", e: "2026-03-01" };
    await annAnd({ customFields: { a: 0, b: false, c: "", ...date, f: -0.5, "": "no name", "a\nb": 1 } });
  });

  test("each event sees the changes of the events before it", async () => {
    await patch(
      { id: "ann", email: "gone@example.test" },
      { email: ANN.email, firstName: "New" },
      { id: "bob", email: ANN.email },
      { email: "gone@example.test", lastName: "Ray" },
    );
    const stored = (await storedEvents(store)).slice(2).map(({ customer }) => customer);
    expect(stored).toEqual(["ann", anId("cus"), "bob", "ann"]);
    expect(await getCustomer(store, BOB.email)).toMatchObject({ status: 200, body: { id: "bob" } });
    expect(await getCustomer(store, ANN.email)).toMatchObject({ body: { id: stored[1], firstName: "New" } });
  });

  test("two customers may exchange their addresses through a temporary one", async () => {
    const [x, y] = [ANN.email, BOB.email];
    await patch({ id: "ann", email: "free@example.test" }, { id: "bob", email: x }, { id: "ann", email: y });
    expect([await getCustomer(store, x), await getCustomer(store, y)]).toMatchObject([
      { status: 200, body: { id: "bob" } },
      { status: 200, body: { id: "ann" } },
    ]);
  });

  test("customers of another store are separate", async () => {
    await patch();
    const other = await service.newStore();
    await ingest(service, other, how, event({ customer: { ...ANN, firstName: "Other" } }));
    expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
  });

  test("the customer of an order is resolved and enriched by the same rules, in sequence with events", async () => {
    await patch({ id: "ann", lastName: "Event" });
    await postOrder(store, leastOrder(freshId(), { customer: { email: ANN.email, lastName: "Order" } }));
    await annAnd({ lastName: "Order" });
    await ingest(
      service,
      store,
      how,
      event({ customer: { phoneNumber: ANN.phoneNumber, lastName: "Again" } }),
    );
    await annAnd({ lastName: "Again" });
  });
});

test("a bulk patch is visible when its 202 is sent, and does not undo a later one", async () => {
  store = await service.newStore();
  await postBulk(store, [
    event({ customer: { id: "ann", email: ANN.email, firstName: "bulk", lastName: "bulk" } }),
  ]);
  expect(await getCustomer(store, ANN.email)).toMatchObject({ body: { id: "ann", firstName: "bulk" } });
  await postEvent(store, event({ customer: { email: ANN.email, firstName: "single" } }));
  for (const _ of ["before", "after"]) {
    expect(await getCustomer(store, ANN.email)).toMatchObject({
      body: { id: "ann", firstName: "single", lastName: "bulk" },
    });
    await service.drain();
  }
  expect((await storedEvents(store)).map(({ customer }) => customer)).toEqual(["ann", "ann"]);
});
