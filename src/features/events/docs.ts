const ERRORS = {
  429: "The store's limit of requests per second for this operation is exceeded (`rate_limited`; 100 unless configured); refused requests don't count.",
  503: "A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`).",
};

const EVENT = {
  eventName: "Fitting booked",
  customer: { email: "ada@example.com", firstName: "Ada", customFields: { newsletter: true } },
  eventTimestamp: "2026-03-02T09:15:00+01:00",
  value: 25,
  valueCurrency: "GBP",
  uniqueId: "booking-7731",
  data: { shop: "Mayfair", visitors: 2, $extra: { slots: ["10:00", "10:30"] } },
};

/** `EVENT` as lists show it. */
export const STORED_EVENT = {
  eventId: "019cae24-3f40-7a55-9c8e-5f2a1b7d3e60",
  eventName: "Fitting booked",
  customerId: "cus_01m5fk20va0000z8d3h6k9t1vw",
  eventTimestamp: "2026-03-02T08:15:00.000Z",
  value: 25,
  valueCurrency: "GBP",
  uniqueId: "booking-7731",
  data: { shop: "Mayfair", visitors: 2, $extra: { slots: ["10:00", "10:30"] } },
  receivedAt: "2026-03-02T08:15:03.412Z",
};

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  one: {
    operationId: "ingestEvent",
    summary: "Ingest a custom event",
    description: [
      "202 means that the event is stored durably.",
      "- Required: `eventName` and a `customer` with an `id`, an `email` or a `phoneNumber`. The first",
      "  of these alone decides which customer is matched, or created; the rest enriches the profile.",
      "- Omitted and null fields change nothing. When requests set the same field, the later one wins,",
      "  whether single, bulk or an order.",
      "- A profile holds at most 400 `customFields` of 256 KB together; an event that would exceed this",
      "  is 400.",
      "- Top-level values of `data` are strings, numbers, booleans and dates (RFC 3339 with an offset);",
      "  `0`, null and an empty string count as unset. `$extra` is stored unchanged.",
      "- A number in `data` or `customFields` that a double doesn't hold exactly, such as 9007199254740993, is",
      "  400: send it as a string.",
      "- An event whose `uniqueId` the store has accepted before, however long ago, changes nothing and",
      "  is 202.",
    ].join("\n"),
    "x-errors": ERRORS,
    "x-example": EVENT,
  },
  bulk: {
    operationId: "ingestEvents",
    summary: "Ingest custom events in bulk",
    description: [
      "202 means that the events are stored durably and their customers resolved and patched, in array",
      "order. The events are recorded in the background.",
      "- Each element is validated alone. An invalid one, or one that would exceed a profile's limits,",
      "  is dropped and listed among the rejected events; the others are accepted.",
      "- `events` that is missing, not an array, empty or longer than 100 elements is 400, and nothing",
      "  is stored.",
    ].join("\n"),
    "x-errors": ERRORS,
    "x-example": {
      events: [EVENT, { eventName: "Newsletter joined", customer: { phoneNumber: "+442079460958" } }],
    },
  },
  list: {
    operationId: "listEvents",
    summary: "List custom events",
    description: [
      "Lists the custom events that match every filter, newest `eventTimestamp` first unless `sort` says otherwise, as they",
      "were accepted: without unset values, with dates in UTC, and with the id of the customer that was matched or created.",
      "- Events of bulk requests are in the list once they are recorded, as a rule within a second.",
      "- While events are stored, all pages together have each event that was stored before the first page",
      "  was read, once. Later ones are there if they sort after the cursor, and never twice.",
      "- A page may have fewer events than its size, or none, and still have a next page: after comparing",
      "  2,000 events with `eventName` and `customer` together, after 4 MB, and with an `eventName` of more",
      "  than 255 characters.",
    ].join("\n"),
    "x-response-examples": { 200: { events: [STORED_EVENT] } },
    "x-extension": true,
  },
  rejections: {
    operationId: "listRejectedEvents",
    summary: "List rejected events",
    description: [
      "Returns the elements that bulk requests dropped in the last 30 days (unless the operator has",
      "configured another time), the latest first unless `sort` says otherwise, each with its index in the request and its errors.",
    ].join("\n"),
    "x-extension": true,
  },
};
