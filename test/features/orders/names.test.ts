import { beforeAll, describe, expect, test } from "bun:test";
import { order } from "../../support/fixtures.ts";
import { answerOf, newOrder, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const other = useStore(service);
const ORDERS = "/stores/:store/orders";
const RETURNS = "/stores/:store/returns";

/** What each order of the store is: the merchant's id by the service's. */
const own: Record<string, string> = {};
const MERCHANT_IDS = ["#1001", "1002", "#1003", "1003", "##1004", "#", "A#5"];
beforeAll(async () => {
  for (const orderId of MERCHANT_IDS) {
    const { body } = await answerOf(store.post(ORDERS, order(orderId, { lineItems: [LINE] })));
    own[orderId] = (body as { orderId: string }).orderId;
    await returnIn(postReturn(store, orderId));
  }
  for (const orderId of ["1001", "#1002", "1004"]) await newOrder(other, { orderId, lineItems: [LINE] });
});

const LINE = { id: "line-1", productId: "p", title: "P", quantity: 100, price: 1 };

/** What a client may write, and the merchant's id of the order that it means. */
const WRITTEN: [text: string, meant: string | undefined][] = [
  ["#1001", "#1001"],
  ["1001", "#1001"],
  ["1002", "1002"],
  ["#1002", "1002"],
  ["#1003", "#1003"],
  ["1003", "1003"],
  ["##1004", "##1004"],
  ["#1004", undefined],
  ["##1002", undefined],
  ["1004", undefined],
  ["#", "#"],
  ["A5", undefined],
  ["#A#5", "A#5"],
  [" 1001", undefined],
  ["100", undefined],
  ["%", undefined],
];

type Way = (of: TestStore, text: string) => Promise<string | undefined>;
const path = (text: string) => encodeURIComponent(text);
const idIn = async (answer: Promise<Response>, ...names: string[]) => {
  const { status, body } = await answerOf(answer);
  if (status === 404) return undefined;
  expect([200, 201]).toContain(status);
  return names.reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], body);
};
const returnOrder = async (answer: Promise<Response>) =>
  (await idIn(answer, "orders", "0", "externalId")) as string | undefined;

/** Every way to name an order; each returns the merchant's id of the order that was found. */
const WAYS: Record<string, Way> = {
  "GET order": async (of, text) => (await idIn(of.get(`${ORDERS}/${path(text)}`), "orderId")) as string,
  "GET orders?order=": async (of, text) =>
    (await idIn(of.get(`${ORDERS}?order=${path(text)}`), "orders", "0", "orderId")) as string,
  "GET returns?order=": (of, text) => returnOrder(of.get(`${RETURNS}?order=${path(text)}`)),
  "GET returns?order= with another filter": (of, text) =>
    returnOrder(of.get(`${RETURNS}?order=${path(text)}&status=open&created_at_min=2000-01-01T00:00:00Z`)),
  "GET returns?provider_order_name=": (of, text) =>
    returnOrder(of.get(`${RETURNS}?provider_order_name=${path(text)}`)),
  "GET returns.csv?order=": async (of, text) => {
    const answer = await of.get(`${RETURNS}.csv?order=${path(text)}`);
    const [header = "", row] = (await answer.text()).trim().split("\r\n");
    return row?.split(",")[header.split(",").indexOf("order")]?.replace(/^'/, "");
  },
  "POST return": async (of, text) => {
    const answer = postReturn(of, text);
    return (await idIn(answer, "return", "externalOrderIds", "0")) as string;
  },
  "POST return preview": async (of, text) => {
    const answer = of.post(`${RETURNS}/preview`, { data: { externalOrderId: text } });
    const found = await idIn(answer, "lines", "0", "returnable");
    return found === undefined ? undefined : WAYS["GET order"]?.(of, text);
  },
  "POST fulfillment": async (of, text) => {
    const parcel = { fulfillmentId: crypto.randomUUID(), lineItems: [{ id: "line-1", quantity: 1 }] };
    if (!(await idIn(of.post(`${ORDERS}/${path(text)}/fulfillments`, parcel), "success"))) return undefined;
    const event = { message: "On its way", status: "in_transit", datetime: "2026-03-01T10:00:00Z" };
    const events = `${ORDERS}/${path(text)}/fulfillments/${parcel.fulfillmentId}/tracking-events`;
    expect((await of.post(events, event)).status).toBe(201);
    const { body } = await answerOf(of.get(ORDERS));
    const { orders } = body as { orders: { orderId: string; fulfillments: { id: string }[] }[] };
    return orders.find((each) => each.fulfillments.some(({ id }) => id === parcel.fulfillmentId))?.orderId;
  },
};

describe("an order is named by the merchant's id, the same with one # more or less, or the service's id", () => {
  test.each(Object.keys(WAYS))("%s", async (name) => {
    for (const [text, meant] of WRITTEN) {
      expect([text, await WAYS[name]?.(store, text)]).toEqual([text, meant]);
    }
    for (const [meant, id] of Object.entries(own)) {
      const isName = name.includes("name=");
      expect([id, await WAYS[name]?.(store, id)]).toEqual([id, isName ? undefined : meant]);
      expect(await WAYS[name]?.(other, id)).toBeUndefined();
    }
  });
});

test("an order is created under its id as it is, whatever other names lead to it", async () => {
  const twice = await answerOf(store.post(ORDERS, order("1001")));
  expect(twice.status).toBe(200);
  expect((await store.post(ORDERS, order("1001"))).status).toBe(409);
  expect(await WAYS["GET order"]?.(store, "1001")).toBe("1001");
  expect(await WAYS["GET order"]?.(store, "#1001")).toBe("#1001");
});
