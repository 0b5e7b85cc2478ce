import { amountOf, minorDigits, minorOf, powerOfTen } from "../../../lib/money.ts";
import { invalid } from "../../../lib/problem.ts";
import { agreed, shared, sumOfAll } from "./agree.ts";
import type { WooCharge, WooLine, WooOrder } from "./schema.ts";

/** WooCommerce computes with six decimals, and shows what the shop has set. */
export const DECIMALS = 6;

/**
 * What a line, a fee or the shipping costs after its discount, in millionths: with its tax where the shop's prices include
 * it, as the customer has seen them, else without.
 */
export type Amounts = { cost: bigint; discount: bigint; tax: bigint };

/** The amounts of an order, which add up to its own totals. */
export type OrderAmounts = {
  lines: Amounts[];
  fees: Amounts[];
  shipping: Amounts[];
  /** What is taken off the order: fees and lines below zero, gift cards and whatever else lowers the total alone. */
  deducted: bigint;
  /** What the total is above all that the order names. */
  other: bigint;
};

/**
 * Returns the amounts of an order. The order's own totals count: what its lines show is rounded each by itself, so the
 * largest takes the rest. Throws 400 for totals below zero.
 */
export function amountsOf(order: WooOrder): OrderAmounts {
  const digits = minorDigits(order.currency);
  const inUnits = (value: Decimal) => minorIn(value, digits) * powerOfTen(DECIMALS - digits);
  const [total, taxed] = [inUnits(order.total), inUnits(order.total_tax)];
  if (total < 0n) throw invalid({ detail: "The total of the order is below zero.", pointer: "/total" });
  // Gift cards can pay for the tax too, which the order's total_tax goes on showing.
  const tax = taxed < 0n ? 0n : lesser(taxed, total);

  const unit = powerOfTen(DECIMALS - Math.min(shownDecimals(order.total), digits, DECIMALS));
  const isTaxIncluded = order.prices_include_tax === true;
  const charge = (each: WooCharge | WooLine) => chargeOf(each, { unit, isTaxIncluded });
  const lines = order.line_items.map(charge);
  const fees = (order.fee_lines ?? []).map(charge);
  const shipping = (order.shipping_lines ?? []).map(charge);
  const goods = [...lines, ...fees];
  const slack = unit * BigInt(goods.length + shipping.length);

  const costs = costsOf({ goods, shipping, target: isTaxIncluded ? total : total - tax, slack });
  const taxes = taxesOf({ goods, shipping, target: tax, slack });
  const discounts = discountsOf(order, goods, slack);
  const amounts = goods.map((_, i) => ({
    ...{ cost: costs.goods[i] ?? 0n, tax: taxes.goods[i] ?? 0n, discount: discounts[i] ?? 0n },
  }));
  return {
    lines: amounts.slice(0, lines.length),
    fees: amounts.slice(lines.length),
    shipping: shipping.map(({ cost }, i) => ({
      cost: cost.shown,
      discount: 0n,
      tax: taxes.shipping[i] ?? 0n,
    })),
    deducted: costs.deducted,
    other: costs.other,
  };
}

/** An amount as it is shown, and as WooCommerce computed with it where the order says so. */
type Figure = { shown: bigint; exact: bigint };
type Charge = { cost: Figure; tax: Figure; deducted: bigint; discount: bigint };
type Decimal = WooOrder["total_tax"];
type Goods = { goods: Charge[]; shipping: Charge[]; target: bigint; slack: bigint };

function chargeOf(
  charge: WooCharge | WooLine,
  { unit, isTaxIncluded }: { unit: bigint; isTaxIncluded: boolean },
): Charge {
  const [total, tax] = [millionths(charge.total), millionths(charge.total_tax)];
  const exactTax = sumOfAll((charge.taxes ?? []).map((rate) => millionths(rate.total)));
  const figures = {
    net: figureOf(total, "price" in charge ? exactOf(charge) : total, unit),
    tax: figureOf(tax, exactTax, unit),
  };
  const shown = isTaxIncluded ? total + tax : total;
  const before = "subtotal" in charge ? beforeDiscount(charge, isTaxIncluded) : shown;
  return {
    cost: isTaxIncluded && shown > 0n ? added(figures.net, figures.tax) : figures.net,
    tax: figures.tax,
    deducted: shown < 0n ? -shown : 0n,
    discount: before > shown && shown >= 0n ? before - shown : 0n,
  };
}

function beforeDiscount({ subtotal, subtotal_tax: tax }: WooLine, isTaxIncluded: boolean): bigint {
  return isTaxIncluded ? millionths(subtotal) + millionths(tax) : millionths(subtotal);
}

function added(a: Figure, b: Figure): Figure {
  return { shown: a.shown + b.shown, exact: a.exact + b.exact };
}

function figureOf(shown: bigint, exact: bigint, unit: bigint): Figure {
  if (shown <= 0n) return { shown: 0n, exact: 0n };
  const difference = exact > shown ? exact - shown : shown - exact;
  return { shown, exact: difference <= unit ? exact : shown };
}

const PRICE_DECIMALS = 12;

/** The price of one piece is shown unrounded. */
function exactOf({ price, quantity, total }: WooLine): bigint {
  if (price === undefined || price === null || !Number.isSafeInteger(quantity)) return millionths(total);
  const exact = minorIn(price, PRICE_DECIMALS) * BigInt(quantity);
  const one = powerOfTen(PRICE_DECIMALS - DECIMALS);
  return (exact + one / 2n) / one;
}

/** Returns what the goods cost, so that all together is the target; what no rounding explains stands by itself. */
function costsOf({ goods, shipping, target, slack }: Goods) {
  const all = [...goods, ...shipping];
  const deducted = sumOfAll(all.map((charge) => charge.deducted));
  const shipped = sumOfAll(shipping.map(({ cost }) => cost.shown));
  const costs = goods.map(({ cost }) => cost);
  const shown = costs.map((cost) => cost.shown);
  const rest = target + deducted - shipped - sumOfAll(shown);
  if (rest < -slack) return { goods: shown, deducted: deducted - rest, other: 0n };
  if (rest > slack) return { goods: shown, deducted, other: rest };
  const wanted = target + deducted - shipped;
  const fits = costs.length > 0 && wanted >= 0n;
  if (fits) return { goods: agreed(costs, wanted), deducted, other: 0n };
  return { goods: shown, deducted: rest < 0n ? deducted - rest : deducted, other: rest > 0n ? rest : 0n };
}

/** Returns the taxes: those of the shipping as they are shown, the rest on the goods. Fees below zero lower it. */
function taxesOf({ goods, shipping, target, slack }: Goods) {
  const ofGoods = goods.map(({ tax }) => tax);
  const ofShipping = shipping.map(({ tax }) => tax.shown);
  const wanted = target - sumOfAll(ofShipping);
  if (wanted < 0n || (wanted > 0n && goods.length === 0)) {
    const all = shared([...ofGoods.map(({ shown }) => shown), ...ofShipping], target);
    return { goods: all.slice(0, goods.length), shipping: all.slice(goods.length) };
  }
  const rest = wanted - sumOfAll(ofGoods.map(({ shown }) => shown));
  if (rest <= slack && rest >= -slack) return { goods: agreed(ofGoods, wanted), shipping: ofShipping };
  const hasTaxes = ofGoods.some(({ shown }) => shown > 0n);
  const weights = goods.map(({ cost, tax }) => (hasTaxes ? tax.shown : cost.shown));
  return { goods: shared(weights, wanted), shipping: ofShipping };
}

function discountsOf(order: WooOrder, goods: Charge[], slack: bigint): bigint[] {
  const { discount_total: named, discount_tax: tax, prices_include_tax: isTaxIncluded } = order;
  const discounts = goods.map(({ discount }) => ({ shown: discount, exact: discount }));
  const wanted = millionths(named) + (isTaxIncluded ? millionths(tax) : 0n);
  const rest = wanted - sumOfAll(discounts.map(({ shown }) => shown));
  if (rest > slack || rest < -slack || discounts.length === 0) return discounts.map(({ shown }) => shown);
  return agreed(discounts, wanted);
}

/** Amounts are shown with as many decimals as the shop has set. */
function shownDecimals(total: WooOrder["total"]): number {
  return String(total).split(".")[1]?.length ?? 0;
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns a decimal of the order in millionths. */
export function millionths(value: Decimal): bigint {
  return minorIn(value, DECIMALS);
}

function minorIn(value: Decimal, decimals: number): bigint {
  const hasExponent = typeof value === "string" && /e/i.test(value);
  return minorOf(hasExponent ? Number(value) : value || 0, decimals);
}

/** Returns millionths as a decimal without zeros at its end. */
export function decimalOf(amount: bigint): string {
  return amountOf(amount, DECIMALS).replace(/\.?0+$/, "");
}
