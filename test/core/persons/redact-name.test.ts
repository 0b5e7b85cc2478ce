import { describe, expect, spyOn, test } from "bun:test";
import { type Person, redactText } from "../../../src/core/persons/redact.ts";
import { redactName } from "../../../src/core/persons/redact-name.ts";
import { redactUrl } from "../../../src/core/persons/redact-url.ts";

const person: Person = {
  identifiers: new Set(["ann@example.test", "+4915112345678", "id:7"]),
  names: new Set(["ann", "doe"]),
  lines: new Set(["ann doe"]),
  texts: new Set(),
};

describe("a name loses the person's addresses and numbers", () => {
  test.each([
    ["ann@example.test", "[erased]"],
    ["vip-Ann@Example.Test", "vip-[erased]"],
    ["vip_ann@example.test_2", "vip_[erased]_2"],
    ["call +4915112345678", "call [erased]"],
    ["call-4915112345678", "call-[erased]"],
  ])("%s", (name, redacted) => expect(redactName(name, person)).toBe(redacted));

  test.each([
    "joann@example.test",
    "j.ann@example.test",
    "ann@example.test.uk",
    "914915112345678",
    "7",
    "ann",
  ])("and %s is another one's", (name) => expect(redactName(name, person)).toBe(name));
});

describe("a URL loses the parts that name the person", () => {
  const host = "https://hooks.example";
  test.each([
    [`${host}/in?email=ann@example.test&v=2`, `${host}/in?email=erased&v=2`],
    [`${host}/in?email=ann%40example.test#x`, `${host}/in?email=erased#x`],
    [`${host}/of/ann%2540x/ann%40example.test/in`, `${host}/of/ann%2540x/erased/in`],
    [`${host}/in?name=Ann+Doe&n=Ann`, `${host}/in?name=erased&n=Ann`],
    [`${host}/in?tel=%2B49%20151%2012345678`, `${host}/in?tel=erased`],
    [`${host}/4915112345678`, `${host}/erased`],
  ])("%s", (url, redacted) => expect(redactUrl(url, person)).toBe(redacted));

  test.each([host, `${host}/in?a=%E0%A4%A&b=100%&id=7`, `${host}/a%20b/?x=bob@example.test`])(
    "and %s stays as it is",
    (url) => expect(redactUrl(url, person)).toBe(url),
  );
});

test("the pattern of a person's words is made once and kept with that person alone", () => {
  const again = { ...person, names: new Set(person.names), lines: new Set(person.lines) };
  const escaped = spyOn(RegExp, "escape");
  const costOf = (of: Person) => {
    escaped.mockClear();
    const texts = ["Ann Doe was here", "ann, again"].map((text) => redactText(text, of, { names: true }));
    expect(texts).toEqual(["[erased] was here", "[erased], again"]);
    return escaped.mock.calls.length;
  };
  try {
    const once = costOf(person);
    expect([once > 0, costOf(again), costOf(person)]).toEqual([true, once, 0]);
  } finally {
    escaped.mockRestore();
  }
});
