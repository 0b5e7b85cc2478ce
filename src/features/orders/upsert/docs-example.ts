const money = (amount: string) => ({
  presentmentMoney: { amount, currencyCode: "GBP" },
  shopMoney: { amount, currencyCode: "GBP" },
});

const ADDRESS = {
  address1: "12 St James's Square",
  city: "London",
  provinceCode: "ENG",
  zip: "SW1Y 4JH",
  countryCode: "GB",
};

/** An order as a shop sends it. */
export const SHOP_ORDER = {
  id: "WEB-20419",
  type: "order",
  createdAt: "2026-03-01T10:00:00Z",
  updatedAt: "2026-03-02T09:30:00Z",
  presentmentCurrency: "GBP",
  shopCurrency: "GBP",
  customer: { email: "ada@example.com", firstName: "Ada", lastName: "Byron" },
  lineItems: [
    {
      id: "WEB-20419-1",
      quantity: 2,
      priceSet: money("49.50"),
      title: "Linen shirt",
      productId: "linen-shirt",
      variantId: "linen-shirt-m",
      sku: "LIN-M",
      discounts: [{ amountSet: money("9.90"), discountId: "spring-sale" }],
      taxLines: [{ priceSet: money("17.82"), rate: "0.2", title: "VAT" }],
    },
  ],
  orderDiscounts: [],
  shippingLines: [{ id: "ship-1", title: "Standard", priceSet: money("4.90") }],
  fulfillments: [
    {
      id: "WEB-20419-F1",
      trackingNumbers: [{ carrier: "Royal Mail", trackingNumber: "AB123456785GB" }],
      lineItems: [{ id: "WEB-20419-1", quantity: 2 }],
      shippingDate: "2026-03-02T09:30:00Z",
    },
  ],
  shippingAddress: ADDRESS,
  billingAddress: ADDRESS,
};
