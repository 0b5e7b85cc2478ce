import type { Counted } from "../../features/activity/summary/schema.ts";
import { type Money, moneyOf } from "../../lib/money.ts";
import { type Content, html, type PerReader } from "../pages/html.ts";
import { countText } from "./components/count.ts";
import { money } from "./components/money.ts";
import { joined, say } from "./texts/texts.ts";

/** Of fewer a percentage would say more than there is. */
const MIN_BASE = 10;
const MAX_PERCENT = 999;

/** Returns what a number was in the period before, and how it has changed; undefined where that isn't known. */
export function compared(now: Counted, before: Counted | undefined): PerReader | undefined {
  if (before === undefined) return undefined;
  if (before.count === 0) return say(now.count === 0 ? "none before either" : "none before");
  const was = say("{number} before", { number: countText(before) });
  const isBase = !now.isAtLeast && !before.isAtLeast && before.count >= MIN_BASE;
  return isBase ? joined([...changeOf(now.count, before.count), was], ", ") : was;
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
export function comparedSum({ sum, before }: Sum): Content {
  if (before === undefined) return undefined;
  const [is, was] = [Number(sum.amount), Number(before.amount)];
  if (was === 0) return say(is === 0 ? "none before either" : "none before");
  return html`${changeOf(is, was).map((change) => html`${change}, `)}${say("{sum} before", { sum: money(before) })}`;
}

/** Returns by how much a number has changed, if that can be said. */
function changeOf(is: number, was: number): PerReader[] {
  const percent = Math.round((100 * (is - was)) / was);
  if (Math.abs(percent) > MAX_PERCENT) return [];
  if (percent === 0) return [say(is === was ? "unchanged" : "about the same")];
  return [say(percent > 0 ? "+{percent}%" : "−{percent}%", { percent: Math.abs(percent) })];
}
