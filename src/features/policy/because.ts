import { divideHalfUp, minorDigits, minorOf, moneyOf } from "../../lib/money.ts";
import type { LineAnswer } from "./decision-schema.ts";
import { FACT_NAMES, type FactName, restricts, type Tested } from "./match.ts";
import type { Decided } from "./parts.ts";
import type { Period } from "./period.ts";
import type { Policy, When } from "./schema.ts";

type Because = Omit<LineAnswer["because"], "version">;

/**
 * Returns what decided whether a line may be returned: the rule that forbids it; else the window; else the rule that
 * allows it; else nothing.
 */
export function because(
  policy: Policy,
  tested: Tested,
  { parts, rules }: Decided,
  period: Period | undefined,
): Because {
  if (parts.eligible === false || !period) return byRule(policy, tested, rules.eligible);
  const { until, from, missing } = period;
  return {
    ...ruleOf(policy, tested, rules.window),
    ...(rules.window === undefined && { rule: "/window" }),
    fact: from,
    change: missing ? { name: missing, value: null } : { name: "at", value: until },
  };
}

function byRule(policy: Policy, tested: Tested, index: number | undefined): Because {
  const when = index === undefined ? undefined : policy.rules?.[index]?.when;
  const name = when && FACT_NAMES.find((each) => restricts(when, each));
  return {
    ...ruleOf(policy, tested, index),
    fact: name ? { name, value: testedValue(name, when, tested) } : null,
    change: name ? { name, value: null } : null,
  };
}

function ruleOf(policy: Policy, { facts }: Tested, index: number | undefined) {
  if (index === undefined) return { rule: null, text: null };
  const texts = policy.rules?.[index]?.then.texts;
  return { rule: `/rules/${index}`, text: texts ? textIn(texts, facts.language) : null };
}

/** Returns a text in a language, else in the language without its region, else in English, else the first. */
function textIn(texts: Record<string, string>, language: string | null): string | null {
  const wanted = language === null ? [] : [language, language.replace(/-.*/, "")];
  const found = [...wanted, "en"].find((each) => Object.hasOwn(texts, each)) ?? Object.keys(texts)[0];
  return found === undefined ? null : (texts[found] ?? null);
}

/** Returns what a line has of what a condition is about. */
function testedValue(
  name: FactName,
  when: When,
  { facts, line, orderDay, reasonCode }: Tested,
): string | null {
  const values: Record<FactName, () => string | null | undefined> = {
    reasonCodes: () => reasonCode,
    tags: () => when.tags?.find((tag) => line.tags.includes(tag)),
    productIds: () => line.productId,
    skus: () => line.sku,
    discountPercent: () => percentOf(line.discount, line.price),
    pricePaid: () => perUnit(line.paid, line.ordered, facts.currency),
    orderTags: () => when.orderTags?.find((tag) => facts.orderTags.includes(tag)),
    countries: () => facts.country,
    currency: () => facts.currency,
    segment: () => when.segment,
    orderedFrom: orderDay,
    orderedUntil: orderDay,
  };
  return values[name]() ?? null;
}

function perUnit(paid: string, units: number, currency: string): string {
  return moneyOf(divideHalfUp(minorOf(paid, minorDigits(currency)), BigInt(units)), currency).amount;
}

/** Rounded to two digits, for people. */
function percentOf(part: string, whole: string): string {
  const [of, all] = [minorOf(part, 6), minorOf(whole, 6)];
  if (all === 0n) return "0";
  const hundredths = divideHalfUp(of * 10_000n, all);
  return String(Number(hundredths) / 100);
}
