import type { Json } from "./orders.ts";
import { type Answer, answerOf } from "./returns.ts";
import type { TestStore } from "./service.ts";

export const SHOP_ORDERS = "/stores/:store/custom/orders";

const FIRST_UPDATE = "2026-03-01T10:00:00.000Z";

/** Returns an amount in the order's currency, and another one in the shop's, which doesn't count. */
export function moneySet(amount: string, currencyCode = "EUR"): Json {
  return {
    presentmentMoney: { amount, currencyCode },
    shopMoney: { amount: "999.99", currencyCode: "USD" },
  };
}

export function discount(amount: string): Json {
  return { amountSet: moneySet(amount), discountId: "sale" };
}

export function taxLine(amount: string): Json {
  return { priceSet: moneySet(amount), rate: "0.19", title: "VAT" };
}

/** Returns a line as a shop sends it. */
export function shopLine(id: string, quantity: number, price: string, changes: Json = {}): Json {
  return {
    ...{ id, quantity, priceSet: moneySet(price), title: `Title of ${id}` },
    ...{ productId: `product-of-${id}`, sku: `SKU-${id}`, ...changes },
  };
}

const ADDRESS = {
  ...{
    address1: "1 Road",
    address2: null,
    city: "Town",
    provinceCode: "OH",
    zip: "43004",
    countryCode: "US",
  },
};

/** Returns an order as a shop sends it, with one line of two pieces. */
export function shopOrder(id: string, changes: Json = {}): Json {
  return {
    ...{ id, type: "order", createdAt: "2026-03-01T10:00:00.000Z", updatedAt: FIRST_UPDATE },
    ...{ presentmentCurrency: "EUR", shopCurrency: "USD" },
    customer: { email: `${encodeURIComponent(id)}@example.test`, firstName: "Alex", lastName: "Doe" },
    lineItems: [shopLine("line-1", 2, "10.00")],
    ...{ orderDiscounts: [], shippingLines: [], fulfillments: [], shippingAddress: ADDRESS },
    ...changes,
  };
}

export function upsertOrder(store: TestStore, body: unknown): Promise<Answer> {
  return answerOf(store.post(SHOP_ORDERS, body));
}

/** Returns an order with every field of the description. */
export function fullShopOrder(id: string): Json {
  const charges = {
    discounts: [{ ...discount("1.00"), discountTitle: "Sale", discountCode: "SALE" }],
    taxLines: [taxLine("1.71")],
  };
  const person = { company: "Acme", firstName: "Alex", lastName: "Doe", phone: "+12015550123" };
  const address = { ...ADDRESS, address2: "Back", ...person };
  const metafields = [{ namespace: "shop", key: "season", value: "summer" }];
  const refunded = { amountSet: moneySet("0.50"), taxAmountSet: moneySet("0.10"), reason: "Late" };
  return shopOrder(id, {
    billingAddress: address,
    shippingAddress: address,
    customer: {
      ...{ email: "alex@example.test", phone: "+12015550123", id: `customer of ${id}` },
      ...{ firstName: "Alex", lastName: "Doe", tags: ["vip"] },
    },
    lineItems: [
      shopLine("line-1", 2, "10.00", {
        ...{ returnableQuantity: 2, variantTitle: "M", vendor: "Acme", fulfillmentService: "manual" },
        ...{ variantId: "tee-m", additionalProductId: "7", tags: ["sale"], metafields },
        ...{ properties: [{ name: "engraving", value: "A.D." }], weight: { value: 200, unit: "g" } },
        ...{ image: "https://shop.example/tee.png", images: [{ url: "https://shop.example/2", data: null }] },
        ...charges,
      }),
    ],
    orderDiscounts: [discount("0.50")],
    shippingLines: [
      { id: "s1", title: "Standard", code: "standard", priceSet: moneySet("4.90"), ...charges },
    ],
    fulfillments: [
      {
        ...{ id: "f1", lineItems: [{ id: "line-1", quantity: 2 }] },
        trackingNumbers: [{ carrier: "UPS", trackingNumber: "1Z" }],
        trackingUrls: ["https://track.example/1Z"],
        ...{ shippingDate: "2026-03-02T10:00:00Z", deliveryDate: "2026-03-03T10:00:00Z" },
      },
    ],
    ...{ salesChannel: "web", taxesIncluded: false, tags: ["first"], metafields },
    ...{ cancelledAt: "2026-03-04T10:00:00Z", cancelReason: "customer" },
    transactions: [
      {
        ...{ paymentId: "p1", amount: 20, currency: "EUR", createdDate: "2026-03-01T10:00:00Z" },
        ...{ paymentGateway: "acme", additionalDetails: { creditCardLastFour: "4242" } },
      },
    ],
    refunds: [
      {
        ...{ id: "r1", createdAt: "2026-03-04T10:00:00Z", note: "Late" },
        lineItems: [
          {
            ...{ lineItemId: "line-1", quantity: 1 },
            ...{ subtotalSet: moneySet("5.00"), totalTaxSet: moneySet("0.95") },
          },
        ],
        ...{ shippingRefunds: [refunded], orderLevelRefunds: [refunded] },
      },
    ],
  });
}
