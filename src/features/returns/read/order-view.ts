import {
  decimalsOf,
  divideHalfUp,
  type Money,
  minorDigits,
  money,
  moneyOf,
  powerOfTen,
  sumOf,
} from "../../../lib/money.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import type { locations } from "../../../platform/db/tables/stores.ts";
import { linePosition } from "../../orders/lines.ts";
import type { OrderBody } from "../../orders/schema.ts";
import type { MailingAddress, ReturnOrder } from "../schema.ts";

type OrderRow = Pick<typeof orders.$inferSelect, "id" | "externalId" | "locationId" | "currency" | "body">;

/** Returns what people call an order: the name that its shop gives it, else its id there. */
export function orderNameOf({ externalId, body }: Pick<OrderRow, "externalId" | "body">): string {
  return body.orderName ?? externalId;
}

/** Returns the view of a return's order. Unknown values are empty or zero. */
export function returnOrderView(order: OrderRow): ReturnOrder {
  const { body, currency } = order;
  const { name, emailAddress, phoneNumber } = customerView(body);
  const amount = (value: number | null | undefined) => money(value ?? 0, currency);
  return {
    id: order.id,
    name: orderNameOf(order),
    externalId: order.externalId,
    customer: { name, emailAddress, phoneNumber },
    discounts:
      typeof body.totalDiscount === "number"
        ? amount(body.totalDiscount)
        : totalOf(body, currency, DISCOUNTS),
    lineItemsTotal: totalOf(body, currency, PRICES),
    shippingCost: amount(body.shipping?.cost),
    taxes: amount(body.totalTax),
    total: amount(body.totalPrice),
    items: body.lineItems.map((line, index) => ({
      id: orderItemId(order.id, linePosition(body, index)),
      externalId: line.id,
      fulfillmentLocationId: order.locationId,
      price: amount(line.price),
      product: {
        ...{ name: line.title, externalId: line.productId ?? "" },
        ...(line.imageUrl && { imageUrl: line.imageUrl }),
      },
      quantity: line.quantity,
      variant: { name: "", externalId: line.variantId ?? "", sku: line.sku ?? "" },
    })),
  };
}

type Line = OrderBody["lineItems"][number];

const DISCOUNTS = { amountOf: ({ discount }: Line) => discount ?? 0, timesOf: () => 1 };
const PRICES = { amountOf: ({ price }: Line) => price ?? 0, timesOf: ({ quantity }: Line) => quantity };

/** Returns a sum over the lines of an order: exact, and rounded once. */
function totalOf({ lineItems }: OrderBody, currency: string, addends: typeof PRICES): Money {
  const digits = minorDigits(currency);
  let decimals = digits;
  for (const line of lineItems) decimals = decimalsOf(addends.amountOf(line), decimals);
  const sum = sumOf(lineItems, decimals, addends);
  return moneyOf(divideHalfUp(sum, powerOfTen(decimals - digits)), currency);
}

/** Returns the id of an order's line, which its position identifies. */
export function orderItemId(orderId: string, position: number): string {
  return `${orderId}_${position + 1}`;
}

/** Returns the id of a line that its order doesn't have any more, which no other line has: positions count from 1. */
export function removedItemId(orderId: string, lineItemId: string): string {
  return `${orderItemId(orderId, -1)}_${lineItemId}`;
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
