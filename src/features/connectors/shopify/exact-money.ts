import { isDecimal } from "../../../lib/decimal-text.ts";
import { amountOf, divideHalfUp, minorDigits, minorOf, powerOfTen } from "../../../lib/money.ts";
import type { Fault } from "../../../lib/problem.ts";
import { invalid } from "../../../lib/problem.ts";
import type { MoneySet } from "../../orders/upsert/money-schema.ts";
import type { ShopifyMoney, ShopifyOrder } from "./order-schema.ts";

/** So many decimals are computed with, more than any currency has. */
const DECIMALS = 6;

type Plain = string | number | null | undefined;

/** Reads and writes the amounts of an order in the currency that its customer paid in, as whole millionths. */
export type Reader = {
  currency: string;
  /** The currency's smallest unit. */
  one: bigint;
  /** Returns an amount; `plain` is the same in the shop's currency, which older files have alone. Throws 400. */
  paid(set: ShopifyMoney, plain: Plain, pointer: string): bigint;
  /** Like `paid`, and 0 for what is missing. */
  maybePaid(set: ShopifyMoney, plain: Plain, pointer: string): bigint;
  text(exact: bigint): string;
  /** Returns an amount as orders have it. The one in the shop's currency is by the rate of the order's total. */
  set(exact: bigint): MoneySet;
};

export function createReader(order: ShopifyOrder): Reader {
  const currency = order.presentment_currency ?? order.currency;
  const digits = minorDigits(currency);

  function paid(set: ShopifyMoney, plain: Plain, pointer: string): bigint {
    const presentment = set?.presentment_money;
    if (presentment?.amount === undefined || presentment.amount === null) {
      if (currency === order.currency) return exactOf(set?.shop_money?.amount ?? plain, pointer);
      throw invalid({ detail: `${pointer} has no amount in ${currency}.`, pointer: `${pointer}_set` });
    }
    const given = presentment.currency_code ?? currency;
    if (given === currency) return exactOf(presentment.amount, `${pointer}_set/presentment_money/amount`);
    const detail = `An amount is in ${given}, and the order's presentment currency is ${currency}.`;
    throw invalid({ detail, pointer: `${pointer}_set/presentment_money/currency_code` });
  }

  const maybePaid: Reader["paid"] = (set, plain, pointer) => {
    const isMissing = !set && (plain === undefined || plain === null);
    return isMissing ? 0n : paid(set, plain, pointer);
  };
  const rate = rateOf(order, currency);
  const shopDigits = minorDigits(order.currency);
  const inShopCurrency = (exact: bigint) => {
    const one = powerOfTen(DECIMALS - shopDigits);
    return divideHalfUp(exact * rate.shop, rate.paid * one) * one;
  };
  return {
    currency,
    one: powerOfTen(DECIMALS - digits),
    paid,
    maybePaid,
    text: (exact) => textOf(exact, digits),
    set: (exact) => ({
      presentmentMoney: { amount: textOf(exact, digits), currencyCode: currency },
      shopMoney: {
        amount: textOf(currency === order.currency ? exact : inShopCurrency(exact), shopDigits),
        currencyCode: order.currency,
      },
    }),
  };
}

/** Returns a decimal of the file as whole millionths. Throws 400 for what isn't one. */
function exactOf(value: Plain, pointer: string): bigint {
  const text = String(value ?? "");
  const fault = faultOf(text, pointer);
  if (fault) throw invalid(fault);
  return minorOf(text, DECIMALS);
}

function faultOf(text: string, pointer: string): Fault | undefined {
  if (text === "") return { detail: `${pointer} is required.`, pointer };
  if (!isDecimal(text)) return { detail: `${pointer} is not an amount: ${text}.`, pointer };
  const isFine = /^[^.]*(?:\.\d{0,6}0*)?$/.test(text);
  return isFine ? undefined : { detail: `${pointer} has more than ${DECIMALS} decimals: ${text}.`, pointer };
}

/** With the currency's digits, and with more only where the amount has them. */
function textOf(exact: bigint, digits: number): string {
  const [whole = "0", fraction = ""] = amountOf(exact, DECIMALS).split(".");
  const kept = fraction.slice(0, digits) + fraction.slice(digits).replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept}`;
}

/** What the order costs in the shop's currency and in the customer's. */
function rateOf({ total_price_set: total, currency: ofShop }: ShopifyOrder, currency: string) {
  const shop = total?.shop_money?.amount;
  const paid = total?.presentment_money?.amount;
  if (ofShop === currency || !shop || !paid) return { shop: 1n, paid: 1n };
  const pointer = "/total_price_set";
  const rate = { shop: exactOf(shop, pointer), paid: exactOf(paid, pointer) };
  return rate.paid > 0n && rate.shop >= 0n ? rate : { shop: 1n, paid: 1n };
}
