import type { Big } from "big.js";
import { isDecimal } from "../../lib/decimal-text.ts";
import { decimal, sum } from "../../lib/money.ts";
import { createYielder } from "../../lib/yielder.ts";
import { linesById } from "../../orders/lines.ts";
import { type ReturnRecord, refundOf } from "../../returns/view.ts";
import { amountText } from "../formats.ts";

/** Returns the amounts and the outcome of a return, as the list and the details show them. */
export async function moneyView(record: ReturnRecord) {
  const { order } = record;
  const { product, total, refund, credit, compensations } = await sumsOf(record);
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
    outcome: outcomeOf(compensations, { isExchanged, isCredited: credit.gt(0), isRefunded: refund.gt(0) }),
  };
}

/** Returns the sums of prices, values, refunds and store credit. Issued gift cards replace store credit. */
async function sumsOf({ row, items, order }: ReturnRecord) {
  const lines = linesById(order.body);
  const sums = { product: decimal(0), total: decimal(0), refund: decimal(0), credit: decimal(0) };
  const compensations = new Set<string>();
  const yieldNow = createYielder();
  for (const item of items) {
    const { type, amount } = refundOf(item, order.currency);
    compensations.add(type);
    sums.product = sums.product.plus(
      decimal(lines.get(item.lineItemId)?.line.price ?? 0).times(item.quantity),
    );
    sums.total = sums.total.plus(decimal(item.value));
    if (type === "refund") sums.refund = sums.refund.plus(decimal(amount.amount));
    if (type === "store_credit") sums.credit = sums.credit.plus(decimal(amount.amount));
    await yieldNow();
  }
  const issued = row.additions.giftCards ?? [];
  const credit = issued.length === 0 ? sums.credit : sum(issued.map(({ amount }) => decimal(amount.amount)));
  return { ...sums, credit, compensations };
}

type Settlement = { isExchanged: boolean; isCredited: boolean; isRefunded: boolean };

/** Returns the compensations joined by `+`; for a return without value, the requested ones. */
function outcomeOf(
  compensations: Set<string>,
  { isExchanged, isCredited, isRefunded }: Settlement,
): string | null {
  const hasNoValue = !isExchanged && !isCredited && !isRefunded;
  const outcomes = [
    isExchanged && "exchange",
    (isCredited || (hasNoValue && compensations.has("store_credit"))) && "credit",
    (isRefunded || (hasNoValue && compensations.has("refund"))) && "refund",
  ];
  return outcomes.filter(Boolean).join("+") || null;
}

type ExchangeItem = NonNullable<NonNullable<ReturnRecord["row"]["additions"]["exchange"]>["items"]>[number];

/** Returns the price of one exchanged unit before its discount, the discount, the tax and the total. */
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
