import { divideHalfUp } from "../../../lib/money.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Reader } from "./exact-money.ts";
import { idOf } from "./id.ts";
import type { ShopifyLine, ShopifyOrder, ShopifyTax } from "./order-schema.ts";
import { type Removal, removedUnits, within } from "./removed-units.ts";

/** What a line or shipping costs; its price and discount include the tax where the order's do. */
type Charge = { price: bigint; quantity: number; discount: bigint; tax: bigint };

export type LineCharge = Charge & { line: ShopifyLine; id: string };
export type ShippingCharge = Charge & { id: string; title: string; code: string | null };

/** What an order costs after its edits. `removed` is what was taken off by these. */
export type Charges = { lines: LineCharge[]; shipping: ShippingCharge[]; removed: bigint };

/**
 * Returns what the lines and shipping of an order cost, so that they add up to the file's own `total_price` and
 * `total_tax`. Throws 400 where they don't. How the file is read:
 *
 * - Duties, additional fees, and a tip that is no line, are charges like shipping: no unit that comes back is worth them.
 * - What `total_tax` differs from the tax of lines and shipping, by rounding or because only the order names it, is spread
 *   over them.
 * - Shipping that was removed from the order doesn't count, nor do units that were removed by an edit.
 */
export function chargesOf(order: ShopifyOrder, reader: Reader): Charges {
  const removals = removedUnits(order, reader);
  const units = { worth: 0n, tax: 0n };
  const lines = order.line_items.map((line, i) => {
    const charge = chargeOfLine(line, `/line_items/${i}`, reader);
    const given = removals.get(charge.id);
    if (!given) return charge;
    const removal = within(given, line, { price: charge.price, worth: worthOf(charge) });
    units.worth += removal.worth;
    units.tax += removal.tax;
    return without(charge, removal);
  });
  const { kept, removed: removedShipping } = shippingOf(order, reader);
  const shipping = [...kept, ...furtherCharges(order, reader)];
  const reading = readTotal(order, reader, { left: sumOf([...lines, ...shipping]), units, removedShipping });
  if (reading.tip > 0n) shipping.push({ ...further("tip", "Tip", reading.tip), tax: 0n });
  spreadTax([...lines, ...shipping], reading.tax, reader.one);
  const gone = [units, removedShipping];
  const removed = gone.reduce((sum, { worth, tax }) => sum + worth + (order.taxes_included ? 0n : tax), 0n);
  return { lines, shipping, removed };
}

type Sum = { worth: bigint; tax: bigint };
type Sums = { left: Sum; units: Sum; removedShipping: Sum };

/** Returns the tax of what is left of an order, and its tip, if any. Files may or may not count what was removed. */
function readTotal(order: ShopifyOrder, reader: Reader, { left, units, removedShipping }: Sums) {
  const named = left.tax + units.tax;
  const { total_tax_set: set, total_tax: plain } = order;
  const tax = set || plain ? reader.paid(set, plain, "/total_tax") : named;
  const total = reader.paid(order.total_price_set, order.total_price, "/total_price");
  const sum = left.worth + (order.taxes_included ? 0n : tax);
  const readings = [[units], [units, removedShipping], [], [removedShipping]].map((counted) => {
    const more = counted.reduce(
      (all, each) => ({ worth: all.worth + each.worth, tax: all.tax + each.tax }),
      NOTHING,
    );
    return { rest: total - sum - more.worth, tax: tax - more.tax };
  });
  const exact = readings.find(({ rest }) => rest === 0n);
  if (exact) return { tax: exact.tax, tip: 0n };
  const tipped = readings.find(({ rest }) => isTip(order, reader, rest));
  if (tipped) return { tax: tipped.tax, tip: tipped.rest };
  const parts = `lines, shipping, duties and fees${order.taxes_included ? "" : ", with tax,"}`;
  const text = (exact: bigint) => `${reader.text(exact)} ${reader.currency}`;
  const detail = `The order's ${parts} add up to ${text(sum + units.worth)}, and its total_price is ${text(total)}.`;
  throw invalid({ detail, pointer: "/total_price" });
}

const NOTHING: Sum = { worth: 0n, tax: 0n };

function worthOf({ price, quantity, discount }: Charge): bigint {
  const worth = price * BigInt(quantity) - discount;
  return worth > 0n ? worth : 0n;
}

function sumOf(charges: Charge[]): { worth: bigint; tax: bigint } {
  let [worth, tax] = [0n, 0n];
  for (const charge of charges) {
    worth += worthOf(charge);
    tax += charge.tax;
  }
  return { worth, tax };
}

function chargeOfLine(line: ShopifyLine, pointer: string, reader: Reader): LineCharge {
  const price = reader.paid(line.price_set, line.price, `${pointer}/price`);
  const allocations = line.discount_allocations;
  const discount = allocations
    ? sumOfDiscounts(allocations, pointer, reader)
    : reader.maybePaid(line.total_discount_set, line.total_discount, `${pointer}/total_discount`);
  const tax = sumOfTaxes(line.tax_lines, pointer, reader);
  return { line, id: idOf(line.id), price, quantity: line.quantity, discount, tax };
}

function without(charge: LineCharge, removal: Removal): LineCharge {
  const quantity = charge.quantity - removal.units;
  const worth = worthOf(charge) - removal.worth;
  const tax = charge.tax > removal.tax ? charge.tax - removal.tax : 0n;
  return { ...charge, quantity, discount: charge.price * BigInt(quantity) - worth, tax };
}

function shippingOf(
  { shipping_lines }: ShopifyOrder,
  reader: Reader,
): { kept: ShippingCharge[]; removed: Sum } {
  const charges = (shipping_lines ?? []).map((line, i): ShippingCharge & { isRemoved: boolean } => {
    const pointer = `/shipping_lines/${i}`;
    const price = reader.paid(line.price_set, line.price, `${pointer}/price`);
    const { discount_allocations: allocations, discounted_price_set: set, discounted_price: plain } = line;
    const isDiscounted = !allocations && (set || plain);
    const discount = isDiscounted
      ? price - reader.paid(set, plain, `${pointer}/discounted_price`)
      : sumOfDiscounts(allocations ?? [], pointer, reader);
    const tax = sumOfTaxes(line.tax_lines, pointer, reader);
    const id = line.id === undefined || line.id === null ? `shipping-${i + 1}` : idOf(line.id);
    const { title, code, is_removed } = line;
    return {
      id,
      title: title ?? "",
      code: code ?? null,
      price,
      quantity: 1,
      discount,
      tax,
      isRemoved: is_removed === true,
    };
  });
  return {
    kept: charges.filter(({ isRemoved }) => !isRemoved),
    removed: sumOf(charges.filter(({ isRemoved }) => isRemoved)),
  };
}

/** Returns the duties and additional fees, which Shopify charges on top of prices with and without tax. */
function furtherCharges(order: ShopifyOrder, reader: Reader): ShippingCharge[] {
  const isIncluded = order.taxes_included === true;
  let [ofLines, tax] = [0n, 0n];
  for (const [i, { duties }] of order.line_items.entries()) {
    for (const [j, duty] of (duties ?? []).entries()) {
      const pointer = `/line_items/${i}/duties/${j}`;
      ofLines += reader.paid(duty, undefined, pointer);
      tax += sumOfTaxes(duty.tax_lines, pointer, reader);
    }
  }
  const named = order.original_total_duties_set;
  const duties = named ? reader.paid(named, undefined, "/original_total_duties") : ofLines;
  const fees = reader.maybePaid(
    order.original_total_additional_fees_set,
    undefined,
    "/original_total_additional_fees",
  );
  return [
    ...(duties > 0n ? [{ ...further("duties", "Duties", duties + (isIncluded ? tax : 0n)), tax }] : []),
    ...(fees > 0n ? [{ ...further("fees", "Additional fees", fees), tax: 0n }] : []),
  ];
}

function further(id: string, title: string, price: bigint) {
  return { id, title, code: null, price, quantity: 1, discount: 0n };
}

/** Whether this much is the tip of an order: a file names it in the shop's currency only, and most have it as a line. */
function isTip(order: ShopifyOrder, reader: Reader, rest: bigint): boolean {
  if (rest <= 0n || order.line_items.some((line) => isTipLine(line))) return false;
  const received = order.total_tip_received;
  if (received === undefined || received === null || Number(received) <= 0) return false;
  const isSameCurrency = reader.currency === order.currency;
  return !isSameCurrency || reader.paid(undefined, received, "/total_tip_received") === rest;
}

/** Shopify names the gateway of tips only; it may be null. */
export function isTipLine(line: ShopifyLine): boolean {
  return line.tip_payment_gateway !== undefined;
}

type Allocation = NonNullable<ShopifyLine["discount_allocations"]>[number];

function sumOfDiscounts(allocations: Allocation[], pointer: string, reader: Reader): bigint {
  const amounts = allocations.map(({ amount_set, amount }, i) =>
    reader.paid(amount_set, amount, `${pointer}/discount_allocations/${i}/amount`),
  );
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function sumOfTaxes(taxes: ShopifyTax[] | null | undefined, pointer: string, reader: Reader): bigint {
  const amounts = (taxes ?? []).map(({ price_set, price }, i) =>
    reader.paid(price_set, price, `${pointer}/tax_lines/${i}/price`),
  );
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** Makes the taxes of charges add up to a total: by what they name, or by what they cost where none names any. */
function spreadTax(charges: Charge[], total: bigint, one: bigint): void {
  const { worth, tax: named } = sumOf(charges);
  const missing = total - named;
  if (missing === 0n) return;
  const weights = named > 0n ? named : worth;
  if (weights === 0n)
    throw invalid({ detail: "The order has tax, and nothing that costs.", pointer: "/total_tax" });
  const size = missing < 0n ? -missing : missing;
  let [weight, given] = [0n, 0n];
  for (const charge of charges) {
    weight += named > 0n ? charge.tax : worthOf(charge);
    const upTo = weight === weights ? size : divideHalfUp(size * weight, weights * one) * one;
    charge.tax += missing < 0n ? given - upTo : upTo - given;
    given = upTo;
  }
}
