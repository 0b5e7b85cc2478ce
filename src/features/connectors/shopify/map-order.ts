import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import { requireNoFaults } from "../../../lib/problem.ts";
import type { ShippingLine, ShopFulfillment, ShopLine } from "../../orders/upsert/line-schema.ts";
import type { CancelReason } from "../../orders/upsert/refund-schema.ts";
import type { ShopOrder } from "../../orders/upsert/schema.ts";
import { chargesOf, isTipLine, type LineCharge, type ShippingCharge } from "./charges.ts";
import { createReader, type Reader } from "./exact-money.ts";
import { idOf } from "./id.ts";
import { type ShopifyAddress, type ShopifyFulfillment, ShopifyOrder } from "./order-schema.ts";
import { refundsOf } from "./refunds.ts";
import { sentFulfillments } from "./removed-units.ts";

let check: TypeCheck<typeof ShopifyOrder> | undefined;

/**
 * Returns an order as Shopify's webhooks and its REST Admin API send it, as the service takes it. Its totals are those of
 * the file, in the currency that the customer paid in. Throws 400 for a file that isn't such an order, or whose total
 * isn't what its parts add up to: what, and where.
 */
export function mapOrder(json: unknown): ShopOrder {
  const order = requireOrder(json);
  const reader = createReader(order);
  const { lines, shipping, removed } = chargesOf(order, reader);
  const isTaxIncluded = order.taxes_included === true;
  const left = new Set(lines.filter(({ quantity }) => quantity > 0).map(({ id }) => id));
  const { cancelled_at: cancelledAt, cancel_reason: reason } = order;
  return {
    id: idOf(order.id),
    type: "order",
    createdAt: order.created_at,
    updatedAt: order.updated_at,
    presentmentCurrency: reader.currency,
    shopCurrency: order.currency,
    taxesIncluded: isTaxIncluded,
    salesChannel: order.source_name ?? null,
    customer: customerOf(order),
    lineItems: lines.map((charge) => lineOf(charge, reader)),
    orderDiscounts: [],
    shippingLines: shipping.map((charge) => shippingLineOf(charge, reader)),
    fulfillments: sentFulfillments(order).map((each) => parcelOf(each, left)),
    shippingAddress: placeOf(
      order.shipping_address ?? order.billing_address ?? order.customer?.default_address,
    ),
    billingAddress: order.billing_address ? addressOf(order.billing_address) : null,
    tags: (order.tags ?? "")
      .split(",")
      .flatMap((tag) => tag.trim() || [])
      .slice(0, MAX_TAGS),
    cancelledAt: cancelledAt ?? null,
    cancelReason: cancelledAt ? reasonOf(reason) : null,
    refunds: refundsOf(order, { reader, lines: left, isTaxIncluded, removed }),
  };
}

const MAX_TAGS = 250;

function requireOrder(json: unknown): ShopifyOrder {
  registerFormats();
  check ??= TypeCompiler.Compile(ShopifyOrder);
  if (!check.Check(json)) requireNoFaults(validationErrorsOf(check.Errors(json), "body"));
  return json as ShopifyOrder;
}

function customerOf({ customer, ...order }: ShopifyOrder): ShopOrder["customer"] {
  const { id } = customer ?? {};
  const address = order.billing_address ?? order.shipping_address;
  return {
    email: order.email || order.contact_email || customer?.email || "",
    phone: order.phone || customer?.phone || null,
    ...(id !== undefined && id !== null && { id: idOf(id) }),
    firstName: customer?.first_name ?? address?.first_name ?? "",
    lastName: customer?.last_name ?? address?.last_name ?? "",
  };
}

function lineOf({ line, id, price, quantity, discount, tax }: LineCharge, reader: Reader): ShopLine {
  const current = isTipLine(line) ? 0 : (line.current_quantity ?? quantity);
  return {
    id,
    quantity,
    priceSet: reader.set(price),
    ...(current < quantity && { returnableQuantity: current }),
    title: line.title ?? "",
    ...variantOf(line),
    productId: textOf(line.product_id) ?? "",
    variantId: textOf(line.variant_id),
    sku: line.sku ?? "",
    ...(line.gift_card && { tags: ["gift_card"] }),
    ...charged(discount, tax, reader),
  };
}

function variantOf({ title, name }: LineCharge["line"]): { variantTitle?: string } {
  const before = `${title} - `;
  return title && name?.startsWith(before) ? { variantTitle: name.slice(before.length) } : {};
}

function shippingLineOf(charge: ShippingCharge, reader: Reader): ShippingLine {
  const { id, title, code, price, discount, tax } = charge;
  return { id, title, code, priceSet: reader.set(price), ...charged(discount, tax, reader) };
}

function charged(discount: bigint, tax: bigint, reader: Reader) {
  return {
    discounts: discount > 0n ? [{ amountSet: reader.set(discount), discountId: "discounts" }] : [],
    taxLines: tax > 0n ? [{ priceSet: reader.set(tax) }] : [],
  };
}

/** Shopify says when a parcel was delivered only by its last change. */
function parcelOf(fulfillment: ShopifyFulfillment, left: ReadonlySet<string>): ShopFulfillment {
  const { tracking_company: carrier, tracking_number: number, tracking_numbers: numbers } = fulfillment;
  const all = numbers?.length ? numbers : number ? [number] : [];
  return {
    id: idOf(fulfillment.id),
    trackingNumbers: all.map((trackingNumber) => ({ carrier: carrier ?? null, trackingNumber })),
    trackingUrls: fulfillment.tracking_urls ?? [],
    lineItems: (fulfillment.line_items ?? []).flatMap(({ id, quantity }) =>
      left.has(idOf(id)) ? { id: idOf(id), quantity } : [],
    ),
    shippingDate: fulfillment.created_at ?? null,
    deliveryDate: fulfillment.shipment_status === "delivered" ? (fulfillment.updated_at ?? null) : null,
  };
}

function addressOf(address: ShopifyAddress) {
  return {
    address1: address.address1 ?? null,
    address2: address.address2 ?? null,
    city: address.city ?? null,
    company: address.company ?? null,
    firstName: address.first_name ?? null,
    lastName: address.last_name ?? null,
    provinceCode: address.province_code ?? null,
    zip: address.zip ?? null,
    countryCode: address.country_code ?? null,
    phone: address.phone ?? null,
  };
}

/** Where an order is shipped to; empty strings for what is missing, as in an order without shipping. */
function placeOf(address: ShopifyAddress | null | undefined): ShopOrder["shippingAddress"] {
  const { address1, city, provinceCode, zip, countryCode, ...rest } = addressOf(address ?? {});
  return {
    ...rest,
    address1: address1 ?? "",
    city: city ?? "",
    provinceCode: provinceCode ?? "",
    zip: zip ?? "",
    countryCode: countryCode ?? "",
  };
}

const REASONS: readonly string[] = ["customer", "fraud", "inventory", "declined", "other", "staff"];

function reasonOf(reason: string | null | undefined): CancelReason {
  const isKnown = (text: string): text is CancelReason => REASONS.includes(text);
  return reason && isKnown(reason) ? reason : "other";
}

function textOf(id: string | number | null | undefined): string | null {
  return id === undefined || id === null ? null : idOf(id);
}
