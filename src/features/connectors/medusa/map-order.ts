import { checkedInstant } from "../../../lib/date-time.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import type { MoneySet } from "../../orders/upsert/money-schema.ts";
import type { ShopOrder } from "../../orders/upsert/schema.ts";
import { chargesIn, exactOf } from "./charges.ts";
import { parcelsOf } from "./map-parcels.ts";
import { creditsOf, refundsOf } from "./map-refunds.ts";
import type { MedusaAddress, MedusaItem, MedusaOrder, MedusaShipping } from "./order-schema.ts";
import { paymentsOf } from "./payments.ts";
import { readOrder } from "./read-order.ts";
import { isOurs } from "./returns.ts";

type ShopLine = ShopOrder["lineItems"][number];

/**
 * Returns an order of Medusa's admin API as the published operation has it. Everything that was sold is a line, whatever
 * Medusa's own returns and refunds made of the order's total since; the refunds stand beside them. Throws 400 for an
 * order that isn't one.
 */
export function mapOrder(json: unknown): ShopOrder {
  const order = readOrder(json);
  const currency = order.currency_code.toUpperCase();
  const [credits, shipping] = [creditsOf(order), (order.shipping_methods ?? []).filter(isOfOrder)];
  const credit = credits.reduce((sum, line) => sum + exactOf(line), 0n);
  const charges = chargesIn({ ...order, shipping_methods: shipping }, credit);
  const set = (amount: string): MoneySet => {
    const money = { amount, currencyCode: currency };
    return { presentmentMoney: money, shopMoney: money };
  };
  const parts = (
    { discounts, taxes }: { discounts: string[]; taxes: string[] },
    of: MedusaItem | MedusaShipping,
  ) => ({
    discounts: discounts.map((amount, i) => {
      const { id, code, description } = of.adjustments?.[i] ?? {};
      return {
        amountSet: set(amount),
        discountId: id ?? String(i + 1),
        ...omitNullish({ discountTitle: description, discountCode: code }),
      };
    }),
    taxLines: taxes.map((amount, i) => {
      const { rate = 0, code, description } = of.tax_lines?.[i] ?? {};
      return {
        priceSet: set(amount),
        rate: String(rate / 100),
        ...omitNullish({ title: description ?? code }),
      };
    }),
  });
  const returned = returnedElsewhere(order);

  function lineOf(item: MedusaItem): ShopLine {
    const charge = charges.ofItem(item);
    return {
      id: item.id,
      quantity: item.quantity,
      priceSet: set(charge.price),
      ...omitNullish({ returnableQuantity: returnableOf(item, returned.get(item.id) ?? 0, order) }),
      title: item.product_title || item.title || "",
      productId: item.product_id ?? "",
      sku: item.variant_sku ?? "",
      ...omitNullish({ variantId: item.variant_id, variantTitle: item.variant_title, image: imageOf(item) }),
      ...omitNullish({ tags: item.variant?.product?.tags?.map(({ value }) => value) }),
      ...parts(charge, item),
    };
  }

  return {
    ...{ id: order.id, type: "order", createdAt: order.created_at, updatedAt: changedAt(order) },
    ...{ presentmentCurrency: currency, shopCurrency: currency },
    taxesIncluded: charges.taxesIncluded,
    customer: customerOf(order),
    lineItems: order.items.map(lineOf),
    orderDiscounts: credits.map((line) => ({
      amountSet: set(charges.text(exactOf(line))),
      discountId: line.id,
      ...omitNullish({ discountTitle: line.reference }),
    })),
    shippingLines: shipping.map((method) => {
      const charge = charges.ofShipping(method);
      return {
        id: method.id,
        title: method.name ?? "",
        priceSet: set(charge.price),
        ...parts(charge, method),
      };
    }),
    fulfillments: parcelsOf(order),
    shippingAddress: addressOf(order.shipping_address ?? {}),
    ...(order.billing_address && { billingAddress: addressOf(order.billing_address) }),
    ...(order.status === "canceled" && {
      cancelledAt: order.canceled_at ?? order.updated_at,
      cancelReason: "other",
    }),
    refunds: refundsOf(order, (exact) => set(charges.text(exact))),
  };
}

/** Shipping of Medusa's own returns, claims and exchanges was not sold with the order. */
function isOfOrder({ detail }: MedusaShipping): boolean {
  return !(detail?.return_id || detail?.claim_id || detail?.exchange_id);
}

/** Of a cancelled order only what was shipped can come back; of any other all but what came back to Medusa itself. */
function returnableOf({ quantity, detail }: MedusaItem, returned: number, { status }: MedusaOrder) {
  const gone = returned + (detail?.written_off_quantity ?? 0);
  if (status === "canceled") return Math.max(0, Math.min(quantity, detail?.shipped_quantity ?? 0) - gone);
  return gone > 0 ? Math.max(0, quantity - gone) : undefined;
}

/** Returns how many units of each line came, or are to come, back by returns that aren't ours. */
function returnedElsewhere({ items, returns }: MedusaOrder): Map<string, number> {
  const units = new Map(
    items.map(({ id, detail }) => {
      const { return_requested_quantity, return_received_quantity, return_dismissed_quantity } = detail ?? {};
      const all =
        (return_requested_quantity ?? 0) + (return_received_quantity ?? 0) + (return_dismissed_quantity ?? 0);
      return [id, all];
    }),
  );
  for (const each of returns ?? []) {
    if (!isOurs(each) || each.canceled_at) continue;
    for (const { item_id, quantity } of each.items ?? []) {
      if (item_id) units.set(item_id, Math.max(0, (units.get(item_id) ?? 0) - quantity));
    }
  }
  return units;
}

function customerOf({ customer, customer_id, email, shipping_address }: MedusaOrder): ShopOrder["customer"] {
  const phone = customer?.phone || shipping_address?.phone;
  return {
    email: email || customer?.email || "",
    firstName: customer?.first_name || shipping_address?.first_name || "",
    lastName: customer?.last_name || shipping_address?.last_name || "",
    ...(phone && { phone }),
    ...(customer_id && { id: customer_id }),
  };
}

function addressOf(address: MedusaAddress): ShopOrder["shippingAddress"] {
  const countryCode = (address.country_code ?? "").toUpperCase();
  const { company, first_name, last_name, phone } = address;
  return {
    address1: address.address_1 ?? "",
    city: address.city ?? "",
    provinceCode: provinceOf(address.province ?? "", countryCode),
    zip: address.postal_code ?? "",
    countryCode,
    ...omitNullish({
      address2: address.address_2,
      company,
      phone,
      firstName: first_name,
      lastName: last_name,
    }),
  };
}

/** Medusa has provinces as people type them, and as codes of ISO 3166-2: `us-ca`. */
function provinceOf(province: string, countryCode: string): string {
  const [country, code, ...rest] = province.toUpperCase().split("-");
  return country === countryCode && code && rest.length === 0 ? code : province;
}

const MAX_IMAGE_CHARACTERS = 2_048;

function imageOf({ thumbnail }: MedusaItem): string | undefined {
  return thumbnail && thumbnail.length <= MAX_IMAGE_CHARACTERS ? thumbnail : undefined;
}

/** Not every change of what belongs to an order changes the order's own time. */
function changedAt(order: MedusaOrder): string {
  const times = [
    order.updated_at,
    ...order.items.flatMap(({ updated_at, detail }) => [updated_at, detail?.updated_at]),
    ...(order.fulfillments ?? []).map(({ updated_at }) => updated_at),
    ...(order.returns ?? []).map(({ updated_at }) => updated_at),
    ...(order.payment_collections ?? []).map(({ updated_at }) => updated_at),
    ...paymentsOf(order).flatMap(({ updated_at, refunds }) => [
      updated_at,
      ...(refunds ?? []).map((refund) => refund.updated_at),
    ]),
  ];
  const latest = Math.max(...times.map((time) => (time ? checkedInstant(time).getTime() : 0)));
  return new Date(latest).toISOString();
}
