import type { ReturnWebhook } from "./webhook-schema.ts";

const PROVIDER: string = "test";
const money = (amount: string) => ({ amount, currency: "USD" });
const amountOf = (amount: string) => ({ amount: money(amount) });
const address = {
  line1: "1 Example Street",
  line2: "",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};
const customer = {
  emailAddress: "test@example.com",
  name: { given: "Test", surname: "Customer" },
  phoneNumber: "",
};

/** The payload of a test event: a return that no store has, marked by its id and its tag. */
export const TEST_EVENT: Pick<ReturnWebhook, "return" | "order"> = {
  return: {
    id: "test",
    type: "return",
    status: "open",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    order: { id: "test", name: "TEST" },
    source: { ...customer, mailingAddress: address },
    destination: { mailingAddress: address, phoneNumber: "" },
    items: [
      {
        id: "test_1",
        orderItem: { id: "test_1", line_item_id: "1" },
        quantity: 1,
        reason: "Test",
        reasons: ["Test"],
        reasonCodes: [],
        productId: "test",
        shipmentGroupIds: [],
        status: "open",
        productValueNoTaxNoAdjustment: amountOf("10.00"),
        refund: { ...amountOf("10.00"), type: "refund" },
      },
    ],
    compensationMethods: ["refund"],
    completeWithNoAction: false,
    giftCards: [],
    externalOrderIds: ["TEST"],
    [`${PROVIDER}OrderIds`]: ["TEST"],
    notes: [],
    shipments: [],
    dropoffs: [],
    tags: [{ name: "test" }],
    totals: {
      charge: amountOf("0.00"),
      exchange: amountOf("0.00"),
      refund: amountOf("10.00"),
      storeCredit: amountOf("0.00"),
    },
    payouts: [],
  },
  order: {
    id: "test",
    name: "TEST",
    externalId: "TEST",
    customer,
    discounts: money("0.00"),
    lineItemsTotal: money("10.00"),
    shippingCost: money("0.00"),
    taxes: money("0.00"),
    total: money("10.00"),
    items: [
      {
        id: "test_1",
        externalId: "1",
        fulfillmentLocationId: null,
        price: money("10.00"),
        product: { name: "Test product", externalId: "test" },
        quantity: 1,
        variant: { name: "", externalId: "", sku: "" },
      },
    ],
  },
};
