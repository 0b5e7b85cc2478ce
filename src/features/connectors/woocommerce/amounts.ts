import { amountOf, minorOf, powerOfTen } from "../../../lib/minor-units.ts";
import { minorDigits } from "../../../lib/money.ts";
import { invalid } from "../../../lib/problem.ts";
import { agreed, shared, sumOfAll } from "./agree.ts";
import type { WooCharge, WooLine, WooOrder } from "./schema.ts";

/** WooCommerce computes with six decimals, and shows what the shop has set. */
export const DECIMALS = 6;

/** What a line, a fee or the shipping costs without tax and after its discount, in millionths. */
export type Amounts = { net: bigint; discount: bigint; tax: bigint };

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
  const lines = order.line_items.map((line) => chargeOf(line, unit));
  const fees = (order.fee_lines ?? []).map((fee) => chargeOf(fee, unit));
  const shipping = (order.shipping_lines ?? []).map((line) => chargeOf(line, unit));
  const goods = [...lines, ...fees];
  const slack = unit * BigInt(goods.length + shipping.length);

  const nets = netsOf({ goods, shipping, target: total - tax, slack });
  const taxes = taxesOf({ goods, shipping, target: tax, slack });
  const discounts = discountsOf(order, goods, slack);
  const amounts = goods.map((_, i) => ({
    ...{ net: nets.goods[i] ?? 0n, tax: taxes.goods[i] ?? 0n, discount: discounts[i] ?? 0n },
  }));
  return {
    lines: amounts.slice(0, lines.length),
    fees: amounts.slice(lines.length),
    shipping: shipping.map(({ net }, i) => ({ net: net.shown, discount: 0n, tax: taxes.shipping[i] ?? 0n })),
    deducted: nets.deducted,
    other: nets.other,
  };
}

/** An amount as it is shown, and as WooCommerce computed with it where the order says so. */
type Figure = { shown: bigint; exact: bigint };
type Charge = { net: Figure; tax: Figure; deducted: bigint; discount: bigint };
type Decimal = WooOrder["total_tax"];
type Goods = { goods: Charge[]; shipping: Charge[]; target: bigint; slack: bigint };

function chargeOf(charge: WooCharge | WooLine, unit: bigint): Charge {
  const net = millionths(charge.total);
  const tax = millionths(charge.total_tax);
  const rates = (charge.taxes ?? []).map(({ total }) => millionths(total));
  const discount = "subtotal" in charge ? millionths(charge.subtotal) - net : 0n;
  return {
    net: figureOf(net, "price" in charge ? exactOf(charge) : net, unit),
    tax: figureOf(tax, sumOfAll(rates), unit),
    deducted: net < 0n ? -net : 0n,
    discount: discount > 0n && net >= 0n ? discount : 0n,
  };
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
function netsOf({ goods, shipping, target, slack }: Goods) {
  const all = [...goods, ...shipping];
  const deducted = sumOfAll(all.map((charge) => charge.deducted));
  const shipped = sumOfAll(shipping.map(({ net }) => net.shown));
  const nets = goods.map(({ net }) => net);
  const rest = target + deducted - shipped - sumOfAll(nets.map(({ shown }) => shown));
  const shown = nets.map((net) => net.shown);
  if (rest < -slack) return { goods: shown, deducted: deducted - rest, other: 0n };
  if (rest > slack) return { goods: shown, deducted, other: rest };
  const wanted = target + deducted - shipped;
  const fits = nets.length > 0 && wanted >= 0n;
  if (fits) return { goods: agreed(nets, wanted), deducted, other: 0n };
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
  const weights = goods.map(({ net, tax }) => (hasTaxes ? tax.shown : net.shown));
  return { goods: shared(weights, wanted), shipping: ofShipping };
}

function discountsOf({ discount_total: named }: WooOrder, goods: Charge[], slack: bigint): bigint[] {
  const discounts = goods.map(({ discount }) => ({ shown: discount, exact: discount }));
  const wanted = millionths(named);
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
