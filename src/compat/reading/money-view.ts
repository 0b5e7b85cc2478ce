import type { Big } from "big.js";
import { decimal, sum } from "../../lib/money.ts";
import { type ReturnRecord, refundOf } from "../../returns/view.ts";
import { amountText } from "../amount.ts";
import { linedItems } from "./shown-units.ts";

/** What a return is worth and how it is paid back, with the texts that both shapes of a return show. */
export function moneyView(record: ReturnRecord) {
  const { items, order } = record;
  const product = sum(
    linedItems(record).map(({ item, line }) => decimal(line?.price ?? 0).times(item.quantity)),
  );
  const total = sum(items.map((item) => decimal(item.value)));
  const exchange = exchangeMoney(record);
  const text = (value: Big) => amountText(value, order.currency);
  const zero = text(decimal(0));
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
    gift_card: text(creditOf(record)),
    refund: text(paidBy("refund", record)),
    zero,
    outcome: outcomeOf(record),
  };
}

/** Store credit; where gift cards were issued, what they hold. */
function creditOf(record: ReturnRecord): Big {
  const issued = record.row.additions.giftCards ?? [];
  if (issued.length === 0) return paidBy("store_credit", record);
  return sum(issued.map(({ amount }) => decimal(amount.amount)));
}

function paidBy(type: string, { items, order }: ReturnRecord): Big {
  const refunds = items.map((item) => refundOf(item, order.currency));
  return sum(refunds.filter((refund) => refund.type === type).map(({ amount }) => decimal(amount.amount)));
}

/** The ways in which the customer is made whole, joined by `+`; a return worth nothing names what was asked for. */
function outcomeOf(record: ReturnRecord): string | null {
  const wanted = new Set(record.items.map((item) => refundOf(item, record.order.currency).type));
  const isExchanged = (record.row.additions.exchange?.items ?? []).length > 0;
  const [credit, refund] = [creditOf(record).gt(0), paidBy("refund", record).gt(0)];
  const nothing = !isExchanged && !credit && !refund;
  const outcomes = [
    isExchanged && "exchange",
    (credit || (nothing && wanted.has("store_credit"))) && "credit",
    (refund || (nothing && wanted.has("refund"))) && "refund",
  ];
  return outcomes.filter(Boolean).join("+") || null;
}

type ExchangeItem = NonNullable<NonNullable<ReturnRecord["row"]["additions"]["exchange"]>["items"]>[number];

/** Of one unit of an exchange: before its discount, the discount, the tax. */
export function exchangeUnit({ originalPrice, price }: ExchangeItem) {
  const paid = decimal(price?.amount ?? originalPrice?.amount ?? 0);
  const product = decimal(originalPrice?.amount ?? price?.amount ?? 0);
  const tax = decimal(/^-?\d+(\.\d+)?$/.test(price?.tax ?? "") ? (price?.tax ?? 0) : 0);
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
