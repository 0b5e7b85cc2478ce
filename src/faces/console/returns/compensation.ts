import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { type Money, minorDigits, minorOf, moneyOf } from "../../../lib/money.ts";
import { isZero } from "../../../lib/money-text.ts";
import { type Content, html, type PerReader } from "../../pages/html.ts";
import { money, moneyLabel } from "../components/money.ts";
import { joined, type Plain, say } from "../texts/texts.ts";

/** What stands where an amount would be, were it given. */
export const NOTHING = html`<span class="optional">${say("nothing")}</span>`;

/** Returns what a return gives as refund, as store credit and in exchange, below each other; of one that gives nothing it says so. */
export function compensation(shown: Return): Content {
  if (isPaidNothing(shown)) return NOTHING;
  const parts = partsOf(shown.totals).map(({ amount, name }) =>
    name ? html`${money(amount)}<small>${say(name)}</small>` : money(amount),
  );
  return parts.map((part, i) => (i === 0 ? part : html`<br>${part}`));
}

/** Returns the same as text. */
export function compensationText(shown: Return): PerReader {
  if (isPaidNothing(shown)) return say("nothing");
  const parts = partsOf(shown.totals).map(({ amount, name }) =>
    name ? joined([moneyLabel(amount), say(name)], " ") : moneyLabel(amount),
  );
  return joined(parts, ", ");
}

/** Returns what several returns give together, of each kind and currency, such as "refund €30.00, store credit €5.00". */
export function sumText(all: readonly Return["totals"][]): PerReader {
  return sumsText({
    refunds: all.map(({ refund }) => refund.amount),
    storeCredits: all.map(({ storeCredit }) => storeCredit.amount),
    exchanges: all.map(({ exchange }) => exchange.amount),
  });
}

type Amounts = { refunds: Money[]; storeCredits: Money[]; exchanges: Money[] };

/** Returns the same of the amounts of each kind. */
export function sumsText({ refunds, storeCredits, exchanges }: Amounts): PerReader {
  const sums = [
    ...sumsOf(refunds).map((sum) => say("refund {sum}", { sum })),
    ...sumsOf(storeCredits).map((sum) => say("store credit {sum}", { sum })),
    ...sumsOf(exchanges).map((sum) => say("exchange {sum}", { sum })),
  ];
  return sums.length > 0 ? joined(sums, ", ") : say("nothing");
}

/** Returns the sum of each currency that isn't nothing. */
function sumsOf(amounts: Money[]): PerReader[] {
  const byCurrency = [...Map.groupBy(amounts, ({ currency }) => currency)];
  return byCurrency
    .map(([currency, each]) => {
      const digits = minorDigits(currency);
      return moneyOf(
        each.reduce((sum, { amount }) => sum + minorOf(amount, digits), 0n),
        currency,
      );
    })
    .filter((sum) => !isZero(sum))
    .map(moneyLabel);
}

function partsOf({
  refund,
  storeCredit,
  exchange,
}: Return["totals"]): { amount: Money; name: Plain | undefined }[] {
  const parts = [
    { amount: refund.amount, name: undefined },
    { amount: storeCredit.amount, name: "store credit" as const },
    { amount: exchange.amount, name: "exchange" as const },
  ];
  const given = parts.filter(({ amount }) => !isZero(amount));
  return given.length > 0 ? given : parts.slice(0, 1);
}
