import { order, returnOf } from "./fixtures.ts";

let made = 0;

/** Returns an order with every field. */
export function fullOrder(locationId: string) {
  const address = {
    address1: "1 Road",
    address2: "Flat 2",
    city: "Town",
    province: "OH",
    country: "US",
    postalCode: "43004",
  };
  const line = {
    id: "line-1",
    productId: "tee",
    title: "Tee",
    variantId: "tee-m",
    sku: "TEE-M",
    imageUrl: "https://shop.test/tee.png",
    quantity: 2,
    price: 8,
    discount: 1,
    tags: ["sale"],
  };
  return order(`full-${++made}`, {
    lineItems: [line, { ...line, id: "line-2" }],
    customer: {
      id: "alex",
      email: "alex@example.test",
      phoneNumber: "+15551234567",
      name: "Alex Doe",
      firstName: "Alex",
      lastName: "Doe",
    },
    shipping: { method: "standard", cost: 4.5, address },
    ...{ totalPrice: 19, subtotalPrice: 19, totalTax: 0, totalDiscount: 1 },
    billingAddress: address,
    tags: ["first", "second"],
    locationId,
  });
}

/** Returns an inventory level with every field. */
export function fullLevel(locationId: string) {
  return {
    product: {
      id: "tee-m",
      title: "Tee, M",
      sku: "TEE-M",
      upc: "614141999996",
      image_url: "https://shop.test/tee.png",
    },
    location_id: locationId,
    quantity: 40,
    committed: 6,
    reserved: 2,
    buildable: 5,
    kind: "RETURN",
    external_ids: { netsuite: "88213", wms: "A-7" },
  };
}

/** Returns a return of one unit of an order's first line, with every field. */
export function fullReturn(externalOrderId: string) {
  const { data } = returnOf(externalOrderId, {
    items: [
      {
        lineItemId: "line-1",
        quantity: 1,
        reason: "Too small",
        reasonCode: "SMALL",
        notes: "Runs small",
        compensation: "store_credit",
      },
    ],
    notes: "Please hurry",
    label: {
      trackingNumber: "1Z",
      carrier: "ups",
      trackingUrl: "https://ups.test/1Z",
      postageLabelUrl: "https://ups.test/1Z.pdf",
      formLabelUrl: "https://ups.test/1Z-form.pdf",
    },
  });
  const shippingAddress = { ...data.shippingAddress, line2: "Flat 2" };
  return { data: { ...data, shippingAddress }, options: { createExternalRMAs: false, enforcePolicy: false } };
}

/** Returns a patch of a return with every field that each version has known. */
export function fullPatch(itemId: string) {
  const price = { amount: "8.00", currency: "USD" };
  return {
    tags: [{ name: "vip", source: "merchant" }],
    giftCards: [{ amount: price, code: "GIFT", externalId: "gift-1" }],
    exchange: {
      items: [
        {
          id: "exchange-1",
          quantity: 1,
          variant: { name: "L", externalId: "tee-l", sku: "TEE-L", weight: { kg: 0.2 } },
          originalPrice: price,
          price: { ...price, tax: "0.80" },
          product: { name: "Tee", externalId: "tee" },
        },
      ],
      provision: "deferred",
      itemCount: 1,
      order: { externalId: "1002" },
      totalTax: price,
    },
    shipments: [
      {
        carrier: "ups",
        status: "pre_transit",
        tracker: "1Z",
        trackingUrl: "https://ups.test/1Z",
        postageLabel: "https://ups.test/1Z.pdf",
        formLabel: "https://ups.test/1Z-form.pdf",
        shipmentGroupId: "group-1",
        itemIds: [itemId],
        externalLocationId: "dock-1",
        estimatedDeliveryDate: "2026-03-09",
        deliveredAt: "2026-03-08T10:00:00Z",
      },
    ],
    dropoffs: [
      { shipmentGroupId: "group-1", provider: "shop", qrCode: "QR", qrCodeUrl: "https://shop.test/qr.png" },
    ],
    internalCreatedByName: "Sam",
    completeWithNoAction: false,
    items: [
      {
        id: itemId,
        grade: "A",
        outcome: "restock",
        greenReturn: false,
        upc: "0123456789",
        productAdjustment: "1.00",
        multipleChoiceQuestions: [{ question: "Worn?", answer: "No" }],
        assessments: [
          {
            assignedUser: {
              id: "u1",
              name: "Sam Roe",
              firstName: "Sam",
              lastName: "Roe",
              email: "sam@example.test",
            },
            responses: [{ type: "short_text", value: "Like new" }],
          },
        ],
        refund: { amount: { amount: "7.00", currency: "USD" }, type: "refund" },
      },
    ],
  };
}

/** Returns a storefront event with every field. */
export function fullStorefrontEvent() {
  return {
    eventId: crypto.randomUUID(),
    eventName: "product_added_to_cart",
    source: "storefront",
    timestamp: "2026-03-02T10:00:00Z",
    anonymousId: "visitor-1",
    cart: { id: "cart-1", lines: [{ id: 1 }] },
    cartLine: { id: 1 },
    checkout: { id: 2 },
    collection: { id: 3 },
    customer: null,
    customerEmail: "alex@example.test",
    customerPhone: "+4930123456",
    productVariant: { id: "tee-m" },
    urlWithParams: "https://shop.example.test/?a=1",
    urlWithoutParams: "https://shop.example.test/",
  };
}

/** Returns a webhook with every callback field and a unique external id. */
export function fullWebhook() {
  return {
    callback: { url: "https://hooks.example.com/returns", auth: { bearer: { token: "token" } } },
    externalId: crypto.randomUUID(),
  };
}

/** A policy with every field. */
export function fullPolicy() {
  const texts = { en: "Why", de: "Warum" };
  const when = {
    ...{ tags: ["sale"], orderTags: ["b2c"], productIds: ["tee"], skus: ["TEE-*"], countries: ["DE"] },
    ...{ currency: "EUR", orderedFrom: "2026-11-01", orderedUntil: "2026-12-24", segment: "loyal" },
    pricePaid: { op: "<", value: "20.00" },
    discountPercent: { op: ">=", value: "50" },
  };
  return {
    timeZone: "Europe/Berlin",
    window: { days: 30, from: "delivered" },
    rules: [
      {
        when: { ...when, reasonCodes: ["damaged"] },
        then: {
          ...{ eligible: true, texts, window: { until: "2027-01-31" }, outcomes: ["refund", "exchange"] },
          ...{ fee: { amount: "4.90", of: "return" }, bonus: { percent: 10 } },
          ...{ label: "merchant", keepItem: false, review: true },
        },
      },
      { then: { fee: { percent: "15.5", of: "unit" }, window: null, bonus: null } },
    ],
    reasons: [{ code: "damaged", texts, needs: ["photo", "comment"], when }],
  };
}
