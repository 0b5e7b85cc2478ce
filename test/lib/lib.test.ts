import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { csvCell, parseCsv, spreadsheetCell } from "../../src/lib/csv.ts";
import { createEncryption } from "../../src/lib/encryption.ts";
import { crc32, equalInConstantTime, sha256 } from "../../src/lib/hash.ts";
import { newId, randomText } from "../../src/lib/ids.ts";
import { omitNullish } from "../../src/lib/omit-nullish.ts";
import { invalid, Problem, problem } from "../../src/lib/problem.ts";
import { sameJson } from "../../src/lib/same-json.ts";
import { lookupOf, newSecret } from "../../src/lib/secret.ts";

test("a cell of a CSV file is read as it was written, whatever it holds", () => {
  const cells = ["", "a", 'say "no"', "a,b", "a\nb", "a\rb", "a\r\nb", '"', "\r"];
  for (const cell of cells) expect(parseCsv(`${csvCell(cell)},end\r\n`)).toEqual([[cell, "end"]]);
});

test("a cell that a spreadsheet would take for a formula begins with an apostrophe", () => {
  for (const first of ["=", "+", "-", "@", "\t", "\r", "\n"]) {
    expect(parseCsv(spreadsheetCell(`${first}1`))).toEqual([[`'${first}1`]]);
  }
  expect(spreadsheetCell("1=1")).toBe("1=1");
});

describe("a secret", () => {
  test("has a prefix, an identifying part, a secret part and a checksum", () => {
    const { secret, lookup } = newSecret();
    expect(secret).toMatch(/^aftersale_[0-9a-z]{55}$/);
    expect(secret.slice("aftersale_".length)).toStartWith(lookup);
    expect(lookupOf(secret)).toBe(lookup);
  });

  test("is never the same twice, in either part", () => {
    const made = Array.from({ length: 1_000 }, newSecret);
    expect(new Set(made.map(({ lookup }) => lookup)).size).toBe(1_000);
    expect(new Set(made.map(({ secret }) => secret.slice(26, 58))).size).toBe(1_000);
  });

  test("with one character mistyped, missing or doubled, or two swapped, is invalid", () => {
    const alphabet = [..."0123456789abcdefghijklmnopqrstuvwxyzABCXYZ_- "];
    fc.assert(
      fc.property(fc.nat(64), fc.constantFrom(...alphabet), (at, typed) => {
        const { secret } = newSecret();
        const [before, char, after] = [secret.slice(0, at), secret.charAt(at), secret.slice(at + 1)];
        const swapped = before + after.charAt(0) + char + after.slice(1);
        for (const typo of [before + typed + after, before + after, before + char + char + after, swapped]) {
          if (typo !== secret) expect(lookupOf(typo)).toBeUndefined();
        }
      }),
    );
  });
});

describe("hashes", () => {
  test("SHA-256 and CRC-32 match the standards", async () => {
    expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(await sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(crc32("123456789")).toBe(0xcbf43926);
    expect(crc32("")).toBe(0);
  });

  test("the constant-time comparison equals ===", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\u0000"), maxLength: 4 });
    fc.assert(fc.property(text, text, (a, b) => equalInConstantTime(a, b) === (a === b)));
  });
});

describe("an id", () => {
  test("has its prefix and 26 characters, and is unique", () => {
    const ids = Array.from({ length: 10_000 }, () => newId("ret"));
    for (const id of ids) expect(id).toMatch(/^ret_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(new Set(ids).size).toBe(10_000);
  });

  test("created later by one process sorts later, within a millisecond too", () => {
    const ids = Array.from({ length: 10_000 }, () => newId("ret"));
    expect(ids.toSorted()).toEqual(ids);
  });

  test("random strings use every character of the alphabet", () => {
    expect(new Set(randomText(5_000)).size).toBe(32);
  });
});

describe("JSON values are the same", () => {
  test.each([
    [{ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: "1" }, false],
    [{ a: null }, {}, false],
    [{}, [], false],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 2}'), false],
    [undefined, null, false],
    [0, -0, true],
  ])("%j and %j: %p", (a, b, same) => expect(sameJson(a, b)).toBe(same));

  test("after a round trip", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, JSON.parse(JSON.stringify(value)))));
  });
});

test("omitNullish removes undefined and null", () => {
  expect(omitNullish({ a: 0, b: "", c: false, d: null, e: undefined, f: [] })).toEqual({
    a: 0,
    b: "",
    c: false,
    f: [],
  });
});

describe("an encrypted string", () => {
  test("can be decrypted only with the same key, and differs each time", async () => {
    const encryption = await createEncryption("a key of the merchant");
    const encrypted = await encryption.encrypt("tøken");
    expect(encrypted).not.toContain("tøken");
    expect(await encryption.encrypt("tøken")).not.toBe(encrypted);
    expect(await (await createEncryption("a key of the merchant")).decrypt(encrypted)).toBe("tøken");
    await expect((await createEncryption("another key")).decrypt(encrypted)).rejects.toThrow();
  });

  test("can't be decrypted after one character has changed", async () => {
    const encryption = await createEncryption("a key of the merchant");
    const encrypted = await encryption.encrypt("token");
    const middle = Math.floor(encrypted.length / 2);
    const other = encrypted.charAt(middle) === "A" ? "B" : "A";
    await expect(
      encryption.decrypt(encrypted.slice(0, middle) + other + encrypted.slice(middle + 1)),
    ).rejects.toThrow();
  });
});

describe("a problem", () => {
  test("has its status, its detail and further parts", () => {
    const thrown = problem("method_not_allowed", "Not that way.", { headers: { Allow: "GET" } });
    expect(thrown).toBeInstanceOf(Problem);
    expect(thrown.parts).toEqual({
      code: "method_not_allowed",
      status: 405,
      detail: "Not that way.",
      headers: { Allow: "GET" },
    });
  });

  test("of an invalid request has the detail of the first error and lists all errors", () => {
    const faults = [
      { detail: "a is required.", pointer: "/a" },
      { detail: "b is required.", pointer: "/b" },
    ] as const;
    expect(invalid(...faults).parts).toEqual({
      code: "invalid_request",
      status: 400,
      detail: "a is required.",
      errors: [...faults],
    });
  });
});

test("an encrypted text that is changed in any letter, cut or written in another way is not decrypted", async () => {
  const { encrypt, decrypt } = await createEncryption("a secret of this test");
  for (const text of ["a", "ab", "abc", "abcd"]) {
    const encrypted = await encrypt(text);
    expect(await decrypt(encrypted)).toBe(text);
    const changed = Array.from(encrypted, (letter, i) => {
      const other = letter === "A" ? "B" : "A";
      return encrypted.slice(0, i) + other + encrypted.slice(i + 1);
    });
    const written = [encrypted.replace(/=+$/, ""), ` ${encrypted}`, `${encrypted} `, `${encrypted}=`];
    const cut = [encrypted.slice(0, -1), encrypted.slice(0, -2), encrypted.slice(1), ""];
    for (const wrong of [...changed, ...cut, ...written].filter((each) => each !== encrypted))
      expect([wrong, await decrypt(wrong).catch(() => undefined)]).toEqual([wrong, undefined]);
  }
});
