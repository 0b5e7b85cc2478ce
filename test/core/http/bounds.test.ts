import { beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { type Document, operationsOf, readDocument, type Schema } from "../../contract/document.ts";
import { order } from "../../support/fixtures.ts";
import {
  answerOf,
  invalidAnswer,
  newOrder,
  newReturn,
  postReturn,
  problemAnswer,
} from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
let document: Document;
beforeAll(async () => {
  document = await readDocument(createApp(service.ctx, { ready: true, stopping: false }));
});

/** Objects of the client, which are stored unchanged: the limits of the body's size and depth bound them. */
const OPAQUE = ["cart", "cartLine", "checkout", "collection", "customer", "productVariant"].map(
  (member) => `recordStorefrontEvent body/${member}`,
);

describe("every value in a request has a bound in the description", () => {
  test("every string, number, array and map of every body", () => {
    const unbounded = operationsOf(document).flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) =>
        unboundedIn(schema, `${operationId} body`),
      ),
    );
    expect(unbounded.filter((place) => !place.endsWith("/customFields"))).toEqual(OPAQUE);
  });

  test("every parameter of the query and every header", () => {
    const unbounded = operationsOf(document).flatMap(({ operationId, parameters }) =>
      parameters
        .filter((parameter) => parameter.in !== "path")
        .flatMap(({ name, schema }) => unboundedIn(schema, `${operationId} ${name}`)),
    );
    expect(unbounded).toEqual([]);
  });

  test("the search finds a schema without a bound", () => {
    const schemas: Record<string, Schema> = {
      text: { type: "string" },
      "string or null": { type: ["string", "null"], minLength: 1 },
      pattern: { type: "string", pattern: "^\\d+$" },
      number: { type: "number", minimum: 0 },
      whole: { type: "integer", maximum: 5 },
      list: { type: "array", items: { type: "boolean" } },
      map: { type: "object", additionalProperties: { type: "boolean" } },
      open: { type: "object", additionalProperties: true },
      anything: {},
    };
    for (const [name, schema] of Object.entries(schemas)) expect(unboundedIn(schema, name)).toEqual([name]);
    const bounded: Schema[] = [
      { type: "string", maxLength: 1 },
      { type: "string", pattern: "^[A-Z]{3}$" },
      { type: ["string", "null"], enum: ["a", null] },
      { type: "number", minimum: 0, maximum: 1 },
      { type: "object", properties: { a: { type: "boolean" } } },
    ];
    expect(bounded.flatMap((schema) => unboundedIn(schema, ""))).toEqual([]);
    expect(unboundedIn({ type: "array", maxItems: 1, items: { type: "string" } }, "list")).toEqual([
      "list/*",
    ]);
    expect(unboundedIn({ type: "object", properties: { a: { anyOf: [{ type: "string" }] } } }, "it")).toEqual(
      ["it/a"],
    );
  });
});

/** Returns the locations within a schema whose values have no bound. */
function unboundedIn(schema: Schema, at: string): string[] {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return unboundedIn(document.components.schemas[name] ?? {}, at);
  }
  if (schema.enum || "const" in schema) return [];
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.flatMap((one) => unboundedIn(one, at)))];
  return [schema.type].flat().flatMap((type) => unboundedAs(type, schema, at));
}

function unboundedAs(type: unknown, schema: Schema, at: string): string[] {
  const has = (...keywords: string[]) => keywords.every((keyword) => typeof schema[keyword] === "number");
  switch (type) {
    case "boolean":
    case "null":
      return [];
    case "string":
      return has("maxLength") || isBoundedPattern(schema.pattern) ? [] : [at];
    case "number":
    case "integer":
      return has("minimum", "maximum") ? [] : [at];
    case "array":
      return [...(has("maxItems") ? [] : [at]), ...unboundedIn((schema.items ?? {}) as Schema, `${at}/*`)];
    case "object":
      return [...unboundedNames(schema, at), ...unboundedMembers(schema, at)];
    default:
      return [at];
  }
}

/** Returns the unbounded parts of arbitrarily named fields: their number and their values need a bound. */
function unboundedNames(schema: Schema, at: string): string[] {
  const { additionalProperties: more, patternProperties, properties } = schema;
  const others = [more, ...Object.values(patternProperties ?? {})].filter(
    (one) => one !== undefined && one !== false,
  );
  // The described fields of a body that is stored unchanged are bounded by themselves, the rest by the whole
  // body.
  if (others.length === 0 || (more === true && properties && Object.keys(properties).length > 0)) return [];
  if (typeof schema.maxProperties !== "number") return [at];
  return others
    .filter((one): one is Schema => typeof one === "object" && Object.keys(one as object).length > 0)
    .flatMap((one) => unboundedIn(one, `${at}/*`));
}

function unboundedMembers(schema: Schema, at: string): string[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, one]) =>
    unboundedIn(one, `${at}/${name}`),
  );
}

function isBoundedPattern(pattern: unknown): boolean {
  return typeof pattern === "string" && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern);
}

describe("a value at its bound is accepted, and one more is 400 with a pointer", () => {
  const line = (id: string, quantity = 1) => ({ id, productId: "p", title: "t", quantity });
  const lines = (count: number) => Array.from({ length: count }, (_, i) => line(`${i}`));
  const texts = (count: number) => Array.from({ length: count }, () => "x");
  const item = (lineItemId: string, quantity = 1) => ({ lineItemId, quantity, reason: "" });

  const wrongOrders: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ["lines", { lineItems: lines(10_000) }, { lineItems: lines(10_001) }],
    ["units of a line", { lineItems: [line("a", 1_000_000)] }, { lineItems: [line("a", 1_000_001)] }],
    ["tags", { tags: texts(250) }, { tags: texts(251) }],
    ["a tag", { tags: ["x".repeat(10_000)] }, { tags: ["x".repeat(10_001)] }],
    [
      "shipping method",
      { shipping: { method: "x".repeat(10_000) } },
      { shipping: { method: "x".repeat(10_001) } },
    ],
  ];
  test.each(wrongOrders)("an order's %s", async (_, most, more) => {
    const store = await service.newStore();
    const statusOf = async (changes: object) =>
      (await store.post("/stores/:store/orders", order(crypto.randomUUID(), { ...changes }))).status;
    expect([await statusOf(most), await statusOf(more)]).toEqual([200, 400]);
  });

  test("a return's units, in one item as in several", async () => {
    const store = await service.newStore();
    const orderId = await newOrder(store, { lineItems: [line("a", 1_000_000), line("b", 1_000_000)] });
    const open = (...items: object[]) => answerOf(postReturn(store, orderId, { items }));
    expect(await open(item("a", 100_000))).toMatchObject({ status: 201 });
    expect(await open(item("a", 100_001))).toEqual(invalidAnswer({ pointer: "/data/items/0/quantity" }));
    expect(await open(item("a", 60_000), item("b", 40_000))).toMatchObject({ status: 201 });
    expect(await open(item("a", 60_000), item("b", 40_001))).toEqual(
      problemAnswer(400, "A return may have at most 100000 units.", [
        { detail: "A return may have at most 100000 units.", pointer: "/data/items/1/quantity" },
      ]),
    );
  });

  const money = (amount: string) => ({ amount, currency: "USD" });
  const wrongAdditions: [string, object, object, string][] = [
    ["tags", { tags: Array(250).fill({ name: "" }) }, { tags: Array(251).fill({ name: "" }) }, "/tags"],
    ["shipments", { shipments: Array(250).fill({}) }, { shipments: Array(251).fill({}) }, "/shipments"],
    ["dropoffs", { dropoffs: Array(250).fill({}) }, { dropoffs: Array(251).fill({}) }, "/dropoffs"],
    [
      "gift cards",
      { giftCards: Array(250).fill({ amount: money("1.00") }) },
      { giftCards: Array(251).fill({ amount: money("1.00") }) },
      "/giftCards",
    ],
    [
      "money",
      { giftCards: [{ amount: money(`${"9".repeat(18)}.99`) }] },
      { giftCards: [{ amount: money(`${"9".repeat(19)}.99`) }] },
      "/giftCards/0/amount/amount",
    ],
    [
      "items of an exchange",
      { exchange: { items: Array(250).fill({}) } },
      { exchange: { items: Array(251).fill({}) } },
      "/exchange/items",
    ],
    [
      "units of an exchange",
      { exchange: { items: [{ quantity: 1_000_000 }] } },
      { exchange: { items: [{ quantity: 1_000_001 }] } },
      "/exchange/items/0/quantity",
    ],
  ];
  test.each(wrongAdditions)("%s added to a return", async (_, most, more, pointer) => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    expect(await answerOf(store.patch(`/returns/${id}`, most))).toMatchObject({ status: 200 });
    expect(await answerOf(store.patch(`/returns/${id}`, more))).toEqual(invalidAnswer({ pointer }));
  });

  test("items of a shipment", async () => {
    const store = await service.newStore();
    const { id, items } = await newReturn(store);
    const of = (count: number) => ({ shipments: [{ itemIds: Array(count).fill(items[0]?.id) }] });
    expect(await answerOf(store.patch(`/returns/${id}`, of(1_000)))).toMatchObject({ status: 200 });
    expect(await answerOf(store.patch(`/returns/${id}`, of(1_001)))).toEqual(
      invalidAnswer({ pointer: "/shipments/0/itemIds" }),
    );
  });

  test("a refund", async () => {
    const store = await service.newStore();
    const { id, items } = await newReturn(store);
    const refund = (amount: string) => ({
      items: [{ id: items[0]?.id, refund: { amount: money(amount), type: "refund" } }],
    });
    // An amount, and more than was paid.
    expect(await answerOf(store.patch(`/returns/${id}`, refund(`${"9".repeat(18)}.99`)))).toMatchObject({
      ...{ status: 400, body: { code: "refund_exceeds_paid" } },
    });
    for (const digits of [19, 200_000]) {
      expect(await answerOf(store.patch(`/returns/${id}`, refund(`${"9".repeat(digits)}.99`)))).toEqual(
        invalidAnswer({ pointer: "/items/0/refund/amount/amount" }),
      );
    }
  });

  test("a comment's message", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const comment = (message: string) =>
      answerOf(store.post(`/returns/${id}/comments`, { comment: { message } }));
    expect(await comment("x".repeat(10_000))).toMatchObject({ status: 201 });
    expect(await comment("x".repeat(10_001))).toEqual(invalidAnswer({ pointer: "/comment/message" }));
  });
});
