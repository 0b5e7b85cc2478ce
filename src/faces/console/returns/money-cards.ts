import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { type Money, minorDigits, minorOf, moneyOf } from "../../../lib/money.ts";
import { isZero } from "../../../lib/money-text.ts";
import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { card, details } from "../components/card.ts";
import { money } from "../components/money.ts";
import { say } from "../texts/texts.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** Returns what a return gives, and apart from it what its order cost. */
export function moneyCards(shown: Return, order: ReturnOrder): Markup {
  const paid: [Label, Content][] = [
    [say("Items"), money(order.lineItemsTotal)],
    [say("Discounts"), money(order.discounts)],
    [say("Shipping"), money(order.shippingCost)],
    [say("Taxes"), money(order.taxes)],
    [say("Order total"), money(order.total)],
  ];
  return html`${card(amounts(given(shown)), { title: say("What the customer gets") })}
    ${card(amounts(paid), { title: say("What the order cost") })}`;
}

function amounts(rows: [Label, Content][]): Markup {
  return html`<div class="amounts">${details(rows)}</div>`;
}

/** Of a return that ended without a refund nothing is promised. */
function given(shown: Return): [Label, Content][] {
  const { totals, status } = shown;
  if (isPaidNothing(shown)) {
    return [
      [
        say("Nothing"),
        say(status === "complete" ? "completed without an action" : STATUS_WORDS[status].title),
      ],
    ];
  }
  const rows = [
    [say("Refund"), totals.refund.amount],
    [say("Store credit"), totals.storeCredit.amount],
    [say("Exchange"), totals.exchange.amount],
    [say("To be paid by the customer"), totals.charge.amount],
  ] as const;
  const listed = rows.filter(([, amount], i) => i < 2 || !isZero(amount));
  const [first = rows[0]] = listed.filter(([, amount]) => !isZero(amount));
  return [
    ...made(shown),
    ...listed.map(([name, amount]): [Label, Content] => [
      name,
      amount === first[1] ? html`<strong>${money(amount)}</strong>` : money(amount),
    ]),
  ];
}

/** What the refunds are made of: the refunded units at the price that was paid for them, then tax and what was changed by fees and people. */
function made({ items, totals }: Return): [Label, Content][] {
  const { currency } = totals.refund.amount;
  const open = items.filter(({ status, refund }) => status !== "rejected" && !isZero(refund.amount));
  if (open.length === 0) return [];
  const value = sumOf(
    open.map((item) => item.productValueNoTaxNoAdjustment.amount),
    currency,
  );
  const all = sumOf(
    open.map((item) => item.refund.amount),
    currency,
  );
  const rest = moneyOf(all - value, currency);
  return [
    [say("Units, without tax"), money(moneyOf(value, currency))],
    ...(isZero(rest) ? [] : [[say("Tax and changes"), money(rest)] as [Label, Content]]),
  ];
}

function sumOf(all: readonly Money[], currency: string): bigint {
  const digits = minorDigits(currency);
  return all.reduce((sum, { amount }) => sum + minorOf(amount, digits), 0n);
}
