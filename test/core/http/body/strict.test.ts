import { describe, expect, test } from "bun:test";
import { order, returnOf } from "../../../support/fixtures.ts";
import { answerOf, newOrder, newReturn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const STRICT = { Prefer: "handling=strict" };
const ORDERS = "/stores/:store/orders";
const RETURNS = "/stores/:store/returns";

/** Returns the Preference-Applied header. */
function applied(response: Response): string | null {
  return response.headers.get("Preference-Applied");
}

describe("with Prefer: handling=strict", () => {
  test("unknown fields of a body are 400, each with its pointer, and nothing is changed", async () => {
    const externalId = await newOrder(store);
    const body = returnOf(externalId, { note: "x", "a/b~": 1 });
    const [item] = body.data.items;
    const answer = await store.post(
      RETURNS,
      { ...body, more: {}, data: { ...body.data, items: [{ ...item, lineItem: 1 }] } },
      STRICT,
    );
    expect(applied(answer)).toBe("handling=strict");
    expect(await answerOf(answer)).toMatchObject({
      status: 400,
      body: {
        code: "unknown_field",
        errors: [
          {
            detail: "There is no field data.items.0.lineItem: did you mean lineItemId?",
            pointer: "/data/items/0/lineItem",
          },
          { detail: "There is no field data.note: did you mean notes?", pointer: "/data/note" },
          { detail: "There is no field data.a.b~.", pointer: "/data/a~1b~0" },
          { detail: "There is no field more.", pointer: "/more" },
        ],
      },
    });
    const listed = await store.get("/stores/:store/returns");
    expect(await listed.json()).toMatchObject({ returns: [] });
  });

  test("a misspelt field is reported before the one that is missing because of it", async () => {
    const { externalOrderId, ...data } = returnOf("1").data;
    const answer = await answerOf(
      store.post(RETURNS, { data: { ...data, externalOrderID: externalOrderId } }, STRICT),
    );
    expect(answer.body).toMatchObject({ errors: [{ pointer: "/data/externalOrderID" }] });
  });

  test("a body without unknown fields is accepted, and the response confirms the check", async () => {
    const answer = await store.post(ORDERS, order("strict-1"), STRICT);
    expect([answer.status, applied(answer)]).toEqual([200, "handling=strict"]);
  });

  test("the error of an order operation is {error}, which names every fault", async () => {
    const sent = order("strict-3", { curency: "EUR", colour: 1, note: "", lineItems: [], createdAt: "now" });
    const { status, body } = await answerOf(store.post(ORDERS, sent, STRICT));
    const { error } = body as { error: string };
    const named = ["curency", "colour", "note", "lineItems", "createdAt"].filter((name) =>
      error.includes(name),
    );
    expect([status, named]).toEqual([400, ["curency", "colour", "note", "lineItems", "createdAt"]]);
  });

  test("the error of an order operation is {error}", async () => {
    const answer = await answerOf(store.post(ORDERS, order("strict-2", { currency: "EUR" }), STRICT));
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining("currency") } });
  });

  test.each([
    "handling=strict",
    "Handling=Strict",
    'handling="strict"',
    "respond-async, handling=strict",
    "handling=strict;foo=bar, wait=10",
    "handling=strict, handling=lenient",
  ])("%s is strict", async (prefer) => {
    const answer = await store.post(ORDERS, order("any", { more: 1 }), { Prefer: prefer });
    expect([answer.status, applied(answer)]).toEqual([400, "handling=strict"]);
  });

  test.each([
    "handling=lenient",
    "handling=lenient, handling=strict",
    "handling=stricter",
    "strict",
    "return=minimal",
    "x-handling=strict",
  ])("%s is not strict", async (prefer) => {
    const body = order("any", { orderId: `lenient ${prefer}`, more: 1 });
    const answer = await store.post(ORDERS, body, { Prefer: prefer });
    expect([answer.status, applied(answer)]).toEqual([200, null]);
  });

  test("objects with arbitrary fields have no unknown fields", async () => {
    const event = {
      eventName: "Bought",
      customer: { id: "1", customFields: { shoeSize: 42 } },
      data: { anything: 1, $extra: { more: { still: 1 } } },
    };
    expect((await store.post("/stores/:store/events", event, STRICT)).status).toBe(202);

    const storefront = {
      eventId: "s-1",
      eventName: "page_viewed",
      source: "storefront",
      timestamp: "2026-03-02T09:10:00Z",
      checkout: { anything: { at: ["all", { more: 1 }] } },
      further: 1,
    };
    expect((await store.post("/stores/:store/storefront/events", storefront, STRICT)).status).toBe(204);

    const { id, items } = await newReturn(store);
    const patch = { items: [{ id: items[0]?.id, grade: "A" }], completeWithNoAction: true };
    expect((await store.patch(`/returns/${id}`, patch, STRICT)).status).toBe(200);
  });

  test("next to an object with arbitrary fields other unknown fields are still reported", async () => {
    const event = { eventName: "Bought", customer: { id: "1", mail: "a@b.test" }, datas: {} };
    const answer = await answerOf(store.post("/stores/:store/events", event, STRICT));
    expect(answer.body).toMatchObject({ errors: [{ pointer: "/customer/mail" }, { pointer: "/datas" }] });
  });

  test("one unknown field rejects a whole bulk request", async () => {
    const known = { eventName: "Bought", customer: { id: "bulk" } };
    const events = [known, { ...known, name: "x" }];
    const answer = await answerOf(store.post("/stores/:store/events/bulk", { events }, STRICT));
    expect(answer.body).toMatchObject({ code: "unknown_field", errors: [{ pointer: "/events/1/name" }] });
  });

  test("at most 100 fields are reported", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field ${i}`, 1]));
    const { body } = await answerOf(store.post(RETURNS, many, STRICT));
    expect((body as { errors: unknown[] }).errors).toHaveLength(100);
  });

  test("any other JSON value as the body is 400", async () => {
    for (const body of [
      "null",
      "[]",
      "1",
      "[[{}]]",
      '{"data":[{"__proto__":{}}]}',
      '{"__proto__":{"a":1}}',
    ]) {
      expect((await store.post(RETURNS, body, STRICT)).status).toBe(400);
    }
  });
});

test("without the preference unknown fields are ignored", async () => {
  const answer = await store.post(ORDERS, order("lenient", { more: 1 }));
  expect([answer.status, applied(answer)]).toEqual([200, null]);
});

test("the compatible API ignores the preference", async () => {
  const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json", ...STRICT };
  const body = JSON.stringify({ from: "2026-03-01", to: "2026-03-02", format: "csv", more: 1 });
  const path = "/api/v1/warehouse/reporting/asn/exports";
  const answer = await service.fetch(path, { method: "POST", headers, body });
  expect([answer.status, applied(answer)]).toEqual([202, null]);
});
