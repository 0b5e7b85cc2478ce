import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { emailKey, isE164, isEmail } from "../../src/core/persons/person.ts";
import { isDateTime, parseDateTime } from "../../src/lib/date-time.ts";
import { isIntegerString, isOneOf, isText } from "../../src/lib/schema-types.ts";
import { startWork } from "../support/event-loop.ts";

describe("a date-time is a full RFC 3339 string with an existing date", () => {
  test.each([
    ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z"],
    ["2026-03-01t10:00:00z", "2026-03-01T10:00:00.000Z"],
    ["2026-03-01T10:00:00.5+02:00", "2026-03-01T08:00:00.500Z"],
    ["2026-03-01T00:30:00-09:30", "2026-03-01T10:00:00.000Z"],
    ["2026-03-01T10:00:00.123456789Z", "2026-03-01T10:00:00.123Z"],
    ["2026-03-01T10:00:00.999999Z", "2026-03-01T10:00:00.999Z"],
    ["2026-03-01T10:00:00-00:00", "2026-03-01T10:00:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2015-06-30t23:59:60.25z", "2015-07-01T00:00:00.250Z"],
    ["1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000Z"],
    ["2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00.000Z"],
  ])("%s is the instant %s", (text, instant) => {
    expect(parseDateTime(text)?.toISOString()).toBe(instant);
  });

  test.each([
    "",
    "2026-03-01",
    "2026-03-01T10:00:00",
    "2026-03-01 10:00:00Z",
    "2026-03-01T10:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T23:60:00Z",
    "2026-01-01T23:59:61Z",
    "2026-01-01T23:59:60Z",
    "2016-12-31T23:58:60Z",
    "2016-12-31T22:59:60Z",
    "2016-12-31T23:59:60+01:00",
    "2016-09-30T23:59:60Z",
    "2016-12-31T23:60:60Z",
    "9999-12-31T23:59:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+0200",
    "2026-01-01T00:00:00.Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "+002026-01-01T00:00:00Z",
    " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    "1772359200",
  ])("%p is invalid", (text) => {
    expect(isDateTime(text)).toBe(false);
  });

  test("every instant of the years 1 to 9999 is parsed from its ISO form", () => {
    const years = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z") };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(parseDateTime(date.toISOString())).toEqual(date);
      }),
    );
  });
});

describe("an e-mail address", () => {
  test.each([
    "a@b.co",
    " Alex.Doe+shop@mail.example.com ",
    "müller@straße.example",
    "o'hara@example.test",
    `${"a".repeat(240)}@example.test`,
  ])("%p is valid", (text) => expect(isEmail(text)).toBe(true));

  test.each([
    "",
    "a",
    "a@b",
    "@b.co",
    "a@",
    "a@@b.co",
    "a b@c.co",
    "a@b..co",
    "a@-b.co",
    "a@b-.co",
    "a@b.c",
    "a@b.co,c@d.co",
    "<a@b.co>",
    "a@b.co\u0000",
    "a\u0000@b.co",
    "a\u200b@b.co",
    "a@b.co\nc@d.co",
    `${"a".repeat(250)}@example.test`,
  ])("%p is invalid", (text) => expect(isEmail(text)).toBe(false));

  test("is compared without surrounding spaces and case-insensitively", () => {
    expect(emailKey("  Alex@Example.TEST ")).toBe("alex@example.test");
  });

  test("is validated quickly at any length", () => {
    const worked = startWork();
    for (const text of [`${"a".repeat(200)}@${"a-".repeat(20)}`, `a@${"a.".repeat(126)}`, " ".repeat(1e6)]) {
      expect(isEmail(text)).toBe(false);
    }
    expect(worked()).toBeLessThan(100);
  });
});

describe("a phone number is E.164", () => {
  test.each(["+12", "+15551234567", "+123456789012345"])("%p is valid", (text) =>
    expect(isE164(text)).toBe(true),
  );
  test.each(["", "+", "+1", "+05551234", "15551234567", "+1 555 1234", "+1234567890123456", "+1555\n"])(
    "%p is invalid",
    (text) => expect(isE164(text)).toBe(false),
  );
});

describe("a string of at most 3 characters", () => {
  test.each(["", "abc", "a\u{1f600}c", "\u{1f600}".repeat(3), "e\u0301e"])("%p is valid", (text) => {
    expect(isText({ maxLength: 3 }, text)).toBe(true);
  });
  test.each(["abcd", "\u{1f600}".repeat(4), "\u{1f600}abc", "e\u0301e\u0301", null, undefined, 3, [["a"]]])(
    "%p is invalid",
    (value) => expect(isText({ maxLength: 3 }, value)).toBe(false),
  );

  test("may have a minimum length and a pattern", () => {
    const schema = { minLength: 2, maxLength: 3, pattern: "^\\p{L}+$" };
    for (const text of ["ab", "\u{20000}\u{20000}"]) expect(isText(schema, text)).toBe(true);
    for (const text of ["a", "\u{20000}", "a1", "abcd"]) expect(isText(schema, text)).toBe(false);
  });
});

describe("an integer in a string", () => {
  test.each(["1", "500", "007", 20])("%p is valid from 1 to 500", (value) => {
    expect(isIntegerString({ minimum: 1, maximum: 500 }, value)).toBe(true);
  });
  test.each([
    "0",
    "501",
    "-1",
    "1.0",
    "1e2",
    "0x10",
    " 1",
    "",
    "abc",
    "٣",
    "9".repeat(16),
    null,
    [["1"]],
    501,
  ])("%p is invalid", (value) => expect(isIntegerString({ minimum: 1, maximum: 500 }, value)).toBe(false));
});

test("an enum accepts exactly its values", () => {
  const schema = { enum: ["open", "complete"] };
  for (const value of ["open", "complete"]) expect(isOneOf(schema, value)).toBe(true);
  for (const value of ["", "OPEN", "open ", null, undefined, ["open"], 0])
    expect(isOneOf(schema, value)).toBe(false);
});
