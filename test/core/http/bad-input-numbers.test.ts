import { describe, expect, test } from "bun:test";
import { FULFILLMENTS, ORDERS, PATCH, RETURNS, rejection, TRACKING, useBench } from "../../support/bench.ts";
import { fullOrder } from "../../support/bodies.ts";
import { type JsonPath, pointerTo, withAt } from "../../support/json-places.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";

const bench = useBench();

describe("numbers out of range are 400, and the problem points at them", () => {
  const WRONG: [string, JsonPath, string[]][] = [
    [
      ORDERS,
      ["lineItems", 0, "quantity"],
      [
        "0",
        "-1",
        "0.5",
        "1e400",
        "-1e400",
        "1000001",
        "9007199254740993",
        '"1"',
        "true",
        "null",
        "[1]",
        "{}",
      ],
    ],
    [
      ORDERS,
      ["lineItems", 1, "price"],
      ["-0.01", "1e400", "9007199254740993", "1e308", '"8.00"', "false", "[8]"],
    ],
    [ORDERS, ["shipping", "cost"], ["-1", "1e400", '"4.50"']],
    [ORDERS, ["totalTax"], ["-1", "1e400", '""']],
    [RETURNS, ["data", "items", 0, "quantity"], ["0", "1.5", "1e400", "100001", '"1"']],
    [FULFILLMENTS, ["lineItems", 0, "quantity"], ["0", "1.5", "1e400"]],
    [PATCH, ["exchange", "itemCount"], ["1e400", '"1"', "null"]],
    [PATCH, ["exchange", "items", 0, "variant", "weight", "kg"], ["1e400", '"0.2"']],
    [
      PATCH,
      ["items", 0, "refund", "amount", "amount"],
      ["7", '"-7.00"', '"1e2"', '"NaN"', '"7."', '"7.000"', '"0x7.00"', '""', '"7.00 "', '"٧.٠٠"'],
    ],
  ];

  test.each(WRONG)("%s %j: %j", async (operation, path, numbers) => {
    for (const number of numbers) {
      const text = JSON.stringify(withAt(bench.body(operation), path, "NUMBER")).replace('"NUMBER"', number);
      const detail = expect.stringMatching(/ must be /);
      expect(await bench.send(operation, text)).toEqual(rejection(operation, detail, pointerTo(path)));
    }
  });

  test("numbers within range are accepted: -0, 1.0, 2e0, the largest", async () => {
    for (const [quantity, price] of [
      ["1.0", "-0"],
      ["2e0", "5e-324"],
      ["1000000", "9007199254740991"],
      ["1", "0.1000000000000000055511151231257827"],
    ]) {
      const lines = JSON.stringify([{ id: "a", productId: "b", title: "c", quantity: "Q", price: "P" }]);
      const body = JSON.stringify({ ...fullOrder(bench.names.locationId), lineItems: "LINES" })
        .replace('"LINES"', lines)
        .replace('"Q"', quantity ?? "")
        .replace('"P"', price ?? "");
      await bench.taken(ORDERS, body);
    }
  });
});

describe("dates that don't exist are 400", () => {
  const DATES = [
    "2026-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00",
    "2026-01-01",
    "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z",
    "yesterday",
    "1772359200",
    "",
  ];

  test.each([
    [ORDERS, "createdAt"],
    [TRACKING, "datetime"],
  ])("%s %s", async (operation, member) => {
    for (const date of [...DATES, 1772359200, null]) {
      const body = JSON.stringify(withAt(bench.body(operation), [member], date));
      const detail = `${member} must be an existing date and time with offset, as in RFC 3339.`;
      expect(await bench.send(operation, body)).toEqual(rejection(operation, detail, `/${member}`));
    }
  });

  test.each(["updated_at_min", "updated_at_max"])("in the query: %s", async (parameter) => {
    for (const date of DATES) {
      const path = `/stores/:store/returns?${parameter}=${encodeURIComponent(date)}`;
      expect(await answerOf(bench.store.get(path))).toEqual(
        problemAnswer(400, undefined, [{ detail: expect.any(String), parameter }]),
      );
    }
  });
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());
