import { expect, test } from "bun:test";
import { STATUSES } from "../../../src/features/returns/status.ts";
import { countryOf } from "../../../src/features/warehouse/country.ts";
import { phpDateTime, zonedDateTime } from "../../../src/features/warehouse/formats.ts";
import { STATES, stateOf, statusesOf } from "../../../src/features/warehouse/state.ts";

test("every status maps to one state, and no status maps to expired", () => {
  expect(Object.fromEntries(STATUSES.map((status) => [status, stateOf(status)]))).toEqual({
    open: "open",
    in_transit: "open",
    delivered: "open",
    pre_shipment: "review",
    needs_review: "review",
    in_review: "review",
    flagged: "review",
    complete: "closed",
    rejected: "closed",
    deleted: "cancelled",
  });
  expect(STATES.map((state) => statusesOf([state]).length)).toEqual([3, 2, 1, 0, 4]);
  expect(statusesOf(["closed", "cancelled"])).toEqual(["complete", "rejected", "deleted"]);
  expect(statusesOf(STATES)).toEqual([...STATUSES]);
});

test("dates are formatted to the second in UTC, in two formats", () => {
  const instant = new Date("2026-03-02T23:05:09.987-05:00");
  expect(phpDateTime(instant)).toBe("2026-03-03 04:05:09");
  expect(zonedDateTime(instant)).toBe("2026-03-03T04:05:09+00:00");
});

test.each([
  ["US", "United States", "US"],
  ["us", "United States", "US"],
  ["united states", "United States", "US"],
  [" Germany ", "Germany", "DE"],
  ["DD", "Germany", "DE"],
  ["UK", "United Kingdom", "GB"],
  ["United Kingdom", "United Kingdom", "GB"],
  ["USA", "United States", "US"],
  ["Czech Republic", "Czechia", "CZ"],
  ["Cote d'Ivoire", "Côte d’Ivoire", "CI"],
  ["Hong Kong", "Hong Kong SAR China", "HK"],
  ["Narnia", "Narnia", null],
  ["ZZ", "ZZ", null],
  ["", null, null],
])("the country %j has the name %j and the code %j", (text, name, code) => {
  expect(countryOf(text)).toEqual({ name, code });
});
