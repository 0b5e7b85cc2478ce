import { expect, test } from "bun:test";
import {
  accepted,
  errorAnswer,
  freshId,
  getOrder,
  leastOrder,
  NOT_GIVEN,
  orderWith,
  postOrder,
  wrongAt,
} from "../../support/orders.ts";
import { answerOf, ok } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const NO_JSON = "The body is not valid JSON.";
const NO_OBJECT_AT_ALL = "The body must be an object.";
const text = (member: string) => `{"orderId":"hostile",${member}}`;

test.each<[string, string, unknown]>([
  ["empty", "", "A JSON body is required."],
  ["only whitespace", " \n ", "A JSON body is required."],
  ["truncated", '{"orderId": "hos', NO_JSON],
  ["two values", "{}{}", NO_JSON],
  ["NaN", text('"totalPrice":NaN'), NO_JSON],
  ["Infinity", text('"totalPrice":-Infinity'), NO_JSON],
  ["a hexadecimal number", text('"totalPrice":0x10'), NO_JSON],
  ["not JSON", "orderId=hostile", NO_JSON],
  ["an array", "[]", NO_OBJECT_AT_ALL],
  ["null", "null", NO_OBJECT_AT_ALL],
  ["a string", '"order"', NO_OBJECT_AT_ALL],
  [
    "10,000 lists",
    `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
    "The body is nested deeper than 100 levels.",
  ],
  [
    "10,000 objects",
    `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
    "The body is nested deeper than 100 levels.",
  ],
])("a body that is %s is 400, and a concurrent order is stored", async (_, body, error) => {
  const id = freshId();
  const [answer, other] = await Promise.all([postOrder(store, body), postOrder(store, leastOrder(id))]);
  expect([answer, other]).toEqual([errorAnswer(400, error), accepted(id)]);
});

test("a body that is not UTF-8 is 400", async () => {
  const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
  const body = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d);
  const path = `/v2.2/stores/${store.id}/orders`;
  expect(await answerOf(service.fetch(path, { method: "POST", headers, body }))).toEqual(
    errorAnswer(400, "The body is not valid UTF-8."),
  );
});

test.each(["1e400", "-1e400", "9007199254740993", "1e999999999", '"1"'])(
  "a totalPrice that is written %s is 400",
  async (number) => {
    const body = JSON.stringify(orderWith(freshId(), "totalPrice", "@")).replace('"@"', number);
    expect(await postOrder(store, body)).toEqual(wrongAt("totalPrice"));
  },
);

test.each(["orderId", "lineItems.0.id", "lineItems.0.sku", "customer.id", "shipping.address.city", "tags.0"])(
  "a NUL character or half a surrogate pair in %s is 400",
  async (place) => {
    expect(await postOrder(store, orderWith(freshId(), place, "a\u0000b"))).toEqual(
      errorAnswer(400, `${place} may not contain the NUL character.`),
    );
    for (const half of ["\ud83d", "\udca9\ud83d"]) {
      expect(await postOrder(store, orderWith(freshId(), place, half))).toEqual(
        errorAnswer(400, `${place} may not contain half of a surrogate pair.`),
      );
    }
  },
);

test("fields named __proto__ or constructor are unknown fields and change nothing", async () => {
  const id = freshId();
  const odd = '"__proto__":{"quantity":5,"tags":["x"]},"constructor":{"prototype":{"tags":["x"]}},';
  const body = JSON.stringify(leastOrder(id, { customer: {} }))
    .replaceAll("{", `{${odd}`)
    .replaceAll(",}", "}");
  expect(await postOrder(store, body)).toEqual(accepted(id));
  expect(await getOrder(store, id)).toEqual(
    ok({ ...leastOrder(id, { customer: {} }), ...NOT_GIVEN, fulfillments: [] }),
  );
});
