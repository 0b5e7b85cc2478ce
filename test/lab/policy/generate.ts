import type { Facts, LineFacts } from "../../../src/features/policy/facts.ts";
import type { Policy, Then, Window } from "../../../src/features/policy/schema.ts";
import type { Random } from "../torture/random.ts";

/** Clocks that change at midnight, by half an hour, never, or that have left a day out. */
export const ZONES = [
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Kathmandu", "Atlantic/Azores"],
];
/** Days around which calendars are interesting: changes of clocks, leap days, ends of years, a day left out. */
const DAYS = [
  ...["2026-03-28", "2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2018-11-04", "2024-04-26"],
  ...[
    "2024-02-28",
    "2024-02-29",
    "2027-02-28",
    "2026-12-31",
    "2027-01-01",
    "2011-12-29",
    "2011-12-30",
    "2011-12-31",
  ],
];
const HOUR_MS = 3_600_000;
const OPERATORS = ["=", "!=", ">", ">=", "<", "<="] as const;
const OUTCOMES = ["refund", "store_credit", "exchange"] as const;
const TAGS = ["sale", "final", "made-to-order", "new"];
const REASONS = ["damaged", "size", "late"];
const SKUS = ["TEE-M", "TEE-L", "SHOE-42", "T.E*E"];
const PRICES = ["0", "5", "9.99", "10", "19.5", "20.00", "33.34"];

/** Returns a policy of up to eight rules, whose conditions often hold for `randomFacts`. */
export function randomPolicy(random: Random): Policy {
  return {
    timeZone: pick(ZONES, random),
    ...maybe(0.5, random, () => ({ window: randomWindow(random) })),
    rules: times(random.between(0, 8), () => ({
      ...maybe(0.8, random, () => ({ when: { ...randomWhen(random), ...randomReasons(random) } })),
      then: randomThen(random),
    })),
    reasons: REASONS.map((code) => ({
      ...{ code, texts: { en: code } },
      ...maybe(0.4, random, () => ({ when: randomWhen(random) })),
    })),
  };
}

function randomWhen(random: Random) {
  const some = (values: string[]) => values.filter(() => random.chance(0.4));
  const compared = () => ({ op: pick([...OPERATORS], random), value: pick(PRICES, random) });
  const fields = {
    tags: () => some(TAGS),
    orderTags: () => some(TAGS),
    productIds: () => some(["tee", "shoe"]),
    skus: () => some(["TEE-*", "TEE-M", "*", "SHOE*"]),
    countries: () => some(["DE", "AT", "CH"]),
    currency: () => pick(["EUR", "CHF"], random),
    pricePaid: compared,
    discountPercent: compared,
    orderedFrom: () => pick(DAYS, random),
    orderedUntil: () => pick(DAYS, random),
    segment: () => pick(["loyal", "new"], random),
  };
  const chosen = Object.entries(fields).filter(() => random.chance(0.12));
  return Object.fromEntries(chosen.map(([name, value]) => [name, value()]));
}

function randomReasons(random: Random) {
  return maybe(0.2, random, () => ({ reasonCodes: REASONS.filter(() => random.chance(0.5)) }));
}

function randomWindow(random: Random): Window | null {
  if (random.chance(0.1)) return null;
  if (random.chance(0.2)) return { until: pick(DAYS, random) };
  const from = pick(["delivered", "fulfilled", "ordered"] as const, random);
  return { days: pick([0, 1, 13, 14, 30, 365, 366, 10_000], random), from };
}

function randomThen(random: Random): Then {
  const of = pick(["unit", "line", "return"] as const, random);
  const then: Then = {
    ...maybe(0.3, random, () => ({ eligible: random.chance(0.5) })),
    ...maybe(0.4, random, () => ({ window: randomWindow(random) })),
    ...maybe(0.3, random, () => ({ outcomes: [pick([...OUTCOMES], random)] })),
    ...maybe(0.3, random, () => ({ fee: random.chance(0.5) ? null : { amount: pick(PRICES, random), of } })),
    ...maybe(0.2, random, () => ({ bonus: { percent: pick([5, 10], random) } })),
    ...maybe(0.2, random, () => ({ label: pick(["merchant", "shopper"] as const, random) })),
    ...maybe(0.2, random, () => ({ keepItem: random.chance(0.5) })),
  };
  return { ...then, review: random.chance(0.5) };
}

/** Returns facts of an order of one to three lines around an interesting day. */
export function randomFacts(random: Random): Facts {
  const ordered = Date.parse(`${pick(DAYS, random)}T00:00:00Z`) + random.between(-30, 54) * HOUR_MS;
  const later = (ms: number) => ms + random.between(0, 6) * 12 * HOUR_MS;
  const parcel = () => {
    const fulfilled = later(ordered);
    const delivered = random.chance(0.8) ? instant(later(fulfilled)) : null;
    return { units: random.between(1, 2), fulfilledAt: instant(fulfilled), deliveredAt: delivered };
  };
  const line = (): LineFacts => {
    const [price, discount] = [pick(PRICES, random), pick(PRICES, random)];
    return {
      ...{
        lineItemId: "1",
        productId: pick([null, "tee", "shoe"], random),
        sku: pick([null, ...SKUS], random),
      },
      ...{ tags: TAGS.filter(() => random.chance(0.3)), ordered: random.between(1, 3), returnable: 1 },
      ...{ price, discount, paid: pick(PRICES, random), parcels: times(random.between(0, 3), parcel) },
      ...{ quantity: null, reasonCode: pick([null, ...REASONS], random) },
    };
  };
  return {
    ...{ at: instant(later(ordered)), orderedAt: instant(ordered), currency: pick(["EUR", "CHF"], random) },
    ...{ country: pick([null, "DE", "FR", "CH"], random), language: null },
    orderTags: TAGS.filter(() => random.chance(0.3)),
    segments: ["loyal", "new"].filter(() => random.chance(0.4)),
    lines: times(random.between(1, 3), line),
  };
}

export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

function maybe<T extends object>(share: number, random: Random, value: () => T): T | Record<never, never> {
  return random.chance(share) ? value() : {};
}

function times<T>(count: number, value: () => T): T[] {
  return Array.from({ length: count }, value);
}

function pick<T>(values: T[], random: Random): T {
  return values[random.between(0, values.length - 1)] as T;
}
