import { describe, expect, test } from "bun:test";
import { newPerson } from "../../../support/console.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import { answerOf, newOrder, newReturn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const ORDERS = "/stores/:store/orders";
const EVENTS = "/stores/:store/events";
const event = { eventName: "Bought", customer: { id: "1" } };

/** Returns the status and the ignored fields. */
async function ignoredBy(sent: Promise<Response>): Promise<[number, string | null]> {
  const { status, headers } = await sent;
  return [status, headers.get("Ignored-Fields")];
}

describe("a write that ignores fields of its body names them", () => {
  test("in each operation, with the pointer of each", async () => {
    const line = { ...order("x").lineItems[0], colour: "red" };
    const misspelt = order("ignored-1", { curency: "EUR", lineItems: [line], currencyCode: null });
    expect(await ignoredBy(store.post(ORDERS, misspelt))).toEqual([200, "/lineItems/0/colour, /curency"]);
    const { id } = await newReturn(store);
    const body = returnOf(await newOrder(store), { note: "x" });
    expect(await ignoredBy(store.post("/stores/:store/returns", body))).toEqual([201, "/data/note"]);
    expect(await ignoredBy(store.patch(`/returns/${id}`, { tag: [] }))).toEqual([200, "/tag"]);
    expect(await ignoredBy(store.post(EVENTS, { ...event, datas: {} }))).toEqual([202, "/datas"]);
    const bulk = { events: [event, { ...event, name: 1 }] };
    expect(await ignoredBy(store.post(`${EVENTS}/bulk`, bulk))).toEqual([202, "/events/1/name"]);
    const comment = { comment: { message: "x", text: "y" } };
    expect(await ignoredBy(store.post(`/returns/${id}/comments`, comment))).toEqual([201, "/comment/text"]);
  });

  test("also when it is refused", async () => {
    const { orderId, ...rest } = order("ignored-2");
    expect(await ignoredBy(store.post(ORDERS, { ...rest, orderID: orderId }))).toEqual([400, "/orderID"]);
  });

  test("and no field of an object that may have any, nor one that is refused by name", async () => {
    const free = { ...event, data: { any: 1, $extra: { more: { still: 1 } } } };
    expect(await ignoredBy(store.post(EVENTS, free))).toEqual([202, null]);
    const strict = await ignoredBy(store.post(EVENTS, { ...event, datas: 1 }, { Prefer: "handling=strict" }));
    expect(strict).toEqual([400, null]);
  });

  test("in the log, with the request", async () => {
    const { headers } = await store.post(EVENTS, { ...event, logged: 1 });
    const line = service.log.find(({ requestId }) => requestId === headers.get("X-Request-Id"));
    expect(line).toMatchObject({ ignoredFields: ["/logged"] });
  });

  test("in the store's list of requests and on its page, where no name can be data", async () => {
    const own = await service.newStore();
    const listed = async () => {
      await own.ctx.requestLog.flush();
      const { body } = await answerOf(own.get("/stores/:store/requests?limit=1"));
      return (body as { requests: { route: string; ignoredFields?: string[] }[] }).requests[0]?.ignoredFields;
    };
    const line = { ...order("x").lineItems[0], colour: "red" };
    const misspelt = order("listed", { curency: "EUR", lineItems: [line], "ada@example.test": 1 });
    expect((await own.post(ORDERS, misspelt)).status).toBe(200);
    expect(await listed()).toEqual(["/lineItems/0/colour", "/curency", "/*"]);
    const person = await newPerson(service, own, "owner");
    const page = await (await person.get(":store/developer/requests")).text();
    expect(page).toContain("Ignored: <code>/lineItems/0/colour, /curency, /*</code>");

    expect((await own.post(ORDERS, order("none"))).status).toBe(200);
    expect(await listed()).toBeUndefined();
    const data = [
      "+12015550001",
      "12015550001",
      "Ada Byron",
      "ä",
      "a,b",
      "",
      "x".repeat(51),
      "\ud83d",
      "../x",
    ];
    expect(
      (await own.post(EVENTS, { ...event, ...Object.fromEntries(data.map((name) => [name, 1])) })).status,
    ).toBe(202);
    expect(await listed()).toEqual(["/*"]);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}${"x".repeat(45)}`, i]));
    expect((await own.post(EVENTS, { ...event, ...many })).status).toBe(202);
    const kept = (await listed()) ?? [];
    expect([kept.length > 5, kept.join(", ").length <= 500]).toEqual([true, true]);
  });

  test("at most 20 of them", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`f${i}`, i]));
    const [status, ignored] = await ignoredBy(store.post(EVENTS, { ...event, ...many }));
    expect([status, ignored]).toEqual([202, Array.from({ length: 20 }, (_, i) => `/f${i}`).join(", ")]);
  });

  test.each([
    ["a,b", "/a%2Cb"],
    ["a/b~c", "/a~1b~0c"],
    ["größe", "/gr%C3%B6%C3%9Fe"],
    ["a b", "/a%20b"],
    ["a\r\nSet-Cookie: x=1", "/a%0D%0ASet-Cookie:%20x=1"],
    ["100%", "/100%25"],
    ["", "/"],
    ["\ud800", "/%EF%BF%BD"],
  ])("such as %j in a form that a header can have", async (name, pointer) => {
    const [, ignored] = await ignoredBy(store.post(EVENTS, { ...event, [name]: 1 }));
    expect(ignored).toBe(pointer);
  });

  test("in a header that proxies take, however long the names are", async () => {
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}${"ä".repeat(5_000)}`, 1]));
    const [status, ignored] = await ignoredBy(store.post(EVENTS, { ...event, ...long }));
    expect(status).toBe(202);
    expect(ignored?.length).toBeGreaterThan(0);
    expect(ignored?.length).toBeLessThan(2_600);
    expect(() => decodeURI(ignored ?? "")).not.toThrow();
  });
});

test("the error of an order operation names every fault of the body", async () => {
  const [line] = order("x").lineItems;
  const repeated = order(".", { lineItems: [line, line, line] });
  const { status, body } = await answerOf(store.post(ORDERS, repeated));
  const { error } = body as { error: string };
  expect([status, error.match(/is used twice/g)?.length, error.includes("orderId")]).toEqual([400, 2, true]);
});
