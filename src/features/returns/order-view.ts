import { createTotal, money, type Total } from "../../lib/money.ts";
import { andThen, mapYielding } from "../../lib/yielder.ts";
import type { orders } from "../../platform/db/tables/orders.ts";
import type { locations } from "../../platform/db/tables/stores.ts";
import type { OrderBody } from "../orders/schema.ts";
import type { MailingAddress, ReturnOrder } from "./schema.ts";

type OrderRow = Pick<typeof orders.$inferSelect, "id" | "externalId" | "locationId" | "currency" | "body">;

/** Returns the view of a return's order, at once if it has few lines. Unknown values are empty or zero. */
export function returnOrderView(order: OrderRow): ReturnOrder | Promise<ReturnOrder> {
  return andThen(lineTotals(order.body), (totals) =>
    andThen(lineViews(order), (items) => orderOf(order, totals, items)),
  );
}

type LineTotals = { total: Total["value"]; discounts: Total["value"] };

function orderOf(order: OrderRow, totals: LineTotals, items: ReturnOrder["items"]): ReturnOrder {
  const { body, currency } = order;
  const { name, emailAddress, phoneNumber } = customerView(body);
  const amount = (value: number | null | undefined) => money(value ?? 0, currency);
  return {
    id: order.id,
    name: order.externalId,
    externalId: order.externalId,
    customer: { name, emailAddress, phoneNumber },
    discounts:
      typeof body.totalDiscount === "number" ? amount(body.totalDiscount) : money(totals.discounts, currency),
    lineItemsTotal: money(totals.total, currency),
    shippingCost: amount(body.shipping?.cost),
    taxes: amount(body.totalTax),
    total: amount(body.totalPrice),
    items,
  };
}

function lineViews({ id, locationId, currency, body }: OrderRow) {
  return mapYielding(body.lineItems, (line, position) => ({
    id: orderItemId(id, position),
    externalId: line.id,
    fulfillmentLocationId: locationId,
    price: money(line.price ?? 0, currency),
    product: { name: line.title, externalId: line.productId ?? "" },
    quantity: line.quantity,
    variant: { name: "", externalId: line.variantId ?? "", sku: line.sku ?? "" },
  }));
}

/** Returns the sum of the lines before discount, and the sum of their discounts. */
function lineTotals({ lineItems }: OrderBody): LineTotals | Promise<LineTotals> {
  const [total, discounts] = [createTotal(), createTotal()];
  const added = mapYielding(lineItems, ({ price, discount, quantity }) => {
    if (price) total.add(price, quantity);
    if (discount) discounts.add(discount);
  });
  return andThen(added, () => ({ total: total.value, discounts: discounts.value }));
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
