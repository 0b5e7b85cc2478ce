import type { Fee, Policy, Then } from "../../../../src/features/policy/schema.ts";
import { minorDigits } from "../../../../src/lib/money.ts";
import { order } from "../../../support/fixtures.ts";
import { type Random, shuffled } from "../random.ts";

/** Without decimals, with two and with three. */
export const CURRENCIES = ["JPY", "EUR", "KWD"];
export const EMAIL = "ada@example.test";

const TAGS = ["sale", "new", "final"];
const PRODUCTS = ["tee", "mug", "shoe"];
const REASONS = ["damaged", "size", "late"];
const OUTCOMES = ["refund", "store_credit", "exchange"] as const;
const NEEDS = ["photo", "comment"] as const;
const DAY_MS = 86_400_000;

/** Returns a policy of up to six rules, by which most returns can be made. */
export function randomPolicy(random: Random, currency: string): Policy {
  const codes = REASONS.filter(() => random.chance(0.7));
  return {
    timeZone: pick(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"], random),
    ...maybe(0.4, random, () => ({ window: { days: pick([20, 30, 60], random), from: "ordered" as const } })),
    rules: times(random.between(0, 6), () => ({
      ...maybe(0.7, random, () => ({ when: randomWhen(random) })),
      then: randomThen(random, currency),
    })),
    reasons: codes.map((code) => ({
      ...{ code, texts: { en: `Because of ${code}`, de: `Wegen ${code}` } },
      needs: NEEDS.filter(() => random.chance(0.25)),
      ...maybe(0.2, random, () => ({ when: { tags: some(TAGS, random) } })),
    })),
  };
}

function randomWhen(random: Random) {
  const fields = {
    tags: () => some(TAGS, random),
    productIds: () => some(PRODUCTS, random),
    skus: () => [pick(["TEE-*", "*", "SHOE-1"], random)],
    countries: () => [pick(["DE", "US"], random)],
    pricePaid: () => ({ op: pick([">", "<="] as const, random), value: "20" }),
    reasonCodes: () => some(REASONS, random),
  };
  const chosen = Object.entries(fields).filter(() => random.chance(0.25));
  return Object.fromEntries(chosen.map(([name, value]) => [name, value()]));
}

function randomThen(random: Random, currency: string): Then {
  return {
    ...maybe(0.15, random, () => ({ eligible: random.chance(0.5), texts: { en: "Final sale." } })),
    ...maybe(0.3, random, () => ({ outcomes: shuffled([...OUTCOMES], random).slice(random.between(0, 2)) })),
    ...maybe(0.6, random, () => ({ fee: random.chance(0.2) ? null : randomFee(random, currency) })),
    ...maybe(0.5, random, () => ({ bonus: { percent: pick([10, "12.5", 100, "0.1"], random) } })),
    ...maybe(0.3, random, () => ({ label: pick(["merchant", "shopper"] as const, random) })),
    ...maybe(0.2, random, () => ({ keepItem: random.chance(0.5) })),
    review: random.chance(0.2),
  };
}

export function randomFee(random: Random, currency: string): Fee {
  const of = pick(["unit", "line", "return"] as const, random);
  if (random.chance(0.5)) return { percent: pick([5, "12.5", 33.3, 100], random), of };
  return { amount: amount(random, currency, random.chance(0.1) ? 100_000 : 700), of };
}

/** Returns an order of one to four lines, but for its number. */
export function randomOrder(random: Random, currency: string): object {
  const lineItems = times(random.between(1, 4), (i) => {
    const price = Number(amount(random, currency, 9_000));
    return {
      ...{ id: `line-${i}`, productId: pick(PRODUCTS, random), title: `Item ${i} <b>`, price },
      sku: pick(["TEE-M", "SHOE-1", "MUG"], random),
      quantity: random.between(1, 4),
      tags: TAGS.filter(() => random.chance(0.3)),
      ...maybe(0.3, random, () => ({ discount: price })),
    };
  });
  const address = {
    address1: "Weg 1",
    city: "Ort",
    postalCode: "12345",
    country: pick(["DE", "US"], random),
  };
  const { orderId: _, ...plain } = order("", {
    ...{ lineItems, currencyCode: currency },
    createdAt: new Date(Date.now() - random.between(1, 40) * DAY_MS).toISOString(),
    customer: { id: "ada", email: EMAIL },
    shipping: { method: "standard", cost: 0, address },
  });
  return plain;
}

/** Returns an amount below so many smallest units of a currency. */
function amount(random: Random, currency: string, below: number): string {
  const digits = minorDigits(currency);
  return (random.between(1, below) / 10 ** digits).toFixed(digits);
}

export function pick<T>(values: T[], random: Random): T {
  return values[random.between(0, values.length - 1)] as T;
}

function some(values: string[], random: Random): string[] {
  return values.filter(() => random.chance(0.5));
}

function times<T>(count: number, value: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => value(i));
}

function maybe<T extends object>(share: number, random: Random, value: () => T): T | Record<never, never> {
  return random.chance(share) ? value() : {};
}
