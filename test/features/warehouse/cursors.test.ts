import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";

const service = useService();
const store = useStore(service);
let own: string[];
beforeAll(async () => {
  own = [(await newReturn(store)).id, (await newReturn(store)).id];
  await newReturn(await service.newStore());
});

const AT = "2026-01-01T00:00:00.000Z";
const WHOLE = { filter: "created_at", from: AT, size: 10, part: "window", _pointsToNextItems: true };

const encoded = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString("base64url");
const follow = (cursor: string) =>
  warehouse(service, store, `GET /return/list?cursor=${encodeURIComponent(cursor)}`);

describe("a cursor that a client invents", () => {
  test.each([
    ["a number in the window", { ...WHOLE, number: "5" }],
    [
      "a time in the part of changes",
      { ...WHOLE, part: "changed", at: AT, id: "a", began: AT, snapshot: "5:5:" },
    ],
    ["a time without an id", { ...WHOLE, at: AT }],
    ["both a time and a number", { ...WHOLE, at: AT, id: "a", number: "5" }],
    ["the part of changes without a start", { ...WHOLE, part: "changed" }],
    ["half a surrogate pair", { ...WHOLE, at: AT, id: "\ud800" }],
    ["an empty object", {}],
    ["an array", []],
    ["null", null],
  ])("is 422 if it contains %s", async (_, cursor) => {
    expect(await follow(encoded(cursor))).toMatchObject({ status: 422 });
  });

  test.each([
    ["the last possible instant", { ...WHOLE, to: "9999-12-31T23:59:59.999Z" }],
    ["the first possible instant", { ...WHOLE, from: "0001-01-01T00:00:00.000Z" }],
    [
      "changes since the first instant",
      { ...WHOLE, part: "changed", from: AT, began: "0001-01-01T00:00:00.000Z", snapshot: "5:5:" },
    ],
  ])("may contain %s", async (_, cursor) => {
    expect(await follow(encoded(cursor))).toMatchObject({ status: 200 });
  });

  test("never causes a 5xx and never shows another store's rows", async () => {
    const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const instant = maybe(
      AT,
      "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z",
      "2026-01-01T00:00:00+23:59",
      "no",
    );
    const written = fc
      .record({
        filter: maybe("created_at", "updated_at", "x"),
        state: maybe("open", "review", "closed", "gone"),
        from: instant,
        to: instant,
        size: maybe(1, 2, 750, 751),
        part: maybe("window", "changed"),
        at: instant,
        id: maybe("", "ret_1", "\u0000", "\ud800"),
        number: maybe("0", "5", "999999999999999", "-1", "1e3"),
        began: instant,
        snapshot: maybe("5:5:", "1:9:2,3", "9:1:", "x", "999999999999999999:999999999999999999:"),
        _pointsToNextItems: maybe(true, false),
      })
      .map(encoded);
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: written }, fc.base64String()), async (cursor) => {
        const { status, body } = await follow(cursor);
        expect([200, 422]).toContain(status);
        const { returns } = body as { returns?: { service_id: string }[] };
        for (const { service_id } of returns ?? []) expect(own).toContain(service_id);
      }),
      { numRuns: 500 },
    );
  });
});
