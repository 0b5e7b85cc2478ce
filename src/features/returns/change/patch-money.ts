import { isDecimal } from "../../../lib/decimal-text.ts";
import { type Money, minorDigits, minorOf, money } from "../../../lib/money.ts";
import { type Fault, requireNoFaults } from "../../../lib/problem.ts";
import type { ReturnPatch } from "../additions-schema.ts";

type Exchange = NonNullable<ReturnPatch["exchange"]>;
type Check = { currency: string; faults: Fault[] };

/**
 * Returns a patch whose amounts have the digits of the order's currency. Throws 400 with each amount that is in another
 * currency, negative, or has more digits.
 */
export function requireOrderMoney(patch: ReturnPatch, currency: string): ReturnPatch {
  const check: Check = { currency, faults: [] };
  const { giftCards, exchange, items } = patch;
  const checked: ReturnPatch = {
    ...patch,
    ...(giftCards && {
      giftCards: giftCards.map((card, i) => ({
        ...card,
        amount: checkedMoney(card.amount, `/giftCards/${i}/amount`, check),
      })),
    }),
    ...(exchange && { exchange: checkedExchange(exchange, check) }),
    ...(items && {
      items: items.map((item, i) => {
        if (!item.refund) return item;
        const amount = checkedMoney(item.refund.amount, `/items/${i}/refund/amount`, check);
        return { ...item, refund: { ...item.refund, amount } };
      }),
    }),
  };
  requireNoFaults(check.faults);
  return checked;
}

/**
 * Returns money at a pointer in smallest units of the order's currency. Throws 400 if it is in another currency, negative, or
 * has more digits.
 */
export function requireAmount(given: Money, pointer: string, currency: string): bigint {
  const check: Check = { currency, faults: [] };
  const { amount } = checkedMoney(given, pointer, check);
  requireNoFaults(check.faults);
  return minorOf(amount, minorDigits(currency));
}

function checkedExchange(exchange: Exchange, check: Check): Exchange {
  const { items, totalTax } = exchange;
  return {
    ...exchange,
    ...(totalTax && { totalTax: checkedMoney(totalTax, "/exchange/totalTax", check) }),
    ...(items && {
      items: items.map((item, i) => {
        const { originalPrice, price } = item;
        const pointer = `/exchange/items/${i}`;
        return {
          ...item,
          ...(originalPrice && {
            originalPrice: checkedMoney(originalPrice, `${pointer}/originalPrice`, check),
          }),
          ...(price && { price: checkedPrice(price, `${pointer}/price`, check) }),
        };
      }),
    }),
  };
}

type Price = Money & { tax?: string };

function checkedPrice({ tax, ...price }: Price, pointer: string, check: Check): Price {
  const checked = checkedMoney(price, pointer, check);
  return tax === undefined ? checked : { ...checked, tax: checkedAmount(tax, `${pointer}/tax`, check) };
}

function checkedMoney({ amount, currency }: Money, pointer: string, check: Check): Money {
  if (currency !== check.currency) {
    const detail = `The amount must be in ${check.currency}, the currency of the order.`;
    check.faults.push({ detail, pointer: `${pointer}/currency` });
    return { amount, currency };
  }
  return { amount: checkedAmount(amount, `${pointer}/amount`, check), currency };
}

function checkedAmount(amount: string, pointer: string, { currency, faults }: Check): string {
  const digits = minorDigits(currency);
  const fraction = amount.split(".")[1] ?? "";
  if (isDecimal(amount) && !amount.startsWith("-") && fraction.length <= digits) {
    return money(amount, currency).amount;
  }
  const decimals = digits === 0 ? "a whole number" : `a decimal with at most ${digits} decimal places`;
  faults.push({ detail: `The amount must be ${decimals}, and not negative.`, pointer });
  return amount;
}
