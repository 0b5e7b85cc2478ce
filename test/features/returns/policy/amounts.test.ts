import { expect, test } from "bun:test";
import type { Fee } from "../../../../src/features/policy/schema.ts";
import {
  adjustmentText,
  type Charged,
  policyAmounts,
} from "../../../../src/features/returns/policy/amounts.ts";
import { greater, minorDigits, minorOf } from "../../../../src/lib/money.ts";
import { CURRENCIES, pick, randomFee } from "../../../lab/torture/pairs/shop.ts";
import { type Random, seeded } from "../../../lab/torture/random.ts";

const ROUNDS = 3_000;
const PERCENTS = [0, 0.1, 10, "12.5", "33.333", 100];

type Item = Charged & { values: bigint[] };

test("fees and bonuses add up to the whole, for random policies, items and currencies with 0, 2 and 3 digits", async () => {
  const seen = { shared: 0, capped: 0, bonus: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const random = seeded(round);
    const currency = CURRENCIES[round % CURRENCIES.length] ?? "EUR";
    const digits = minorDigits(currency);
    const items = randomItems(random, currency);
    const amounts = await policyAmounts(items, digits);
    const say = (what: string) => `seed ${round}, ${currency}: ${what}`;
    for (const [i, item] of items.entries()) {
      const { fee, bonus } = amounts[i] ?? { fee: -1n, bonus: -1n };
      expect([say("fee within the refund"), 0n <= fee && fee <= item.refund]).toEqual([
        say("fee within the refund"),
        true,
      ]);
      const percent = item.compensation === "store_credit" ? item.decision.bonus?.percent : undefined;
      expect([say("bonus"), bonus]).toEqual([say("bonus"), percentOf(item.refund - fee, percent ?? 0)]);
      expect(minorOf(adjustmentText({ fee, bonus }, digits) ?? "0", digits)).toBe(bonus - fee);
      if (bonus > 0n) seen.bonus++;
      if (item.decision.fee?.of === "unit")
        expect([say("unit fee"), fee]).toEqual([say("unit fee"), unitFee(item, digits)]);
    }
    for (const group of groupsOf(items)) {
      const whole = sum(group.map((i) => items[i]?.refund ?? 0n));
      const fee = sum(group.map((i) => amounts[i]?.fee ?? 0n));
      const asked = group.map((i) => sharedFee(items[i]?.decision.fee, whole, digits));
      const highest = asked.reduce(greater, 0n);
      expect([say("shared fee"), fee]).toEqual([say("shared fee"), lesser(highest, whole)]);
      for (const i of group) {
        // Each pays its share, to less than a smallest unit.
        const [own, refund] = [amounts[i]?.fee ?? 0n, items[i]?.refund ?? 0n];
        const off = own * whole - fee * refund;
        expect([say("share"), whole === 0n || (off < 0n ? -off : off) < whole]).toEqual([say("share"), true]);
      }
      if (group.length > 1) seen.shared++;
      if (highest > whole) seen.capped++;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test("a fee in percent of each unit is the same in one return as in several", async () => {
  for (let round = 0; round < 500; round++) {
    const random = seeded(round);
    const values = Array.from({ length: random.between(1, 9) }, () => BigInt(random.between(0, 5_000)));
    const decision = { fee: { percent: pick(PERCENTS, random), of: "unit" as const }, bonus: null };
    const cut = random.between(0, values.length);
    const feeOf = async (part: bigint[]) =>
      (await policyAmounts([itemOf("line-1", part, { compensation: "refund", decision })], 2))[0]?.fee ?? 0n;
    const [whole, ...parts] = [
      await feeOf(values),
      await feeOf(values.slice(0, cut)),
      await feeOf(values.slice(cut)),
    ];
    expect([round, sum(parts)]).toEqual([round, whole]);
  }
});

function randomItems(random: Random, currency: string): Item[] {
  return Array.from({ length: random.between(1, 6) }, () => {
    const values = Array.from({ length: random.between(1, 4) }, () => BigInt(random.between(0, 4_000)));
    const fee = random.chance(0.85) ? randomFee(random, currency) : null;
    const bonus = random.chance(0.6) ? { percent: pick(PERCENTS, random) } : null;
    const compensation = pick(["refund", "store_credit"], random);
    return itemOf(`line-${random.between(1, 3)}`, values, { compensation, decision: { fee, bonus } });
  });
}

type Rest = Pick<Charged, "compensation" | "decision">;

function itemOf(lineItemId: string, values: bigint[], rest: Rest): Item {
  return {
    lineItemId,
    quantity: values.length,
    values,
    refund: sum(values),
    unitValues: () => values,
    ...rest,
  };
}

/** Returns the items that share a fee: of the return or of a line, by an amount, or by the same percentage. */
function groupsOf(items: Item[]): number[][] {
  const groups = Map.groupBy(items.keys(), (i) => {
    const { lineItemId, decision } = items[i] as Item;
    if (!decision.fee || decision.fee.of === "unit") return undefined;
    const of = decision.fee.of === "line" ? `line ${lineItemId}` : "return";
    return `${of} ${"percent" in decision.fee ? decision.fee.percent : "amount"}`;
  });
  return [...groups].flatMap(([key, group]) => (key === undefined ? [] : [group]));
}

function unitFee({ values, quantity, refund, decision: { fee } }: Item, digits: number): bigint {
  if (!fee) return 0n;
  const asked =
    "amount" in fee
      ? minorOf(fee.amount, digits) * BigInt(quantity)
      : sum(values.map((value) => percentOf(value, fee.percent)));
  return lesser(asked, refund);
}

function sharedFee(fee: Fee | null | undefined, whole: bigint, digits: number): bigint {
  if (!fee) return 0n;
  return "amount" in fee ? minorOf(fee.amount, digits) : percentOf(whole, fee.percent);
}

/** Half up, of a percentage with at most three decimals. */
function percentOf(value: bigint, percent: string | number): bigint {
  const thousandths = BigInt(Math.round(Number(percent) * 1_000));
  return (value * thousandths * 2n + 100_000n) / 200_000n;
}

function sum(values: bigint[]): bigint {
  return values.reduce((all, value) => all + value, 0n);
}

function lesser(a: bigint, b: bigint): bigint {
  return a - b < 0n ? a : b;
}
