import type { Facts, LineFacts } from "../../../src/features/policy/facts.ts";
import type { Policy, Then, Window } from "../../../src/features/policy/schema.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const END_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** What is compared of a decision. */
export type Plain = {
  eligible: boolean;
  until: string | null;
  atLeast: boolean;
  outcomes: string[];
  fee: unknown;
  bonus: unknown;
  label: string;
  keepItem: boolean;
  review: boolean;
  reasons: string[];
};

/**
 * A plain reading of the rules, apart from the service's: one part after the other, days by the calendar of
 * `Intl.DateTimeFormat`, prices as whole millionths, and the end of a day by looking for it.
 */
export function evaluate(policy: Policy, facts: Facts, line: LineFacts): Plain {
  const rules = (policy.rules ?? []).filter(({ when }) => isMet(when, line.reasonCode));
  const part = <Name extends keyof Then>(name: Name) =>
    rules.find(({ then }) => then[name] !== undefined)?.then[name];

  const own = part("window");
  const window = own === undefined ? policy.window : own;
  const end = window ? endOf(window) : undefined;
  const until = end && end.ms <= END_MS ? end.ms : undefined;
  const isLate = until !== undefined && !end?.isEarliest && Date.parse(facts.at) >= until;
  return {
    eligible: part("eligible") !== false && !isLate,
    until: until === undefined ? null : new Date(until).toISOString(),
    atLeast: end?.isEarliest ?? false,
    outcomes: part("outcomes") ?? ["refund", "store_credit", "exchange"],
    fee: part("fee") ?? null,
    bonus: part("bonus") ?? null,
    label: part("label") ?? "merchant",
    keepItem: part("keepItem") ?? false,
    review: part("review") ?? false,
    reasons: (policy.reasons ?? []).filter(({ when }) => isMet(when, null)).map(({ code }) => code),
  };

  function isMet(when: Record<string, unknown> | undefined, reasonCode: string | null): boolean {
    for (const [name, wanted] of Object.entries(when ?? {})) {
      if (Array.isArray(wanted) && wanted.length === 0) continue;
      if (!isFieldMet(name, wanted as never, reasonCode)) return false;
    }
    return true;
  }

  function isFieldMet(name: string, wanted: never, reasonCode: string | null): boolean {
    const has = (values: (string | null)[]) => (wanted as string[]).some((one) => values.includes(one));
    switch (name) {
      case "tags":
        return has(line.tags);
      case "orderTags":
        return has(facts.orderTags);
      case "productIds":
        return has([line.productId]);
      case "countries":
        return has([facts.country]);
      case "reasonCodes":
        return has([reasonCode]);
      case "skus":
        return (wanted as string[]).some((one) => {
          const pattern = one.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*$/, "[^]*");
          return line.sku !== null && new RegExp(`^${pattern}$`).test(line.sku);
        });
      case "currency":
        return wanted === facts.currency;
      case "segment":
        return facts.segments.includes(wanted);
      case "orderedFrom":
        return day(facts.orderedAt) >= String(wanted);
      case "orderedUntil":
        return day(facts.orderedAt) <= String(wanted);
      case "pricePaid":
        return isRatio(wanted, millionths(line.paid), BigInt(line.ordered) * 1_000_000n);
      default: {
        const price = millionths(line.price);
        return price === 0n
          ? isRatio(wanted, 0n, 1n)
          : isRatio(wanted, millionths(line.discount) * 100n, price);
      }
    }
  }

  /** Returns a day as `2026-03-29`. */
  function day(instant: string | number): string {
    return dayText(new Date(instant), policy.timeZone);
  }

  function endOf(given: Window): { ms: number; isEarliest: boolean } {
    if ("until" in given) return { ms: firstAfter(given.until), isEarliest: false };
    const known: Record<string, string | null> = {
      ordered: facts.orderedAt,
      fulfilled: lastOf(line.parcels.map(({ fulfilledAt }) => fulfilledAt)),
      delivered: lastOf(line.parcels.map(({ deliveredAt }) => deliveredAt)),
    };
    const order = ["ordered", "fulfilled", "delivered"];
    const from = order.slice(0, order.indexOf(given.from) + 1).findLast((name) => known[name] !== null) ?? "";
    const last = Date.parse(`${day(known[from] ?? "")}T00:00:00Z`) + given.days * DAY_MS;
    return { ms: firstAfter(new Date(last).toISOString().slice(0, 10)), isEarliest: from !== given.from };
  }

  function lastOf(times: (string | null)[]): string | null {
    const units = line.parcels.reduce((sum, parcel) => sum + parcel.units, 0);
    if (times.includes(null) || units < line.ordered) return null;
    return (times as string[]).toSorted().at(-1) ?? null;
  }

  /** Clocks are at most a day from UTC, and change at whole minutes; within a day, days only go forward. */
  function firstAfter(last: string): number {
    const key = `${policy.timeZone} ${last}`;
    const found = ends.get(key) ?? searchEnd(last);
    ends.set(key, found);
    return found;
  }

  function searchEnd(last: string): number {
    let [before, after] = [
      Date.parse(`${last}T00:00:00Z`) - DAY_MS,
      Date.parse(`${last}T00:00:00Z`) + 3 * DAY_MS,
    ];
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (day(middle) > last) after = middle;
      else before = middle;
    }
    return after;
  }
}

/** By time zone and day. */
const ends = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

function dayText(at: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  formats.set(timeZone, format);
  return format.format(at);
}

function millionths(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
}

function isRatio({ op, value }: { op: string; value: string }, of: bigint, to: bigint): boolean {
  const [left, right] = [of * 1_000_000n, millionths(value) * to];
  const signs: Record<string, string> = { "=": "0", "!=": "+-", ">": "+", ">=": "+0", "<": "-", "<=": "-0" };
  return (signs[op] ?? "").includes(left > right ? "+" : left < right ? "-" : "0");
}
