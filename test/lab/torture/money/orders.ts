import { DIGITS } from "../../../support/money-model.ts";
import type { PlainOrder } from "../../../support/order-money-model.ts";
import type { Random } from "../random.ts";

export type GeneratedOrder = { currency: string; order: PlainOrder };

const CURRENCIES = ["JPY", "CLP", "USD", "EUR", "EUR", "KWD", "TND"] as const;

/** Returns an order in whole numbers: with discounts and taxes of every kind, and sums that fit, nearly fit, or don't. */
export function generateOrder(random: Random): GeneratedOrder {
  const { between, chance } = random;
  const currency = CURRENCIES[between(0, CURRENCIES.length - 1)] ?? "EUR";
  const isFine = chance(0.15);
  const tenths = (most: number) => BigInt(isFine ? between(0, most * 10) : 10 * between(0, most));
  const priceLimit = [3, 50, 9_999, 999_999][between(0, 3)] ?? 50;
  const lines = Array.from({ length: chance(0.05) ? between(10, 40) : between(1, 4) }, () => {
    const quantity = chance(0.05) ? between(20, 60) : between(1, 6);
    const price = chance(0.05) ? null : chance(0.05) ? 0n : tenths(priceLimit);
    const most = Number((price ?? 0n) / 10n) * quantity;
    const discount = chance(0.5) ? null : chance(0.05) ? tenths(2 * most + 10) : tenths(most);
    return { quantity, price, discount };
  });
  const ofLines = lines.reduce((sum, { discount }) => sum + (discount ?? 0n), 0n);
  const worth = lines.reduce((sum, { price, quantity, discount }) => {
    const line = (price ?? 0n) * BigInt(quantity) - (discount ?? 0n);
    return sum + (line > 0n ? line : 0n);
  }, 0n);
  const shipping = chance(0.3) ? null : chance(0.3) ? 0n : tenths(999);
  const discount = discountOf(random, { ofLines, worth, tenths });
  const extra = discount !== null && discount > ofLines ? discount - ofLines : 0n;
  const left = extra < worth ? worth - extra : 0n;
  return {
    currency,
    order: { lines, shipping, discount, ...sumsOf(random, { left, shipping: shipping ?? 0n, tenths }) },
  };
}

type Tenths = (most: number) => bigint;
type Sums = { ofLines: bigint; worth: bigint; tenths: Tenths };

function discountOf({ chance }: Random, { ofLines, worth, tenths }: Sums): bigint | null {
  if (chance(0.3)) return null;
  if (chance(0.2)) return ofLines;
  if (chance(0.1)) return tenths(Number(ofLines / 10n));
  if (chance(0.1)) return ofLines + worth + tenths(500);
  return ofLines + tenths(Number(worth / 10n));
}

function sumsOf(
  random: Random,
  { left, shipping, tenths }: { left: bigint; shipping: bigint; tenths: Tenths },
) {
  const { between, chance } = random;
  const tax = chance(0.15) ? null : chance(0.1) ? 0n : tenths(Math.floor(Number(left) / 40) + 2);
  const given = tax ?? 0n;
  const isIn = chance(0.5);
  const off = () => (chance(0.6) ? 0n : 10n * BigInt(between(-2, 2)));
  const positive = (value: bigint) => (value > 0n ? value : 0n);
  const total = positive((isIn ? left + shipping : left + shipping + given) + off());
  const subtotal = positive((isIn ? left - given : left) + off());
  const kind = between(0, 9);
  if (kind === 0) return { tax, subtotal: null, total: null };
  if (kind === 1) return { tax, subtotal, total: null };
  if (kind === 2) return { tax, subtotal: null, total };
  // What shops send whose subtotals have the tax, and what fits nothing.
  if (kind === 3) return { tax, subtotal: left, total };
  if (kind === 4) return { tax, subtotal: tenths(9_999), total: chance(0.5) ? tenths(9_999) : null };
  return { tax, subtotal, total };
}

/** Returns an amount of an order as the JSON number that a client sends. */
function numberOf(tenths: bigint | null, currency: string): number | null {
  const digits = DIGITS[currency as keyof typeof DIGITS];
  return tenths === null ? null : Number(`${tenths}e-${digits + 1}`);
}

/** Returns the body that creates the order. */
export function bodyOf({ currency, order }: GeneratedOrder, orderId: string) {
  const number = (tenths: bigint | null) => numberOf(tenths, currency);
  return {
    orderId,
    createdAt: "2026-03-01T10:00:00.000Z",
    lineItems: order.lines.map(({ quantity, price, discount }, i) => ({
      ...{ id: String(i), productId: "p", title: "P", quantity },
      ...{ price: number(price), discount: number(discount) },
    })),
    shipping: order.shipping === null ? null : { cost: number(order.shipping) },
    totalDiscount: number(order.discount),
    totalTax: number(order.tax),
    subtotalPrice: number(order.subtotal),
    totalPrice: number(order.total),
    currencyCode: currency,
  };
}
