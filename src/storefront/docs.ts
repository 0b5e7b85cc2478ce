/** The documentation of each operation, with the choices where the specification is silent. */
export const DOCS = {
  record: {
    operationId: "recordStorefrontEvent",
    summary: "Record a storefront event",
    description: `Records an event of the online shop.

- \`source\` must be the configured value.
- Objects are opaque and stored unchanged, as are additional fields. \`cart\` and \`customer\` may be null, the other objects may not.
- A repeated \`eventId\` returns 204 and is stored once, at any age of the first: the content of an event is deleted after 400 days by default, its \`eventId\` never.`,
    "x-example": {
      eventId: "evt-58201",
      eventName: "product_viewed",
      source: "storefront",
      timestamp: "2026-03-02T09:10:00Z",
      anonymousId: "visitor-301",
      productVariant: { id: "linen-shirt-m", title: "Linen shirt, M" },
      urlWithoutParams: "https://shop.example.com/linen-shirt",
    },
  },
};
