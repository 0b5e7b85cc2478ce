import { minorOf } from "../../../lib/money.ts";
import { exchangeMoney } from "../../returns/money/exchange-money.ts";
import { itemWorth } from "../../returns/money/item-worth.ts";
import type { OrderWorth } from "../../returns/money/order-worth.ts";
import { feeOf, refundKind, refundOf, totalsOf } from "../../returns/money/refund.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { minorText } from "../formats.ts";

/** Returns the amounts and the outcome of a return, as the list and the details show them. */
export function moneyView(record: ReturnRecord, worth: OrderWorth) {
  const { order, row } = record;
  const { price, discount, net, tax, fee, refund, credit, exchange, charge, kinds } = sumsOf(record, worth);
  const exchanged = exchangeMoney(row.additions, worth.digits);
  const text = (minor: bigint) => minorText(minor, order.currency);
  const isExchanged = (row.additions.exchange?.items ?? []).length > 0;
  return {
    total: text(net + tax),
    returned: {
      return_product_total: text(price),
      return_discount_total: text(discount),
      return_tax_total: text(tax),
      return_total: text(net + tax),
      return_credit_total: text(0n),
    },
    exchanged: {
      exchange_product_total: text(exchanged.product),
      exchange_discount_total: text(exchanged.discount),
      exchange_tax_total: text(exchanged.tax),
      exchange_total: text(exchanged.total),
      exchange_credit_total: text(0n),
    },
    exchange: isExchanged ? text(exchanged.total) : text(exchange),
    gift_card: text(credit),
    refund: text(refund),
    handling_fee: text(fee),
    upsell: text(charge),
    outcome: outcomeOf(kinds, {
      ...{ isExchanged: isExchanged || exchange > 0n },
      ...{ isCredited: credit > 0n, isRefunded: refund > 0n },
    }),
  };
}

/** Returns the sums of a return in smallest units. Issued gift cards replace store credit. */
function sumsOf(record: ReturnRecord, worth: OrderWorth) {
  const { row, items, order } = record;
  const { digits } = worth;
  const sums = { price: 0n, discount: 0n, net: 0n, tax: 0n, fee: 0n };
  const amounts = { refund: 0n, store_credit: 0n, exchange: 0n };
  const kinds = new Set<string>();
  const refunds: { refund: ReturnType<typeof refundOf> }[] = [];
  for (const item of items) {
    const refund = refundOf(item, order.currency);
    const { type, amount } = refund;
    refunds.push({ refund });
    const kind = refundKind(type);
    kinds.add(kind);
    amounts[kind] += minorOf(amount.amount, digits);
    const { price, discount, net, tax } = itemWorth(item, worth);
    sums.price += price;
    sums.discount += discount;
    sums.net += net;
    sums.tax += tax;
    sums.fee += feeOf(item, digits);
  }
  const { charge } = totalsOf(refunds, record, order.currency);
  const issued = row.additions.giftCards ?? [];
  const cards = issued.reduce((sum, { amount }) => sum + minorOf(amount.amount, digits), 0n);
  const { refund, exchange } = amounts;
  return {
    ...{ ...sums, refund, exchange, kinds },
    charge: minorOf(charge.amount.amount, digits),
    credit: issued.length === 0 ? amounts.store_credit : cards,
  };
}

type Settlement = { isExchanged: boolean; isCredited: boolean; isRefunded: boolean };

/** Returns the compensations joined by `+`; for a return without value, the requested ones. */
function outcomeOf(kinds: Set<string>, { isExchanged, isCredited, isRefunded }: Settlement): string | null {
  const hasNoValue = !isExchanged && !isCredited && !isRefunded;
  const outcomes = [
    (isExchanged || (hasNoValue && kinds.has("exchange"))) && "exchange",
    (isCredited || (hasNoValue && kinds.has("store_credit"))) && "credit",
    (isRefunded || (hasNoValue && kinds.has("refund"))) && "refund",
  ];
  return outcomes.filter(Boolean).join("+") || null;
}
