const money = (amount: string) => ({ amount, currency: "GBP" });
const wrapped = (amount: string) => ({ amount: money(amount) });

const ADDRESS = {
  line1: "12 St James's Square",
  line2: "",
  city: "London",
  state: "London",
  postalCode: "SW1Y 4JH",
  country: "GB",
};

/** A request to create a return. */
export const RETURN_POSTED = {
  data: {
    provider: "shopify",
    externalOrderId: "WEB-20418",
    items: [{ lineItemId: "WEB-20418-1", quantity: 1, reason: "Too small", reasonCode: "SIZE" }],
    shippingAddress: ADDRESS,
    notes: "Would like the next size if it comes back in.",
  },
};

/** A request to preview it, and the response. */
export const PREVIEW_POSTED = {
  data: { externalOrderId: "WEB-20418", items: [{ lineItemId: "WEB-20418-1", quantity: 1 }] },
};

export const PREVIEW = {
  lines: [
    {
      lineItemId: "WEB-20418-1",
      title: "Linen shirt",
      sku: "LIN-M",
      price: wrapped("49.50"),
      quantity: 2,
      returnable: 2,
      value: wrapped("89.10"),
    },
  ],
  items: [{ lineItemId: "WEB-20418-1", quantity: 1, refund: { amount: money("44.55"), type: "refund" } }],
  totals: { refund: wrapped("44.55"), storeCredit: wrapped("0.00") },
};

/** That return in a response. */
export const RETURN = {
  id: "ret_01m5zk7wq10000h2v8d3c6x9ty",
  type: "return",
  status: "open",
  createdAt: "2026-03-09T16:05:21.880Z",
  updatedAt: "2026-03-09T16:05:21.880Z",
  order: { id: "ord_01m5fk20v40000q7c1x5w8r3nb", name: "WEB-20418" },
  source: {
    emailAddress: "ada@example.com",
    mailingAddress: ADDRESS,
    name: { given: "Ada", surname: "Byron" },
    phoneNumber: "",
  },
  destination: {
    mailingAddress: {
      line1: "1 Dock Road",
      line2: "",
      city: "Bristol",
      state: "",
      postalCode: "BS1 6XN",
      country: "GB",
    },
    phoneNumber: "",
  },
  items: [
    {
      id: "rit_01m5zk7wq40000b6m9t2y4e8gs",
      orderItem: { id: "ord_01m5fk20v40000q7c1x5w8r3nb_1", line_item_id: "WEB-20418-1" },
      quantity: 1,
      reason: "Too small",
      reasons: ["Too small"],
      reasonCode: "SIZE",
      reasonCodes: ["SIZE"],
      productId: "linen-shirt",
      variantId: "linen-shirt-m",
      sku: "LIN-M",
      shipmentGroupIds: [],
      status: "open",
      refund: { amount: money("44.55"), type: "refund" },
      productValueNoTaxNoAdjustment: wrapped("44.55"),
    },
  ],
  compensationMethods: ["refund"],
  completeWithNoAction: false,
  giftCards: [],
  externalOrderIds: ["WEB-20418"],
  shopifyOrderIds: ["WEB-20418"],
  notes: [{ message: "Would like the next size if it comes back in." }],
  shipments: [],
  dropoffs: [],
  tags: [],
  totals: {
    charge: wrapped("0.00"),
    exchange: wrapped("0.00"),
    refund: wrapped("44.55"),
    storeCredit: wrapped("0.00"),
  },
  payouts: [],
};

/** A request to amend it. */
export const ADDED = {
  tags: [{ name: "inspected", source: "warehouse" }],
  shipments: [{ carrier: "Royal Mail", tracker: "AB123456785GB", status: "in_transit" }],
};

export const RETURN_AMENDED = {
  ...RETURN,
  ...ADDED,
  status: "in_transit",
  updatedAt: "2026-03-10T09:00:44.007Z",
  shipment: ADDED.shipments[0],
};

/** The return's order in a response. */
export const RETURN_ORDER = {
  id: RETURN.order.id,
  name: "WEB-20418",
  externalId: "WEB-20418",
  customer: { name: RETURN.source.name, emailAddress: "ada@example.com", phoneNumber: "" },
  discounts: money("9.90"),
  lineItemsTotal: money("99.00"),
  shippingCost: money("4.90"),
  taxes: money("0.00"),
  total: money("94.00"),
  items: [
    {
      id: "ord_01m5fk20v40000q7c1x5w8r3nb_1",
      externalId: "WEB-20418-1",
      fulfillmentLocationId: null,
      price: money("49.50"),
      product: { name: "Linen shirt", externalId: "linen-shirt" },
      quantity: 2,
      variant: { name: "", externalId: "linen-shirt-m", sku: "LIN-M" },
    },
  ],
};

export const HISTORY = [
  {
    from: null,
    to: "open",
    at: RETURN.createdAt,
    by: "web shop",
    byId: "cli_01m5zk7wq10000h2v8d3c6x8sx",
    requestId: "f60af0da-dffc-4b72-8376-f1def7ba2b38",
  },
  {
    from: "open",
    to: "in_transit",
    at: RETURN_AMENDED.updatedAt,
    by: "warehouse",
    byId: "cli_01m5zk7wq10000h2v8d3c6x9ty",
    requestId: "6369c8ff-3cac-46f3-aef4-157e91fe3b2d",
  },
];

export const COMMENT = { message: "The seam is torn; see the warehouse's photo." };
