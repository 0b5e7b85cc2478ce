import { beforeAll, describe, expect, test } from "bun:test";
import { BOTH, event, ingest, storedCustomer, storedData, storedEvents } from "../../support/events.ts";
import { getCustomer, type Json } from "../../support/orders.ts";
import { anId, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const NOW = new Date("2026-03-05T10:00:00.123Z");

const service = useService({ eventRateLimit: 0 });
let store: TestStore;
beforeAll(async () => {
  service.setClock(NOW);
});

describe.each(BOTH)("an event sent %s", (how) => {
  const take = (...events: unknown[]) => ingest(service, store, how, ...events);

  const dataOf = async (data: Json) => {
    store = await service.newStore();
    await take(event({ data }));
    return (await storedData(store))[0];
  };

  test("is stored with all of its fields", async () => {
    store = await service.newStore();
    await take(
      event({
        eventTimestamp: "2026-03-02T10:00:00.5+01:00",
        value: -12.5,
        valueCurrency: "EUR",
        uniqueId: "u1",
        data: { page: "home" },
        unknown: ["ignored", "\u0000"],
      }),
    );
    expect(await storedEvents(store)).toEqual([
      {
        name: "visited",
        customer: "ann",
        at: "2026-03-02T09:00:00.500Z",
        value: -12.5,
        currency: "EUR",
        uniqueId: "u1",
        data: '{"page":"home"}',
        receivedAt: NOW.toISOString(),
      },
    ]);
  });

  test("may have happened in a leap second, and have dates in one", async () => {
    const date = "2015-06-30T23:59:60.5+00:00";
    store = await service.newStore();
    for (const eventTimestamp of ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.250Z"]) {
      await take(event({ eventTimestamp, data: { date }, customer: { id: "ann", customFields: { date } } }));
    }
    expect((await storedEvents(store)).map(({ at }) => at)).toEqual([
      "2017-01-01T00:00:00.000Z",
      "2017-01-01T00:00:00.250Z",
    ]);
    const shown = { date: "2015-07-01T00:00:00.500Z" };
    expect(await storedData(store)).toEqual([shown, shown]);
    expect((await storedCustomer(store, "ann")).customFields).toEqual(shown);
  });

  test("defaults to the time of ingestion, and requires only a name and a customer", async () => {
    store = await service.newStore();
    await take(
      event(),
      event({ eventTimestamp: null, value: null, valueCurrency: null, uniqueId: null, data: null }),
    );
    const least = {
      name: "visited",
      customer: "ann",
      value: null,
      currency: null,
      uniqueId: null,
      data: null,
    };
    const timed = { ...least, at: NOW.toISOString(), receivedAt: NOW.toISOString() };
    expect(await storedEvents(store)).toEqual([timed, timed]);
  });

  test("may have the value 0 or any finite number", async () => {
    store = await service.newStore();
    const values = [0, -0, 5e-324, -1.7976931348623157e308, 0.1];
    await take(...values.map((value) => event({ value })));
    const stored = await storedEvents(store);
    expect(stored.map(({ value }) => value)).toEqual([0, 0, 5e-324, -1.7976931348623157e308, 0.1]);
  });

  test("creates its customer when no customer matches", async () => {
    store = await service.newStore();
    await take(event({ customer: { email: "eve@example.test" } }));
    const when = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };
    expect(await getCustomer(store, "eve@example.test")).toEqual(
      ok({ id: anId("cus"), email: "eve@example.test", ...when }),
    );
    const [stored] = await storedEvents(store);
    expect(stored?.customer).toEqual(anId("cus"));
  });

  test("creates a customer with an unknown id", async () => {
    store = await service.newStore();
    await take(event({ customer: { id: "their id / 1", firstName: "Ann" } }));
    expect(await storedCustomer(store, "their id / 1")).toMatchObject({ firstName: "Ann" });
  });

  test("drops 0, null and the empty string at the top level of data, and nothing else", async () => {
    const data = {
      a: 0,
      b: null,
      c: "",
      d: false,
      e: "0",
      f: " ",
      g: true,
      h: 1,
      i: -0,
      j: "text",
      k: 0.5,
      l: "null",
    };
    expect(await dataOf(data)).toEqual({
      d: false,
      e: "0",
      f: " ",
      g: true,
      h: 1,
      j: "text",
      k: 0.5,
      l: "null",
    });
  });

  test("stores dates in data as UTC with milliseconds, and other strings unchanged", async () => {
    const texts = { date: "2026-03-01", local: "2026-03-01T10:00:00", none: "2026-02-30T10:00:00Z" };
    const data = { one: "2026-03-01T10:00:00+02:00", two: "2026-03-01t08:00:00.1234z", epoch: 1_767_225_600 };
    expect(await dataOf({ ...data, ...texts })).toEqual({
      one: "2026-03-01T08:00:00.000Z",
      two: "2026-03-01T08:00:00.123Z",
      epoch: 1_767_225_600,
      ...texts,
    });
  });

  test("stores $extra unchanged", async () => {
    store = await service.newStore();
    const extra =
      '{"zero":0,"none":null,"empty":"","at":"2026-03-01T10:00:00+02:00","list":[0,null,"",[],{"a":[{}]}],"__proto__":{"a":1},"constructor":{"prototype":0},"$extra":{"":""}}';
    const body = `{"eventName":"visited","customer":{"id":"ann"},"data":{"kept":1,"$extra":${extra}}}`;
    await (how === "bulk"
      ? store.post("/stores/:store/events/bulk", `{"events":[${body}]}`)
      : store.post("/stores/:store/events", body));
    await service.drain();
    const [stored] = await storedEvents(store);
    expect(stored?.data).toBe(`{"kept":1,"$extra":${extra}}`);
  });

  test("may have properties named __proto__ anywhere, without changing a prototype", async () => {
    store = await service.newStore();
    const proto = '"__proto__":"own"';
    const customer = `{"id":"ann","email":"ann@example.test","customFields":{${proto}},"location":{"city":"A",${proto}},${proto}}`;
    await take(JSON.parse(`{"eventName":"visited","customer":${customer},"data":{${proto}},${proto}}`));
    const [stored] = await storedEvents(store);
    expect(stored?.data).toBe(`{${proto}}`);
    const { customFields, location } = await storedCustomer(store, "ann");
    expect(JSON.stringify({ customFields, location })).toBe(
      `{"customFields":{${proto}},"location":{"city":"A"}}`,
    );
    expect(await (await store.get("/stores/:store/customers?email=ann@example.test")).text()).toContain(
      proto,
    );
    expect(({} as Json).own).toBeUndefined();
  });

  test("may have 400 properties of data of 100 KB each, and $extra counts as one", async () => {
    const names = Array.from({ length: 400 }, (_, i) => [`member ${i}`, 1] as const);
    expect(await dataOf(Object.fromEntries(names))).toEqual(Object.fromEntries(names));
    for (const long of ["x".repeat(100 * 1024), "é".repeat(50 * 1024), "💥".repeat(25 * 1024)])
      expect(await dataOf({ long })).toEqual({ long });
  });

  test("without a uniqueId is never a duplicate", async () => {
    store = await service.newStore();
    await take(event(), event());
    await take(event());
    expect(await storedEvents(store)).toHaveLength(3);
  });

  test("may have every field at its limit", async () => {
    store = await service.newStore();
    const id = "💥".repeat(255);
    const email = `${"x".repeat(64)}@${`${"y".repeat(60)}.`.repeat(3)}test`;
    const customer = { id, email, phoneNumber: "+123456789012345", customFields: { a: 5e-324, b: -1e308 } };
    const times = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2024-02-29T23:59:59+23:59"];
    const most = (eventTimestamp: string) =>
      event({
        customer,
        eventTimestamp,
        uniqueId: eventTimestamp + "💥".repeat(255 - eventTimestamp.length),
      });
    await take(...times.map(most));
    expect((await storedEvents(store)).map(({ at }) => at)).toEqual([
      "0001-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
      "2024-02-29T00:00:59.000Z",
    ]);
    expect(await storedCustomer(store, id)).toMatchObject(customer);
  });

  test("may have any name", async () => {
    store = await service.newStore();
    const names = [" ", "ordered", "注文 💥", "x".repeat(1_000), "'; drop table events --"];
    await take(...names.map((eventName) => event({ eventName })));
    expect((await storedEvents(store)).map(({ name }) => name)).toEqual(names);
  });
});
