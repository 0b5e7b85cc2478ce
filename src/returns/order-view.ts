import type { orders } from "../db/tables/orders.ts";
import type { locations } from "../db/tables/stores.ts";
import { createTotal, money } from "../lib/money.ts";
import { createYielder, mapYielding } from "../lib/yielder.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { MailingAddress, ReturnOrder } from "./schema.ts";

type OrderRow = Pick<typeof orders.$inferSelect, "id" | "externalId" | "locationId" | "currency" | "body">;

/** Returns the view of a return's order. Unknown values are empty or zero. */
export async function returnOrderView(order: OrderRow): Promise<ReturnOrder> {
  const { body, currency } = order;
  const { name, emailAddress, phoneNumber } = customerView(body);
  const amount = (value: number | null | undefined) => money(value ?? 0, currency);
  const { discounts, total } = await lineTotals(body);
  return {
    id: order.id,
    name: order.externalId,
    externalId: order.externalId,
    customer: { name, emailAddress, phoneNumber },
    discounts:
      typeof body.totalDiscount === "number" ? amount(body.totalDiscount) : money(discounts, currency),
    lineItemsTotal: money(total, currency),
    shippingCost: amount(body.shipping?.cost),
    taxes: amount(body.totalTax),
    total: amount(body.totalPrice),
    items: await mapYielding(body.lineItems, (line, position) => ({
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

/** Returns the sum of the lines before discount, and the sum of their discounts. */
async function lineTotals({ lineItems }: OrderBody) {
  const yieldNow = createYielder();
  const [total, discounts] = [createTotal(), createTotal()];
  for (const { price, discount, quantity } of lineItems) {
    if (price) total.add(price, quantity);
    if (discount) discounts.add(discount);
    const turn = yieldNow();
    if (turn) await turn;
  }
  return { total: total.value, discounts: discounts.value };
}

/** Returns the id of an order's line: an order never changes, so the line's position identifies it. */
export function orderItemId(orderId: string, position: number): string {
  return `${orderId}_${position + 1}`;
}

/** Returns the customer's contact data. A customer with only a full name is split at the first space. */
export function customerView(body: Pick<OrderBody, "customer">): {
  emailAddress: string;
  name: { given: string; surname: string };
  phoneNumber: string;
} {
  const customer = body.customer ?? {};
  const [first = "", ...rest] = customer.name ? customer.name.trim().split(/\s+/) : [];
  return {
    emailAddress: customer.email ?? "",
    name: { given: customer.firstName ?? first, surname: customer.lastName ?? rest.join(" ") },
    phoneNumber: customer.phoneNumber ?? "",
  };
}

/** Returns the address of a location; empty strings without one. */
export function mailingAddressOf(
  location: Pick<typeof locations.$inferSelect, keyof MailingAddress> | null,
): MailingAddress {
  const { line1 = "", line2 = "", city = "", state = "", postalCode = "", country = "" } = location ?? {};
  return { line1, line2, city, state, postalCode, country };
}
