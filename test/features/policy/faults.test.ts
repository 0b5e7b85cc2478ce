import { expect, test } from "bun:test";
import { registerFormats } from "../../../src/core/http/errors/formats.ts";
import { faults } from "../../../src/features/policy/faults.ts";
import { fullPolicy } from "../../support/bodies.ts";
import { startWork } from "../../support/event-loop.ts";

registerFormats();

const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;

function pointersIn(document: unknown): (string | undefined)[] {
  return faults(document).map(({ pointer }) => pointer);
}

/** Returns the faults of a rule with this condition and these parts. */
function ofRule(when: unknown, then: unknown = { eligible: true }): Record<string, string> {
  const found = faults({ timeZone: "UTC", rules: [{ when, then }] });
  return Object.fromEntries(
    found.map(({ pointer = "", detail }) => [pointer.slice("/rules/0".length), detail]),
  );
}

test("a document with every field, and one with none but the time zone, have no fault", () => {
  expect(faults(fullPolicy())).toEqual([]);
  expect(faults({ timeZone: "UTC" })).toEqual([]);
});

test("of a document with eleven faults each is named by its pointer, unknown fields too", () => {
  expect(
    faults({
      timeZone: "Europe/Atlantis",
      windows: { days: 30 },
      rules: [
        {
          when: { tag: ["sale"], skus: ["A*B"] },
          then: { eligible: "no", fee: { amount: "-1", of: "box" } },
        },
        { if: {}, then: {} },
      ],
      reasons: [
        { code: "", texts: { english: "Damaged" } },
        { code: "worn", texts: { en: " " } },
      ],
    }),
  ).toEqual([
    {
      detail: "timeZone must be a time zone of the IANA database, such as Europe/Berlin.",
      pointer: "/timeZone",
    },
    { detail: "There is no field windows: did you mean window?", pointer: "/windows" },
    { detail: "There is no field rules.0.when.tag: did you mean tags?", pointer: "/rules/0/when/tag" },
    {
      detail: "rules.0.when.skus.0 must be a string (an SKU, with a star at most at its end).",
      pointer: "/rules/0/when/skus/0",
    },
    { detail: "rules.0.then.eligible must be true or false.", pointer: "/rules/0/then/eligible" },
    {
      detail:
        "rules.0.then.fee.amount must be a decimal of at most 20 digits, such as 29.99 or a number from 0 to 1000000.",
      pointer: "/rules/0/then/fee/amount",
    },
    { detail: "rules.0.then.fee.of must be one of unit, line, return.", pointer: "/rules/0/then/fee/of" },
    { detail: "There is no field rules.1.if.", pointer: "/rules/1/if" },
    { detail: "rules.1.then must not be empty.", pointer: "/rules/1/then" },
    { detail: "reasons.0.code must be a string of 1 to 255 characters.", pointer: "/reasons/0/code" },
    {
      detail: "reasons.0.texts.english has a name that is not a language, such as en or pt-BR.",
      pointer: "/reasons/0/texts/english",
    },
    {
      detail: "reasons.1.texts.en must be a non-blank string of 1 to 1000 characters.",
      pointer: "/reasons/1/texts/en",
    },
  ]);
});

test("each field has its own rule", () => {
  const one = { eligible: true };
  expect(ofRule({ countries: ["Germany", "de", "XX", "DE"] })).toEqual({
    "/when/countries/0": "rules.0.when.countries.0 must be the code of a country of ISO 3166, such as DE.",
    "/when/countries/1": expect.any(String),
    "/when/countries/2": expect.any(String),
  });
  expect(Object.keys(ofRule({ currency: "EURO", segment: "", tags: "sale", orderTags: [1, "x"] }))).toEqual([
    ...["/when/currency", "/when/segment", "/when/tags", "/when/orderTags/0"],
  ]);
  expect(Object.keys(ofRule({ pricePaid: { op: "<>", value: 5 }, discountPercent: "50" }))).toEqual([
    ...["/when/pricePaid/op", "/when/pricePaid/value", "/when/discountPercent"],
  ]);
  expect(Object.keys(ofRule({ orderedFrom: "2026-02-29", orderedUntil: "24.12.2026" }))).toEqual([
    ...["/when/orderedFrom", "/when/orderedUntil"],
  ]);
  expect(ofRule({ orderedFrom: "2026-12-24", orderedUntil: "2026-11-01" })).toEqual({
    "/when/orderedUntil": "orderedUntil is before orderedFrom, 2026-12-24: no order is of such a day.",
  });
  expect(Object.keys(ofRule({}, { ...one, window: { days: -1, from: "arrival" } }))).toEqual([
    ...["/then/window/days", "/then/window/from"],
  ]);
  expect(Object.keys(ofRule({}, { window: { until: "2027-02-30" } }))).toEqual(["/then/window/until"]);
  expect(Object.keys(ofRule({}, { window: { days: 3 } }))).toEqual(["/then/window/from"]);
  expect(ofRule({}, { fee: { amount: "1", percent: 5, of: "unit" } })).toEqual({
    "/then/fee/percent": "rules.0.then.fee.percent can't stand beside the other fields.",
  });
  expect(
    Object.keys(ofRule({}, { fee: { percent: "100.01", of: "line" }, bonus: { percent: 101 } })),
  ).toEqual([...["/then/fee/percent", "/then/bonus/percent"]]);
  expect(Object.keys(ofRule({}, { outcomes: [], label: "post", keepItem: null, review: 1 }))).toEqual([
    ...["/then/outcomes", "/then/label", "/then/keepItem", "/then/review"],
  ]);
  expect(Object.keys(ofRule({}, { outcomes: ["refund", "cash", "refund"] }))).toEqual([
    ...["/then/outcomes/1", "/then/outcomes/2"],
  ]);
  expect(Object.keys(ofRule(null, { texts: {} }))).toEqual(["/when", "/then/texts"]);
  expect(ofRule({ tags: ["a\u0000b"] })).toEqual({
    "/when/tags/0": "rules.0.when.tags.0 may not contain the NUL character.",
  });
});

test("a reason has a code of its own, and its condition no reasons", () => {
  const reason = { code: "size", texts: { en: "Too small" } };
  const reasons = [reason, { ...reason, when: { reasonCodes: ["size"] } }, { code: "late" }];
  expect(pointersIn({ timeZone: "UTC", reasons })).toEqual([
    ...["/reasons/1/when/reasonCodes", "/reasons/2/texts", "/reasons/1/code"],
  ]);
});

test("what is no policy at all has one fault, at its place", () => {
  for (const document of [null, 1, "x", [], true]) expect(pointersIn(document)).toEqual([""]);
  expect(pointersIn({})).toEqual(["/timeZone"]);
  const lists = { timeZone: "UTC", rules: {}, reasons: [null, []] };
  expect(pointersIn(lists)).toEqual(["/rules", "/reasons/0", "/reasons/1"]);
});

test("a document of nothing but faults names 1,000 of them, and soon", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`field ${i}/~`, i]));
  const worked = startWork();
  const pointers = pointersIn({ timeZone: "UTC", ...many, ["__proto__"]: 1 });
  expect(pointers).toHaveLength(1_000);
  expect(pointers.filter((pointer) => !POINTER.test(pointer ?? ""))).toEqual([]);
  expect(worked()).toBeLessThan(1_000);
});
