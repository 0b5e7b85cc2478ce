import type { Big } from "big.js";
import { isDecimal } from "../../lib/decimal-text.ts";
import { decimal, sum } from "../../lib/money.ts";
import { createYielder } from "../../lib/yielder.ts";
import { linesById } from "../../orders/lines.ts";
import { type ReturnRecord, refundOf } from "../../returns/view.ts";
import { amountText } from "../amount.ts";

/** What a return is worth and how it is paid back, with the texts that both shapes of a return show. */
export async function moneyView(record: ReturnRecord) {
  const { order } = record;
  const { product, total, refund, credit, wanted } = await sumsOf(record);
  const exchange = exchangeMoney(record);
  const text = (value: Big) => amountText(value, order.currency);
  const zero = text(decimal(0));
  const isExchanged = (record.row.additions.exchange?.items ?? []).length > 0;
  return {
    total: text(total),
    returned: {
      return_product_total: text(product),
      return_discount_total: text(decimal(text(product)).minus(text(total))),
      return_tax_total: zero,
      return_total: text(total),
      return_credit_total: zero,
    },
    exchanged: {
      exchange_product_total: text(exchange.product),
      exchange_discount_total: text(exchange.discount),
      exchange_tax_total: text(exchange.tax),
      exchange_total: text(exchange.total),
      exchange_credit_total: zero,
    },
    exchange: text(exchange.total),
    gift_card: text(credit),
    refund: text(refund),
    zero,
    outcome: outcomeOf(wanted, { isExchanged, isCredited: credit.gt(0), isRefunded: refund.gt(0) }),
  };
}

/**
 * What the items were sold for and are worth, and what goes back in which way; gift cards count instead of
 * store credit.
 */
async function sumsOf({ row, items, order }: ReturnRecord) {
  const lines = linesById(order.body);
  const sums = { product: decimal(0), total: decimal(0), refund: decimal(0), credit: decimal(0) };
  const wanted = new Set<string>();
  const pace = createYielder();
  for (const item of items) {
    const { type, amount } = refundOf(item, order.currency);
    wanted.add(type);
    sums.product = sums.product.plus(
      decimal(lines.get(item.lineItemId)?.line.price ?? 0).times(item.quantity),
    );
    sums.total = sums.total.plus(decimal(item.value));
    if (type === "refund") sums.refund = sums.refund.plus(decimal(amount.amount));
    if (type === "store_credit") sums.credit = sums.credit.plus(decimal(amount.amount));
    await pace();
  }
  const issued = row.additions.giftCards ?? [];
  const credit = issued.length === 0 ? sums.credit : sum(issued.map(({ amount }) => decimal(amount.amount)));
  return { ...sums, credit, wanted };
}

type Brought = { isExchanged: boolean; isCredited: boolean; isRefunded: boolean };

/**
 * The ways in which the customer is made whole, joined by `+`; a return worth nothing names what was asked
 * for.
 */
function outcomeOf(wanted: Set<string>, { isExchanged, isCredited, isRefunded }: Brought): string | null {
  const isNothing = !isExchanged && !isCredited && !isRefunded;
  const outcomes = [
    isExchanged && "exchange",
    (isCredited || (isNothing && wanted.has("store_credit"))) && "credit",
    (isRefunded || (isNothing && wanted.has("refund"))) && "refund",
  ];
  return outcomes.filter(Boolean).join("+") || null;
}

type ExchangeItem = NonNullable<NonNullable<ReturnRecord["row"]["additions"]["exchange"]>["items"]>[number];

/** Of one unit of an exchange: before its discount, the discount, the tax. */
export function exchangeUnit({ originalPrice, price }: ExchangeItem) {
  const paid = decimal(price?.amount ?? originalPrice?.amount ?? 0);
  const product = decimal(originalPrice?.amount ?? price?.amount ?? 0);
  const tax = decimal(isDecimal(price?.tax ?? "") ? (price?.tax ?? 0) : 0);
  return { product, discount: product.minus(paid), tax, total: paid.plus(tax) };
}

function exchangeMoney({ row }: ReturnRecord) {
  const { items = [], totalTax } = row.additions.exchange ?? {};
  const units = items.map((item) => ({ ...exchangeUnit(item), quantity: item.quantity ?? 1 }));
  const product = sum(units.map((unit) => unit.product.times(unit.quantity)));
  const discount = sum(units.map((unit) => unit.discount.times(unit.quantity)));
  const tax = totalTax ? decimal(totalTax.amount) : sum(units.map((unit) => unit.tax.times(unit.quantity)));
  return { product, discount, tax, total: product.minus(discount).plus(tax) };
}
