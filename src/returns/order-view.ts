import type { orders } from "../db/tables/orders.ts";
import type { locations } from "../db/tables/stores.ts";
import { decimal, money, sum } from "../lib/money.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { MailingAddress, ReturnOrder } from "./schema.ts";

type OrderRow = typeof orders.$inferSelect;

/** The order of a return: people and money as the returns platform names them; what is unknown is empty or zero. */
export function returnOrderView(order: OrderRow): ReturnOrder {
  const { body, currency } = order;
  const { name, emailAddress, phoneNumber } = customerView(body);
  const amount = (value: number | null | undefined) => money(decimal(value ?? 0), currency);
  const lineDiscounts = sum(body.lineItems.map((line) => decimal(line.discount ?? 0)));
  return {
    id: order.id,
    name: order.externalId,
    externalId: order.externalId,
    customer: { name, emailAddress, phoneNumber },
    discounts:
      typeof body.totalDiscount === "number" ? amount(body.totalDiscount) : money(lineDiscounts, currency),
    lineItemsTotal: money(
      sum(body.lineItems.map((line) => decimal(line.price ?? 0).times(line.quantity))),
      currency,
    ),
    shippingCost: amount(body.shipping?.cost),
    taxes: amount(body.totalTax),
    total: amount(body.totalPrice),
    items: body.lineItems.map((line, position) => ({
      id: orderItemId(order.id, position),
      externalId: line.id,
      fulfillmentLocationId: order.locationId,
      price: amount(line.price),
      product: { name: line.title, externalId: line.productId },
      quantity: line.quantity,
      variant: { name: "", externalId: line.variantId ?? "", sku: line.sku ?? "" },
    })),
  };
}

/** The service's own id of an order's line: orders never change, so its position names it. */
export function orderItemId(orderId: string, position: number): string {
  return `${orderId}_${position + 1}`;
}

/** A full name alone is split at its first space. */
export function customerView(body: OrderBody): {
  emailAddress: string;
  name: { given: string; surname: string };
  phoneNumber: string;
} {
  const customer = body.customer ?? {};
  const [first = "", ...rest] = (customer.name ?? "").trim().split(/\s+/);
  return {
    emailAddress: customer.email ?? "",
    name: { given: customer.firstName ?? first, surname: customer.lastName ?? rest.join(" ") },
    phoneNumber: customer.phoneNumber ?? "",
  };
}

export function mailingAddressOf(location: typeof locations.$inferSelect | null): MailingAddress {
  const { line1 = "", line2 = "", city = "", state = "", postalCode = "", country = "" } = location ?? {};
  return { line1, line2, city, state, postalCode, country };
}
