import { invalid } from "../../../lib/problem.ts";
import type { ShopAddress, ShopOrder } from "../../orders/upsert/schema.ts";
import { amountsOf, decimalOf } from "./amounts.ts";
import { checked } from "./checked.ts";
import { instantOf } from "./instants.ts";
import { feeLinesOf, goodsLinesOf, type MoneyOf, otherLineOf, shippingLinesOf } from "./lines.ts";
import { parcelsOf } from "./parcels.ts";
import { CANCELLED } from "./reading.ts";
import { refundsOf } from "./refunds.ts";
import { type WooAddress, WooOrder } from "./schema.ts";

/** Returns an order of WooCommerce as the service takes it. Throws 400 for another JSON, or one without any line. */
export function mapOrder(json: unknown): ShopOrder {
  const order = checked(WooOrder, json);
  const moneyOf = moneyIn(order.currency);
  const amounts = amountsOf(order);
  const goods = goodsLinesOf(order, amounts, moneyOf);
  const named = [...goods, ...feeLinesOf(order, amounts, moneyOf)];
  if (named.length === 0) throw invalid({ detail: "The order has no lines.", pointer: "/line_items" });
  const sent = goods.map(({ id, quantity }) => ({ id, quantity }));
  const address = addressOf(
    order.shipping?.address_1 || order.shipping?.city ? order.shipping : order.billing,
  );
  return {
    ...{ id: String(order.id), type: "order", ...datesOf(order) },
    ...{ presentmentCurrency: order.currency, shopCurrency: order.currency },
    ...(order.prices_include_tax && { taxesIncluded: true }),
    customer: customerOf(order),
    lineItems: [...named, ...otherLineOf(amounts, moneyOf)],
    orderDiscounts: deductionsOf(amounts.deducted, moneyOf),
    shippingLines: shippingLinesOf(order, amounts, moneyOf),
    fulfillments: parcelsOf(order, sent),
    shippingAddress: address,
    ...(order.billing && { billingAddress: addressOf(order.billing) }),
    refunds: refundsOf(order, { moneyOf, lineIds: new Set(sent.map(({ id }) => id)) }),
  };
}

function moneyIn(currencyCode: string): MoneyOf {
  return (millionths) => {
    const money = { amount: decimalOf(millionths), currencyCode };
    return { presentmentMoney: money, shopMoney: money };
  };
}

function datesOf(order: WooOrder) {
  const createdAt = instantOf(order.date_created_gmt);
  if (!createdAt) {
    const detail = "date_created_gmt must be a date and time in UTC.";
    throw invalid({ detail, pointer: "/date_created_gmt" });
  }
  const updatedAt = instantOf(order.date_modified_gmt) ?? createdAt;
  if (!CANCELLED.has(order.status)) return { createdAt, updatedAt };
  const reason = order.status === "failed" ? { cancelReason: "declined" as const } : {};
  return { createdAt, updatedAt, cancelledAt: updatedAt, ...reason };
}

/** A guest has the id 0. */
function customerOf({ customer_id: id, billing }: WooOrder): ShopOrder["customer"] {
  return {
    ...(Number(id ?? 0) !== 0 && { id: String(id) }),
    email: billing?.email ?? "",
    ...(billing?.phone && { phone: billing.phone }),
    ...{ firstName: billing?.first_name ?? "", lastName: billing?.last_name ?? "" },
  };
}

function addressOf(address: WooAddress | null | undefined): ShopOrder["shippingAddress"] & ShopAddress {
  const { address_1, address_2, city, state, postcode, country } = address ?? {};
  return {
    ...{ address1: address_1 ?? "", ...(address_2 && { address2: address_2 }), city: city ?? "" },
    ...{ provinceCode: state ?? "", zip: postcode ?? "", countryCode: country ?? "" },
  };
}

function deductionsOf(deducted: bigint, moneyOf: MoneyOf): ShopOrder["orderDiscounts"] {
  return deducted > 0n ? [{ amountSet: moneyOf(deducted), discountId: "order" }] : [];
}
