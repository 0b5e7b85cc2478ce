import { expect, test } from "bun:test";
import { amountOf, minorOf, money } from "../../src/lib/money.ts";
import { type Random, seeded } from "../lab/torture/random.ts";

/** Returns a price as a number or a string, some of them with more digits than a number holds. */
function price({ between }: Random): number | string {
  const whole = `${between(0, 10 ** between(1, 9))}`;
  const decimals = Array.from({ length: between(0, 4) }, () => between(0, 9)).join("");
  const text = decimals === "" ? whole : `${whole}.${decimals}`;
  const kinds = [text, Number(text), `${whole}.${decimals}00000000000000000001`, 10 ** between(0, 15) + 0.5];
  return kinds[between(0, 3)] ?? text;
}

/** Currencies by the digits of their minor unit, as ISO 4217 lists them; those of other currencies have 2. */
const DIGITS: [digits: number, currencies: string][] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [0, "ADP BEF BYB BYR ESP GRD ITL LUF MGF PTE TPE TRL"],
  [2, "EUR USD GBP CHF BGN HRK DEM"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

test.each(DIGITS)("an amount has %d digits in %s", (digits, currencies) => {
  for (const currency of currencies.split(" ")) {
    const [, decimals = ""] = money("1.5", currency).amount.split(".");
    expect([currency, decimals.length]).toEqual([currency, digits]);
  }
});

/** Returns a decimal without an exponent in smallest units, as it is done by hand. */
function byHand(text: string, digits: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  const padded = fraction.padEnd(digits + 1, "0");
  const cut = BigInt(whole + padded.slice(0, digits));
  return (padded[digits] ?? "0") >= "5" ? cut + 1n : cut;
}

test("an amount in smallest units is exact and rounded half up, whatever its size and decimals", () => {
  const random = seeded(20_260_301);
  for (let round = 0; round < 5_000; round++) {
    const [value, digits] = [price(random), random.between(0, 4)];
    const minor = byHand(String(value), digits);
    expect([value, digits, minorOf(value, digits)]).toEqual([value, digits, minor]);
    const negative = typeof value === "number" ? -value : `-${value}`;
    expect([negative, minorOf(negative, digits)]).toEqual([negative, -minor]);
    expect(byHand(amountOf(minor, digits), digits)).toBe(minor);
    expect(money(value, "USD").amount).toBe(amountOf(byHand(String(value), 2), 2));
  }
});

test.each([
  [1e21, 2, 10n ** 23n],
  [1.5e300, 2, 15n * 10n ** 301n],
  [5e-7, 7, 5n],
  [5e-7, 6, 1n],
  [4.9e-7, 6, 0n],
  [5e-24, 24, 5n],
  [5e-324, 324, 5n],
  [0.1 + 0.2, 17, 30_000_000_000_000_004n],
])("%d with %d decimals is %d", (value, decimals, minor) => {
  expect(minorOf(value, decimals)).toBe(minor);
});

test.each(["1e+900000000", "1.0000e-900000000", "9".repeat(5_000), "Infinity", "1,5"])(
  "%p is not a decimal, which costs nothing to find out",
  (text) => {
    const before = process.cpuUsage();
    expect(() => minorOf(text, 2)).toThrow("is not a decimal");
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  },
);
