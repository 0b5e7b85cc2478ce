/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  record: {
    operationId: "recordStorefrontEvent",
    summary: "Record a storefront event",
    description:
      "`source` is one configured value. The object members are opaque and kept whole, further members too; `cart` and `customer` may be null, the other objects may not. The same `eventId` again is answered 204 and stored once, however long ago the first was: the content of an event is kept for 400 days unless the operator has configured another time, its `eventId` forever.",
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
