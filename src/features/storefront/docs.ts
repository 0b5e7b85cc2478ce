/** The documentation of each operation, with the choices where the specification is silent. */
export const DOCS = {
  record: {
    operationId: "recordStorefrontEvent",
    summary: "Record a storefront event",
    description: `Records an event of the online shop.

- Pages may send events themselves, with a publishable secret (\`aftersale_pub_…\`): \`bun run cli client create --origins https://shop.example --scopes storefront_events_write\`. Preflight requests (CORS) are answered for these origins alone. The secret is valid for this operation, and with the scope \`withdrawals_write\` for *Record a withdrawal from a contract*; without one of its origins in the header \`Origin\` it is 403. \`null\` may be one of them: sandboxed frames have no other. With such a secret a body may have 64 KB, and the store's rate of events applies, counted apart.
- \`navigator.sendBeacon\` can't send headers: such a request has the publishable secret as \`?key=\` in its address, and its JSON may be \`text/plain\`. The origin counts as with the header. No other secret is taken from an address.
- \`source\` must be the configured value.
- Objects are opaque and stored unchanged, as are additional fields. \`cart\` and \`customer\` may be null, the other objects may not. A number that a double doesn't hold exactly, such as 9007199254740993, is 400: send it as a string.
- A repeated \`eventId\` returns 204 and is stored once, at any age of the first: the content of an event is deleted after 400 days by default, its \`eventId\` never.`,
    "x-errors": {
      429: "With a publishable secret: the store is over its rate limit (`rate_limited`).",
    },
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
  list: {
    operationId: "listStorefrontEvents",
    summary: "List storefront events",
    description:
      "Lists the storefront events that match every filter, newest `timestamp` first, as they were sent and with `receivedAt`, which takes the place of a field of theirs with that name. Events whose content is deleted are left out.",
    "x-response-examples": {
      200: {
        events: [
          {
            eventId: "evt-58201",
            eventName: "product_viewed",
            source: "storefront",
            timestamp: "2026-03-02T09:10:00Z",
            anonymousId: "visitor-301",
            receivedAt: "2026-03-02T09:10:00.481Z",
          },
        ],
      },
    },
    "x-extension": true,
  },
};
