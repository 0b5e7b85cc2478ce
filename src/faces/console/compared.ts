import type { Counted } from "../../features/activity/summary/schema.ts";
import { type Money, moneyOf } from "../../lib/money.ts";
import { html, type Markup } from "../pages/html.ts";
import { countText, numberText } from "./components/count.ts";
import { money } from "./components/money.ts";

/** Of fewer a percentage would say more than there is. */
const MIN_BASE = 10;
const MAX_PERCENT = 999;

/** Returns what a number was in the period before, and how it has changed; undefined where that isn't known. */
export function compared(now: Counted, before: Counted | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (before.count === 0) return now.count === 0 ? "none before either" : "none before";
  const was = `${countText(before)} before`;
  const isBase = !now.isAtLeast && !before.isAtLeast && before.count >= MIN_BASE;
  return isBase ? changeOf(now.count, before.count) + was : was;
}

type Sum = { sum: Money; before: Money | undefined };

/** Returns the sums of a period with those of the one before, one for each currency of either. */
export function sumsOf(now: readonly Money[], before: readonly Money[] | undefined): Sum[] {
  const currencies = new Set([...now, ...(before ?? [])].map(({ currency }) => currency));
  const of = (all: readonly Money[], currency: string) =>
    all.find((each) => each.currency === currency) ?? moneyOf(0n, currency);
  return [...currencies].map((currency) => ({
    sum: of(now, currency),
    before: before && of(before, currency),
  }));
}

/** Returns what a sum was in the period before, and how it has changed; undefined where that isn't known. */
export function comparedSum({ sum, before }: Sum): Markup | string | undefined {
  if (before === undefined) return undefined;
  const [is, was] = [Number(sum.amount), Number(before.amount)];
  if (was === 0) return is === 0 ? "none before either" : "none before";
  return html`${changeOf(is, was)}${money(before)} before`;
}

function changeOf(is: number, was: number): string {
  const percent = Math.round((100 * (is - was)) / was);
  if (Math.abs(percent) > MAX_PERCENT) return "";
  if (percent === 0) return is === was ? "unchanged, " : "about the same, ";
  return `${percent > 0 ? "+" : "−"}${numberText(Math.abs(percent))} %, `;
}
