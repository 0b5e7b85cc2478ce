import { parseDateTime } from "../../../lib/date-time.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { invalid, requireNoFaults } from "../../../lib/problem.ts";
import { storableText } from "../../../lib/text.ts";
import type { StoredOrder } from "../schema.ts";
import type { ShopFulfillment, ShopLine } from "./line-schema.ts";
import type { MoneySet } from "./money-schema.ts";
import { type Totals, totalsOfCharges } from "./order-totals.ts";
import type { ShopRefund } from "./refund-schema.ts";
import type { ShopAddress, ShopOrder } from "./schema.ts";
import { faultsOfShopOrder } from "./shop-faults.ts";

/** A parcel as it is stored; of several tracking numbers the first. */
export type SyncedParcel = {
  id: string;
  lineItems: { id: string; quantity: number }[];
  trackingCompany: string | null;
  trackingNumber: string | null;
  fulfilledAt: Date | null;
  deliveredAt: Date | null;
};

/**
 * An order to store. Where the source has no parcels (`undefined`), those that are stored stay, and so does the connector
 * that it came by before.
 */
export type SourceOrder = {
  body: StoredOrder;
  updatedAt: Date | undefined;
  parcels: SyncedParcel[] | undefined;
  connectorId?: string | undefined;
  /** What a file of the shop calls lines, by their ids, where that isn't their title. */
  lineNames?: ReadonlyMap<string, string>;
  /** It is of a file, which is never newer than what a connector has read at the same time of change. */
  isOfFile?: true;
  /** The shop has it so now: a stored one of a later time is newer only if that time isn't ahead of the clock. */
  isRead?: true;
  /** A parcel that was delivered before was so then, whatever later time it has. */
  saysDeliveryLate?: true;
  /** It is never newer than what is stored of the same time of change. */
  losesTies?: true;
  /** Of a file whose ids other shops have too: how exactly it says when the order was created, by which its shop is known. */
  createdWithinMs?: number | undefined;
};

/**
 * Returns a shop's order as it is stored: in its presentment currency, with its totals. Throws 400 for what its schema
 * doesn't rule out.
 */
export function orderFromShop(order: ShopOrder): SourceOrder {
  requireNoFaults(faultsOfShopOrder(order));
  const lines = order.lineItems.filter(({ quantity }) => quantity > 0);
  const totals = totalsOf(order, lines);
  const { id, phone, ...person } = order.customer;
  const body: StoredOrder = {
    orderId: order.id,
    createdAt: instantText(order.createdAt),
    lineItems: lines.map((line, i) => lineOf(line, totals.lines[i])),
    customer: {
      ...omitNullish({ id }),
      email: person.email,
      ...omitNullish({ phoneNumber: phone }),
      firstName: person.firstName,
      lastName: person.lastName,
    },
    shipping: shippingOf(order, totals.shipping),
    totalPrice: totals.totalPrice,
    subtotalPrice: totals.subtotalPrice,
    totalTax: totals.totalTax,
    totalDiscount: totals.totalDiscount,
    ...(order.billingAddress && { billingAddress: addressOf(order.billingAddress) }),
    tags: order.tags ?? [],
    currencyCode: order.presentmentCurrency,
    ...omitNullish({
      cancelledAt: order.cancelledAt && instantText(order.cancelledAt),
      cancelReason: order.cancelledAt ? order.cancelReason : null,
    }),
    ...(order.refunds?.length && { refunds: order.refunds.map(refundOf) }),
  };
  const known = new Set(lines.map((line) => line.id));
  return {
    body,
    updatedAt: parseDateTime(order.updatedAt),
    parcels: order.fulfillments.map((each) => parcelOf(each, known)),
    lineNames: new Map(
      lines.flatMap(({ id, title, variantTitle }) =>
        variantTitle ? [[id, `${title} - ${variantTitle}`] as const] : [],
      ),
    ),
  };
}

function totalsOf(order: ShopOrder, lines: ShopLine[]): Totals {
  try {
    return totalsOfCharges({
      currency: order.presentmentCurrency,
      isTaxIncluded: order.taxesIncluded === true,
      lines: lines.map((line) => ({ ...chargesOf(line), quantity: line.quantity })),
      discounts: order.orderDiscounts.map(({ amountSet }) => paidIn(amountSet)),
      shipping: order.shippingLines.map(chargesOf),
    });
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ detail: error.message, pointer: "/lineItems" });
    throw error;
  }
}

function chargesOf({ priceSet, discounts, taxLines }: Pick<ShopLine, "priceSet" | "discounts" | "taxLines">) {
  return {
    price: paidIn(priceSet),
    discounts: (discounts ?? []).map(({ amountSet }) => paidIn(amountSet)),
    taxes: taxLines?.length ? taxLines.map((tax) => paidIn(tax.priceSet)) : undefined,
  };
}

function paidIn({ presentmentMoney }: MoneySet): string {
  return presentmentMoney.amount;
}

function lineOf(
  line: ShopLine,
  amounts: Totals["lines"][number] | undefined,
): StoredOrder["lineItems"][number] {
  const { price = 0, discount = 0, tax } = amounts ?? {};
  return {
    id: line.id,
    productId: line.productId || null,
    title: line.title,
    ...omitNullish({ variantId: line.variantId }),
    ...(line.sku && { sku: line.sku }),
    ...omitNullish({ imageUrl: line.image }),
    quantity: line.quantity,
    price,
    ...(discount > 0 && { discount }),
    ...(line.tags?.length && { tags: line.tags }),
    ...omitNullish({ tax, returnableQuantity: line.returnableQuantity }),
  };
}

function shippingOf(order: ShopOrder, { cost, tax }: Totals["shipping"]): StoredOrder["shipping"] {
  const titles = new Set(order.shippingLines.map(({ title }) => title).filter(Boolean));
  return {
    ...(titles.size > 0 && { method: storableText([...titles].join(", "), MAX_METHOD_CHARACTERS) }),
    ...(order.shippingLines.length > 0 && { cost }),
    address: addressOf(order.shippingAddress),
    ...omitNullish({ tax }),
  };
}

const MAX_METHOD_CHARACTERS = 10_000;

function addressOf({ address1, address2, city, provinceCode, countryCode, zip }: ShopAddress) {
  return omitNullish({
    ...{ address1, address2, city },
    ...{ province: provinceCode, country: countryCode, postalCode: zip },
  });
}

/** Only the fields of the schema: what else a file has is left out. */
function refundOf(refund: ShopRefund): ShopRefund {
  const { id, note, lineItems, shippingRefunds, orderLevelRefunds } = refund;
  return {
    id,
    createdAt: instantText(refund.createdAt),
    ...omitNullish({ note }),
    ...(lineItems?.length && {
      lineItems: lineItems.map(({ lineItemId, quantity, subtotalSet, totalTaxSet }) => ({
        ...{ lineItemId, quantity },
        ...{ subtotalSet: moneySetOf(subtotalSet), totalTaxSet: moneySetOf(totalTaxSet) },
      })),
    }),
    ...(shippingRefunds?.length && { shippingRefunds: shippingRefunds.map(refundedOf) }),
    ...(orderLevelRefunds?.length && { orderLevelRefunds: orderLevelRefunds.map(refundedOf) }),
  };
}

function refundedOf({
  amountSet,
  taxAmountSet,
  reason,
}: NonNullable<ShopRefund["orderLevelRefunds"]>[number]) {
  return {
    amountSet: moneySetOf(amountSet),
    ...(taxAmountSet && { taxAmountSet: moneySetOf(taxAmountSet) }),
    ...omitNullish({ reason }),
  };
}

function moneySetOf({ presentmentMoney, shopMoney }: MoneySet): MoneySet {
  const moneyOf = ({ amount, currencyCode }: MoneySet["shopMoney"]) => ({ amount, currencyCode });
  return { presentmentMoney: moneyOf(presentmentMoney), shopMoney: moneyOf(shopMoney) };
}

function parcelOf(fulfillment: ShopFulfillment, known: ReadonlySet<string>): SyncedParcel {
  const tracking = fulfillment.trackingNumbers ?? [];
  return {
    id: fulfillment.id,
    lineItems: fulfillment.lineItems.flatMap(({ id, quantity }) =>
      quantity > 0 && known.has(id) ? { id, quantity } : [],
    ),
    trackingCompany: tracking[0]?.carrier ?? null,
    trackingNumber: tracking[0]?.trackingNumber || null,
    fulfilledAt: dateOf(fulfillment.shippingDate),
    deliveredAt: dateOf(fulfillment.deliveryDate),
  };
}

/** A day begins at midnight in UTC. */
function dateOf(text: string | null | undefined): Date | null {
  if (!text) return null;
  return parseDateTime(text.length === DAY_CHARACTERS ? `${text}T00:00:00Z` : text) ?? null;
}

const DAY_CHARACTERS = 10;

/** Returns the one text of an instant. */
function instantText(text: string): string {
  return parseDateTime(text)?.toISOString() ?? text;
}
