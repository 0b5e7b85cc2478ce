import { beforeAll, describe, expect, test } from "bun:test";
import { order, returnOf } from "../../../support/fixtures.ts";
import { answerOf, JSON_TYPE, problemAnswer } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const RETURNS = "/stores/:store/returns";
const ORDERS = "/stores/:store/orders";

const service = useService();
const store = useStore(service);
beforeAll(async () => {
  await store.post(ORDERS, order("1001"));
});

describe("a validation problem lists each invalid value with its location", () => {
  const items = (item: object) => ({ items: [{ lineItemId: "line-1", quantity: 1, reason: "", ...item }] });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["absent", { items: undefined }, "/data/items", "data.items is required."],
    ["null", { provider: null }, "/data/provider", "data.provider must be a string of 1 to 255 characters."],
    [
      "empty",
      { externalOrderId: "" },
      "/data/externalOrderId",
      "data.externalOrderId must be a string of 1 to 10000 characters.",
    ],
    [
      "too long",
      { provider: "x".repeat(256) },
      "/data/provider",
      "data.provider must be a string of 1 to 255 characters.",
    ],
    ["an empty array", { items: [] }, "/data/items", "data.items must be an array of 1 to 10000 elements."],
    [
      "not an array",
      { items: { length: 1 } },
      "/data/items",
      "data.items must be an array of 1 to 10000 elements.",
    ],
    [
      "too small",
      items({ quantity: 0 }),
      "/data/items/0/quantity",
      "data.items.0.quantity must be a whole number from 1 to 100000.",
    ],
    [
      "not an integer",
      items({ quantity: 1.5 }),
      "/data/items/0/quantity",
      "data.items.0.quantity must be a whole number from 1 to 100000.",
    ],
    [
      "not one of the values",
      items({ compensation: "cash" }),
      "/data/items/0/compensation",
      "data.items.0.compensation must be one of refund, store_credit, exchange or null.",
    ],
    ["not an object", { label: 5 }, "/data/label", "data.label must be an object or null."],
    [
      "an invalid nested value",
      { label: { carrier: 5 } },
      "/data/label/carrier",
      "data.label.carrier must be a string of at most 10000 characters or null.",
    ],
  ])("%s: %j", async (_, changes, pointer, detail) => {
    const answer = await answerOf(store.post(RETURNS, returnOf("1001", changes)));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer }]));
  });

  test.each<[string, unknown, string, string]>([
    [
      "/status",
      { status: "lost" },
      "/status",
      "status must be one of open, in_transit, delivered, needs_review, in_review, complete, rejected, flagged, pre_shipment, deleted.",
    ],
    ["/status", [], "", "The body must be an object."],
    ["/status", "null", "", "The body must be an object."],
    ["/comments", { comment: "hello" }, "/comment", "comment must be an object."],
    [
      "/comments",
      { comment: { message: 1 } },
      "/comment/message",
      "comment.message must be a non-blank string of 1 to 10000 characters or null.",
    ],
  ])("PUT and POST of %s: %j", async (path, body, pointer, detail) => {
    const send = path === "/status" ? store.put : store.post;
    const answer = await answerOf(send(`/returns/ret_1${path}`, body));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer }]));
  });

  test.each<[object, string, string]>([
    [{ completeWithNoAction: "yes" }, "/completeWithNoAction", "completeWithNoAction must be true or false."],
    [
      { shipments: [{ status: "lost" }] },
      "/shipments/0/status",
      "shipments.0.status must be one of unknown, pre_transit, in_transit, out_for_delivery, available_for_pickup, cancelled, delivered, error, failure, return_to_sender, expired.",
    ],
    [
      { exchange: { itemCount: "2" } },
      "/exchange/itemCount",
      "exchange.itemCount must be a whole number from 0 to 1000000.",
    ],
    [
      { exchange: { totalTax: { amount: "1,50", currency: "USD" } } },
      "/exchange/totalTax/amount",
      "exchange.totalTax.amount must be a decimal of at most 20 digits, such as 29.99.",
    ],
    [
      { exchange: { totalTax: { amount: "1.50", currency: "usd" } } },
      "/exchange/totalTax/currency",
      "exchange.totalTax.currency must be a currency that ISO 4217 knows, such as EUR.",
    ],
  ])("PATCH of %j", async (body, pointer, detail) => {
    const answer = await answerOf(store.patch("/returns/ret_1", body));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer }]));
  });

  test.each<[Record<string, unknown>, string]>([
    [
      { createdAt: "2026-02-30T00:00:00Z" },
      "createdAt must be an existing date and time with offset, as in RFC 3339.",
    ],
    [{ customer: { email: 5 } }, "customer.email must be a string of at most 10000 characters or null."],
    [
      { customer: { phoneNumber: {} } },
      "customer.phoneNumber must be a string of at most 10000 characters or null.",
    ],
    [{ totalPrice: -1 }, "totalPrice must be a number from 0 to 9007199254740991 or null."],
    [{ currencyCode: "usd" }, "currencyCode must be a currency that ISO 4217 knows, such as EUR or null."],
    [{ tags: ["a", 1] }, "tags.1 must be a string of at most 10000 characters."],
  ])("an order's {error} names the field in its message: %j", async (changes, error) => {
    const answer = await answerOf(store.post(ORDERS, order("1002", changes)));
    expect(answer).toEqual({ status: 400, type: JSON_TYPE, body: { error } });
  });

  test.each([
    ["/customers", "email", "email is required."],
    ["/customers?email=", "email", "email must be an e-mail address."],
    ["/customers?email=a@b.co&email=a@b.co", "email", "email must be an e-mail address."],
    ["/customers?email[]=a@b.co", "email[]", "There is no query parameter email[]: did you mean email?"],
    [
      "/returns?updated_at_min=yesterday",
      "updated_at_min",
      "updated_at_min must be an existing date and time with offset, as in RFC 3339.",
    ],
    ["/returns?status=", "status", expect.stringMatching(/^status must be one of open, in_transit, /)],
    [
      "/returns?status=open&status=ajar",
      "status",
      expect.stringMatching(/^status must be one of open, in_transit, /),
    ],
  ])("in the query of %s", async (path, parameter, detail) => {
    const answer = await answerOf(store.get(`/stores/:store${path}`));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, parameter }]));
  });

  test.each(["0", "501", "-1", "1.5", "abc", "", "1e2"])("in the header X-Page-Size: %p", async (size) => {
    const detail = "X-Page-Size must be a whole number from 1 to 500.";
    const answer = await answerOf(store.get(RETURNS, { "X-Page-Size": size }));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, header: "X-Page-Size" }]));
  });

  test.each(["", "x", "W10", "bnVsbA", "WyIyMDI2LTAxLTAxVDAwOjAwOjAwWiIsMV0", "%00", "é"])(
    "in the header X-Page-Continue: %p",
    async (marker) => {
      const detail = "X-Page-Continue must be a cursor from X-Page-Next.";
      const answer = await answerOf(store.get(RETURNS, { "X-Page-Continue": marker }));
      expect(answer).toEqual(problemAnswer(400, detail, [{ detail, header: "X-Page-Continue" }]));
    },
  );

  test.each(["", "k".repeat(256)])("in the header Idempotency-Key: %p", async (key) => {
    const detail = "Idempotency-Key must be a string of 1 to 255 characters.";
    const answer = await answerOf(store.post(RETURNS, returnOf("1001"), { "Idempotency-Key": key }));
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, header: "Idempotency-Key" }]));
  });

  test("up to twenty of them", async () => {
    const two = await answerOf(store.post(RETURNS, returnOf("1001", { provider: 1, notes: 2 })));
    const details = [
      "data.provider must be a string of 1 to 255 characters.",
      "data.notes must be a string of at most 10000 characters or null.",
    ];
    expect(two).toEqual(
      problemAnswer(400, details[0], [
        { detail: details[0], pointer: "/data/provider" },
        { detail: details[1], pointer: "/data/notes" },
      ]),
    );
    const many = await answerOf(
      store.patch("/returns/ret_1", { tags: Array.from({ length: 10_000 }, () => 1) }),
    );
    const long = "tags must be an array of at most 250 elements.";
    const errors = Array.from({ length: 19 }, (_, i) => ({
      detail: `tags.${i} must be an object.`,
      pointer: `/tags/${i}`,
    }));
    expect(many).toEqual(problemAnswer(400, long, [{ detail: long, pointer: "/tags" }, ...errors]));
  });
});
