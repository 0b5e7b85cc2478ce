import { describe, expect, test } from "bun:test";
import { limitOf, OPERATIONS, ORDERS, rejection, useBench } from "../../support/bench.ts";
import { fullOrder } from "../../support/bodies.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { type JsonPath, placesIn, pointerTo, valueAt, withAt } from "../../support/json-places.ts";
import { answerOf, JSON_TYPE } from "../../support/returns.ts";

/** The keywords of a described schema that these tests use. */
type Described = {
  $ref?: string;
  anyOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  maxLength?: number;
  pattern?: string;
  format?: string;
  "x-max-bytes"?: number;
};

type Bound = { most: number; unit: "characters" | "bytes" };

/** In UTF-8. */
const EMOJI_BYTES = 4;

const bench = useBench();

describe("a string that the database can't store is 400, and the problem points at it", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const valid = bench.body(operation);
    const texts = placesIn(valid).filter((path) => typeof valueAt(valid, path) === "string");
    expect(texts.length).toBeGreaterThan(0);
    for (const path of texts) {
      for (const text of ["a\u0000b", "\ud800", "\udc00a"]) {
        const answer = await bench.send(operation, JSON.stringify(withAt(valid, path, text)));
        const detail = expect.stringMatching(new RegExp(`^${path.join("\\.")} (?:must|may not)`));
        expect(answer).toEqual(rejection(operation, detail, pointerTo(path)));
      }
    }
  });
});

describe("the maximum length of a string counts code points, or bytes of UTF-8, not UTF-16 units", () => {
  test.each(OPERATIONS)("%s", async (operation) => {
    const valid = bench.body(operation);
    const bounds = await boundsIn(operation, valid);
    for (const [path, { most, unit }] of bounds) {
      const longest = unit === "bytes" ? most / EMOJI_BYTES : most;
      const [inBounds, beyond] = await Promise.all(
        [longest, longest + 1].map((length) =>
          bench.send(operation, JSON.stringify(withAt(valid, path, "\u{1f600}".repeat(length)))),
        ),
      );
      const detail = new RegExp(`^${path.join("\\.")} must be a string of .*${most} ${unit}`);
      const { body } = inBounds as { body: { error?: string; detail?: string } };
      expect(body.error ?? body.detail ?? "").not.toMatch(detail);
      expect(beyond).toEqual(rejection(operation, expect.stringMatching(detail), pointerTo(path)));
    }
  });

  /**
   * Returns the locations in a body that the description limits only by length, each with its limit; without strings
   * that alone may fill the body.
   */
  async function boundsIn(operation: string, body: object): Promise<[JsonPath, Bound][]> {
    const document = await (await bench.service.fetch("/docs/json")).json();
    const [method = "", path = ""] = operation.replaceAll(/:(\w+)/g, "{$1}").split(" ");
    const { requestBody } = document.paths[path][method.toLowerCase()];
    const resolved = (schema: Described): Described =>
      schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;
    const at = (path: JsonPath) =>
      path.reduce<Described[]>(
        (schemas, key) =>
          schemas
            .flatMap((schema) => [schema, ...(schema.anyOf ?? [])])
            .map(resolved)
            .flatMap((schema) => (typeof key === "number" ? schema.items : schema.properties?.[key]) ?? []),
        [requestBody.content["application/json"].schema],
      );
    return placesIn(body).flatMap((place) =>
      at(place)
        .filter(({ maxLength, pattern, format }) => maxLength && !pattern && !format)
        .filter(({ maxLength = 0 }) => maxLength * EMOJI_BYTES < limitOf(operation))
        .map(({ maxLength = 0, "x-max-bytes": bytes }): [JsonPath, Bound] => [
          place,
          bytes ? { most: bytes, unit: "bytes" } : { most: maxLength, unit: "characters" },
        ]),
    );
  }
});

describe("unknown fields are ignored, with any value and at any depth", () => {
  const UNKNOWN = {
    unknown: { deeper: ["\u0000", "\ud800", { "\u0000": 1 }] },
    "\u0000": "\u0000",
    "\ud800": "\ud800",
    constructor: { prototype: { polluted: true } },
    prototype: { polluted: true },
    toString: "x",
    hasOwnProperty: 1,
    valueOf: null,
    length: 1e9,
    "": "",
    "a/b~c": 1,
  };
  const proto = '"__proto__":{"polluted":true,"quantity":-1,"isDefault":true},"then":"x",';

  test.each(OPERATIONS)("%s", async (operation) => {
    const valid = bench.body(operation);
    const objects = placesIn(valid).filter((path) => {
      const value = valueAt(valid, path);
      return value !== null && typeof value === "object" && !Array.isArray(value);
    });
    const everywhere = objects
      .toReversed()
      .reduce<unknown>(
        (corrupted, path) => withAt(corrupted, path, { ...UNKNOWN, ...(valueAt(corrupted, path) as object) }),
        valid,
      );
    await bench.takenButForUnknown(
      operation,
      JSON.stringify(everywhere).replaceAll('"unknown":', `${proto}"unknown":`),
    );
  });

  test("unknown fields of an order are not stored", async () => {
    const body = fullOrder(bench.names.locationId);
    const corrupted = JSON.stringify({
      ...body,
      unknown: 1,
      customer: { ...UNKNOWN, ...(body.customer as object) },
    });
    await bench.taken(ORDERS, corrupted.replace("{", `{${proto}`));
    const read = await answerOf(bench.store.get(`/stores/:store/orders/${body.orderId}`));
    expect(read).toEqual({ status: 200, type: JSON_TYPE, body: { ...body, fulfillments: [] } });
  });
});

test("names of built-in object properties are ordinary names of orders, lines and providers", async () => {
  for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length"]) {
    const line = { id: name, productId: name, title: name, quantity: 1, price: 8 };
    const posted = order(name, { lineItems: [line], customer: { id: name }, tags: [name] });
    await bench.taken(ORDERS, JSON.stringify(posted));
    const read = await answerOf(bench.store.get(`/stores/:store/orders/${name}`));
    expect(read.body).toEqual({
      ...{ ...posted, locationId: null, fulfillments: [] },
      ...{ subtotalPrice: null, totalDiscount: null, totalPrice: null, totalTax: null },
    });
    const { data } = returnOf(name, {
      provider: name,
      items: [{ lineItemId: name, quantity: 1, reason: name }],
    });
    const answer = await answerOf(bench.store.post("/stores/:store/returns", { data }));
    const { return: opened } = answer.body as { return: Record<string, unknown> };
    expect([answer.status, opened.externalOrderIds, opened[`${name}OrderIds`]]).toEqual([
      201,
      [name],
      [name],
    ]);
  }
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());
