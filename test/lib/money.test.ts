import { expect, test } from "bun:test";
import { createTotal, decimal, money } from "../../src/lib/money.ts";
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

test("a total is the exact sum of numbers and decimal strings, whatever their size and decimals", () => {
  const random = seeded(20_260_301);
  for (let round = 0; round < 2_000; round++) {
    const total = createTotal();
    let exact = decimal(0);
    for (let i = random.between(1, 6); i > 0; i--) {
      const [value, times] = [price(random), random.between(1, 4)];
      total.add(value, times);
      exact = exact.plus(decimal(value).times(times));
    }
    expect(decimal(total.value).toFixed()).toBe(exact.toFixed());
    expect(money(total.value, "USD")).toEqual({ amount: exact.toFixed(2, 1), currency: "USD" });
  }
});
