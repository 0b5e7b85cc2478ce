import { expect, test } from "bun:test";
import {
  accepted,
  errorAnswer,
  freshId,
  getCustomer,
  getOrder,
  type Json,
  leastOrder,
  orderWith,
  postOrder,
  wrongAt,
} from "../../support/orders.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const REQUIRED = ["orderId", "createdAt", "lineItems"];
const REQUIRED_OF_LINE = ["id", "productId", "title", "quantity"].map((name) => `lineItems.0.${name}`);

test.each([...REQUIRED, ...REQUIRED_OF_LINE])(
  "an order without %s, or with null there (but for a product), is 400",
  async (place) => {
    const id = freshId();
    expect(await postOrder(store, orderWith(id, place, undefined))).toEqual(
      errorAnswer(400, `${place} is required.`),
    );
    if (place !== "lineItems.0.productId")
      expect(await postOrder(store, orderWith(id, place, null))).toEqual(wrongAt(place));
    expect(await getOrder(store, id)).toEqual(errorAnswer(404, `The store has no order ${id}.`));
  },
);

const NO_TEXT = [5, true, [], {}];
const NO_OBJECT = ["", "x", 5, 0, true, false, [], [{}]];
const NO_AMOUNT = [-0.01, -1, "8", "", 1e300, 9_007_199_254_740_992, true, [], {}];
const NO_INSTANT = [
  "",
  "2026-03-01",
  "2026-03-01T10:00:00",
  "2026-03-01T10:00Z",
  "2026-03-01 10:00:00Z",
  "2026-3-1T10:00:00Z",
  "2026-03-01T10:00:00+0100",
  "2026-03-01T10:00:00+24:00",
  "2026-03-01T24:00:00Z",
  "2026-03-01T10:60:00Z",
  "2026-02-29T10:00:00Z",
  "1900-02-29T10:00:00Z",
  "2026-02-30T10:00:00Z",
  "2026-04-31T10:00:00Z",
  "2026-13-01T10:00:00Z",
  "2026-00-01T10:00:00Z",
  "2026-01-00T10:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:30:00-01:00",
  "yesterday",
  1_772_359_200_000,
];

test.each<[string, unknown[]]>([
  ["orderId", ["", "x".repeat(256), ...NO_TEXT]],
  ["createdAt", [...NO_INSTANT, ...NO_TEXT]],
  ["lineItems", [[], {}, { length: 1, 0: {} }, "x", 5, true]],
  ["lineItems.1", [null, "x", 5, []]],
  ["lineItems.0.id", ["", ...NO_TEXT]],
  ["lineItems.0.productId", ["", ...NO_TEXT]],
  ["lineItems.0.title", NO_TEXT],
  ["lineItems.0.variantId", NO_TEXT],
  ["lineItems.0.sku", NO_TEXT],
  ["lineItems.0.imageUrl", ["x".repeat(2049), ...NO_TEXT]],
  ["lineItems.1.quantity", [0, -1, 1.5, "1", 1e300, 9_007_199_254_740_992, true, []]],
  ["lineItems.0.price", NO_AMOUNT],
  ["lineItems.0.discount", NO_AMOUNT],
  ["customer", NO_OBJECT],
  ["customer.id", ["", ...NO_TEXT]],
  ["customer.email", NO_TEXT],
  ["customer.phoneNumber", NO_TEXT],
  ["customer.name", NO_TEXT],
  ["customer.firstName", NO_TEXT],
  ["customer.lastName", NO_TEXT],
  ["shipping", NO_OBJECT],
  ["shipping.method", NO_TEXT],
  ["shipping.cost", NO_AMOUNT],
  ["shipping.address", NO_OBJECT],
  ["shipping.address.city", NO_TEXT],
  ["billingAddress", NO_OBJECT],
  ["billingAddress.postalCode", NO_TEXT],
  ["totalPrice", NO_AMOUNT],
  ["subtotalPrice", NO_AMOUNT],
  ["totalTax", NO_AMOUNT],
  ["totalDiscount", NO_AMOUNT],
  ["tags", ["first", {}, 5]],
  ["tags.1", [null, ...NO_TEXT]],
  ["currencyCode", ["", "usd", "US", "USDX", "U5D", "USD\n", "ÜSD", "$", ...NO_TEXT]],
  ["locationId", ["", ...NO_TEXT]],
])(
  "an order whose %s is invalid is 400, and the message begins with the path of the field",
  async (place, values) => {
    const answers = values.map((value) => postOrder(store, orderWith(freshId(), place, value)));
    expect(await Promise.all(answers)).toEqual(values.map(() => wrongAt(place)));
  },
);

test("a line item id used twice is 400", async () => {
  const lineItems = ["a", "b", "a", "A"].map((id) => ({ id, productId: "p", title: "t", quantity: 1 }));
  expect(await postOrder(store, leastOrder(freshId(), { lineItems }))).toEqual(
    errorAnswer(400, "The line item id a is used twice."),
  );
});

const TWICE = [1, 2].map(() => ({ id: "a", productId: "p", title: "t", quantity: 1 }));

test.each<[string, Json, string[]]>([
  [
    "beside fields of the wrong form",
    { createdAt: "yesterday", customer: { id: ".." }, lineItems: [...TWICE, { id: "b", quantity: 0 }, null] },
    [
      "createdAt must be",
      "lineItems.2.productId is required",
      "lineItems.2.quantity must be",
      "lineItems.3 must be",
      "customer.id can't be",
      "The line item id a is used twice",
    ],
  ],
  [
    "beside texts that can't be stored",
    { lineItems: TWICE, tags: ["x\u0000", "y"], billingAddress: { city: "\ud800" } },
    ["tags.0 may not contain", "billingAddress.city may not contain", "The line item id a is used twice"],
  ],
  [
    "where lines are no array",
    { lineItems: { 0: TWICE[0] }, orderId: "." },
    ["lineItems must", "orderId can't be"],
  ],
])("the message names every fault: wrong ids %s", async (_, changes, faults) => {
  const answer = await postOrder(store, leastOrder(freshId(), changes));
  expect(answer).toEqual(errorAnswer(400));
  const { error } = answer.body as { error: string };
  expect(faults.filter((fault) => !error.includes(fault))).toEqual([]);
});

test("a rejected order stores nothing, not even its customer", async () => {
  const email = "nobody@example.test";
  const body = leastOrder("refused", { customer: { email } });
  expect(await postOrder(store, { ...body, locationId: "loc_none" })).toMatchObject({ status: 400 });
  expect(await getOrder(store, "refused")).toMatchObject({ status: 404 });
  expect(await getCustomer(store, email)).toMatchObject({ status: 404 });
  expect(await postOrder(store, body)).toEqual(accepted("refused"));
});
