import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { minorOf } from "../../../lib/minor-units.ts";
import { type Money, minorDigits, moneyOf } from "../../../lib/money.ts";
import { isZero } from "../../../lib/money-text.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { card, details } from "../components/card.ts";
import { money } from "../components/money.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** Returns what a return gives, and apart from it what its order cost. */
export function moneyCards(shown: Return, order: ReturnOrder): Markup {
  const paid: [string, Content][] = [
    ["Items", money(order.lineItemsTotal)],
    ["Discounts", money(order.discounts)],
    ["Shipping", money(order.shippingCost)],
    ["Taxes", money(order.taxes)],
    ["Order total", money(order.total)],
  ];
  return html`${card(amounts(given(shown)), { title: "What the customer gets" })}
    ${card(amounts(paid), { title: "What the order cost" })}`;
}

function amounts(rows: [string, Content][]): Markup {
  return html`<div class="amounts">${details(rows)}</div>`;
}

/** Of a return that ended without a refund nothing is promised. */
function given(shown: Return): [string, Content][] {
  const { totals, status } = shown;
  if (isPaidNothing(shown)) {
    const why =
      status === "complete" ? "completed without an action" : STATUS_WORDS[status].title.toLowerCase();
    return [["Nothing", `it is ${why}`]];
  }
  const rows = [
    ["Refund", totals.refund.amount],
    ["Store credit", totals.storeCredit.amount],
    ["Exchange", totals.exchange.amount],
    ["To be paid by the customer", totals.charge.amount],
  ] as const;
  const listed = rows.filter(([, amount], i) => i < 2 || !isZero(amount));
  return [
    ...made(shown),
    ...listed.map(([name, amount], i): [string, Content] => [
      name,
      i === 0 ? html`<strong>${money(amount)}</strong>` : money(amount),
    ]),
  ];
}

/** What the refunds are made of: the refunded units at the price that was paid for them, then tax and what was changed by fees and people. */
function made({ items, totals }: Return): [string, Content][] {
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
    ["Units, without tax", money(moneyOf(value, currency))],
    ...(isZero(rest) ? [] : [["Tax and changes", money(rest)] as [string, Content]]),
  ];
}

function sumOf(all: readonly Money[], currency: string): bigint {
  const digits = minorDigits(currency);
  return all.reduce((sum, { amount }) => sum + minorOf(amount, digits), 0n);
}
