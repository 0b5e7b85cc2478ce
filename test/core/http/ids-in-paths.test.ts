import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { order } from "../../support/fixtures.ts";
import { sendRaw } from "../../support/raw-socket.ts";
import { answerOf, invalidAnswer, newOrder, ok } from "../../support/returns.ts";
import { useProcess, useService, useStore } from "../../support/use-service.ts";

const ORDERS = "/stores/:store/orders";

const service = useService();
const store = useStore(service);
const process = useProcess(service, { ROLE: "api" });

const ODD = [
  ..."#1001,a/b,/,//,a/../b,../x,..%2f,a?b=c,?,a b, ,+,&,=,;,%,%zz,%2e,%2E%2e,%2F,%00,%25,\\,..\\".split(","),
  ...'.a,..a,...,a.,a..,:orderId,*,__proto__,constructor,null,undefined,~,!\'(),[x],{x},"x",<x>,|,^,`'.split(
    ",",
  ),
  ...["a,b", "a\tb", "a\nb", "\u007f", "\u0085", "ä", "a\u0308", "日本", "😀", "\u202e", "\ufeff", "\ufffd"],
  ...["x".repeat(255), "😀".repeat(255)],
];

const partOf = (orderId: string) => `${ORDERS}/${encodeURIComponent(orderId)}`;

describe("an order whose id must be escaped in a path", () => {
  test.each(ODD)("%j is read by it, with a client and with raw bytes", async (orderId) => {
    const created = await answerOf(store.post(ORDERS, order(orderId, { customer: null })));
    expect(created).toEqual(ok({ orderId: expect.any(String), externalOrderId: orderId }));

    const read = { orderId, fulfillments: [] };
    expect(await (await store.get(partOf(orderId))).json()).toMatchObject(read);
    const path = `/v2.2/stores/${store.id}/orders/${encodeURIComponent(orderId)}`;
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${store.secret}\r\n`;
    const { body } = await sendRaw(process.port, `${head}Connection: close\r\n\r\n`);
    expect(JSON.parse(body)).toMatchObject(read);
  });

  test("may be any string except two, also for fulfillments", async () => {
    const id = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .filter((text) => text.isWellFormed() && !text.includes("\u0000") && !/^\.\.?$/.test(text));
    await fc.assert(
      fc.asyncProperty(id, id, async (orderId, fulfillmentId) => {
        const own = await service.newStore();
        await newOrder(own, { orderId, customer: null });
        const sent = { fulfillmentId, lineItems: [{ id: "line-1", quantity: 1 }] };
        expect(await answerOf(own.post(`${partOf(orderId)}/fulfillments`, sent))).toMatchObject({
          status: 200,
        });
        const event = { message: "Gone", status: "in_transit", datetime: "2026-03-02T10:00:00Z" };
        const parcel = `${partOf(orderId)}/fulfillments/${encodeURIComponent(fulfillmentId)}`;
        expect(await answerOf(own.post(`${parcel}/tracking-events`, event))).toMatchObject({ status: 201 });
        expect(await (await own.get(partOf(orderId))).json()).toMatchObject({
          orderId,
          fulfillments: [{ id: fulfillmentId }],
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe("an id that a URL path can't contain, because clients resolve . and .. before they send a request", () => {
  test.each([".", ".."])("is rejected for an order: %s", async (orderId) => {
    expect(await answerOf(store.post(ORDERS, order(orderId)))).toMatchObject({
      status: 400,
      body: { error: "orderId can't be . or .., which can't be part of a URL path." },
    });
  });

  test.each([".", ".."])("is rejected for a fulfillment: %s", async (fulfillmentId) => {
    const orderId = await newOrder(store);
    const sent = { fulfillmentId, lineItems: [{ id: "line-1", quantity: 1 }] };
    expect(await answerOf(store.post(`${partOf(orderId)}/fulfillments`, sent))).toEqual(
      invalidAnswer({ pointer: "/fulfillmentId" }),
    );
  });
});

/** Unknown ids as written in a path. */
const UNKNOWN = [
  "%2F",
  "a%2Fb",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%ED%A0%80",
  "%252e",
  "~",
  "%20",
  "%3F",
  "%23",
  "%5C",
  "__proto__",
];

test("an unknown id is 404 in every path, in any encoding", async () => {
  const empty = await service.newStore();
  for (const path of [
    "/stores/:store/orders/ID",
    "/returns/ID",
    "/returns/ID/status",
    "/returns/ID/transitions",
    "/returns/ID/images",
    "/returns/ID/history",
    "/returns/ID/comments",
    "/returns/ID/comments/ID/image",
    "/stores/:store/inventory-levels/ID",
    "/stores/:store/inventory-levels/ID/history",
    "/stores/:store/inventory-imports/ID",
    "/stores/:store/inventory-imports/ID/errors.csv",
    "/stores/:store/order-imports/ID",
    "/stores/:store/order-imports/ID/errors.csv",
    "/stores/:store/inventory-items/ID",
    "/webhooks/ID",
    "/webhooks/ID/deliveries",
  ]) {
    for (const id of [...UNKNOWN, "x".repeat(4_000)]) {
      expect([path, id, (await empty.get(path.replaceAll("ID", id))).status]).toEqual([path, id, 404]);
    }
  }
});
