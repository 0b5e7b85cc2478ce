import { describe, expect, test } from "bun:test";
import {
  COMMENTS,
  FULFILLMENTS,
  ORDERS,
  PATCH,
  RETURNS,
  rejection,
  STATUS,
  TRACKING,
  useBench,
} from "../../support/bench.ts";
import { type JsonPath, withAt } from "../../support/json-places.ts";
import { type Answer, answerOf, JSON_TYPE, problemAnswer } from "../../support/returns.ts";

const IDS = [
  "%00",
  "a%00b",
  "%",
  "%zz",
  "%ff",
  "%ED%A0%80",
  "%c0%af",
  "x".repeat(10_000),
  "%F0%9F%92%A9".repeat(500),
  "'--",
  "%20",
];

const bench = useBench();

describe("an id that can't exist is 404, like an unknown id", () => {
  const order = { status: 404, type: JSON_TYPE, body: { error: expect.any(String) } };

  test.each<[operation: string, name: string, expected: Answer]>([
    ["GET /v2.2/stores/:storeId/orders/:orderId", "orderId", order],
    [FULFILLMENTS, "orderId", problemAnswer(404)],
    [TRACKING, "fulfillmentId", problemAnswer(404)],
    ["GET /v2.2/returns/:returnId", "returnId", problemAnswer(404)],
    [PATCH, "returnId", problemAnswer(404)],
    ["GET /v2.2/returns/:returnId/status", "returnId", problemAnswer(404)],
    [STATUS, "returnId", problemAnswer(404)],
    ["GET /v2.2/returns/:returnId/history", "returnId", problemAnswer(404)],
    ["GET /v2.2/returns/:returnId/comments", "returnId", problemAnswer(404)],
    [COMMENTS, "returnId", problemAnswer(404)],
    ["GET /v2.2/returns/:returnId/comments/x/image", "returnId", problemAnswer(404)],
  ])("%s, as its %s", async (operation, name, expected) => {
    for (const id of IDS) {
      const path = bench.path(operation.replace(`:${name}`, "ID")).replace("ID", id);
      const [method = ""] = operation.split(" ");
      const body = method === "GET" ? undefined : JSON.stringify(bench.body(operation));
      expect(await answerOf(bench.service.fetch(path, bench.init(method, body)))).toEqual(expected);
    }
  });

  test("in the path of a comment", async () => {
    for (const id of IDS) {
      expect(await get(`/v2.2/returns/${bench.names.returnId}/comments/${id}/image`)).toEqual(
        problemAnswer(404),
      );
    }
  });
});

test("a store with an invalid id gets 403 like any other store", async () => {
  for (const id of IDS) expect(await get(`/v2.2/stores/${id}/returns`)).toEqual(problemAnswer(403));
});

test("an invalid id in the query is 400 where the schema has a format, and an unknown parameter is 400", async () => {
  const store = `/v2.2/stores/${bench.store.id}`;
  for (const id of IDS) {
    const queries = ["returns?status", "returns?updated_at_min", "returns?updated_at_max", "customers?email"];
    for (const query of queries) expect((await get(`${store}/${query}=${id}`)).status).toBe(400);
    expect((await get(`${store}/returns?${id}=${id}&__proto__=1&__proto__=2`)).status).toBe(400);
  }
});

/** The maximum length of strings without a limit of their own. */
const MAX_TEXT = 10_000;

test("an invalid id in a body is rejected as too long or unknown, and the error truncates it", async () => {
  const corrupted = (operation: string, path: JsonPath, length = 500_000) =>
    bench.send(operation, JSON.stringify(withAt(bench.body(operation), path, "x".repeat(length))));
  const detailOf = (sentence: string) => expect.stringMatching(new RegExp(`^${sentence} x{900,1000}…$`));
  expect([
    await corrupted(ORDERS, ["orderId"]),
    await corrupted(ORDERS, ["customer", "id"]),
    await corrupted(ORDERS, ["locationId"]),
    await corrupted(RETURNS, ["data", "provider"]),
    await corrupted(RETURNS, ["data", "items", 0, "lineItemId"], MAX_TEXT),
    await corrupted(PATCH, ["items", 0, "id"], MAX_TEXT),
    await corrupted(RETURNS, ["data", "externalOrderId"], MAX_TEXT),
  ]).toEqual([
    rejection(ORDERS, "orderId must be a string of 1 to 255 characters."),
    rejection(ORDERS, "customer.id must be a string of 1 to 255 characters or null."),
    rejection(ORDERS, "locationId must be a string of 1 to 255 characters or null."),
    rejection(RETURNS, "data.provider must be a string of 1 to 255 characters.", "/data/provider"),
    rejection(RETURNS, detailOf("The order has no line item"), "/data/items/0/lineItemId"),
    rejection(PATCH, detailOf("The return has no item"), "/items/0/id"),
    problemAnswer(404, detailOf("The store has no order")),
  ]);
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());

function get(path: string) {
  return answerOf(bench.service.fetch(path, bench.init("GET", undefined)));
}
