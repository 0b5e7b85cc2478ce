const TOO_MANY = {
  429: "More requests of this kind than the store may send in a second (100 unless configured); what is refused doesn't count.",
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

/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  one: {
    operationId: "ingestEvent",
    summary: "Ingest a custom event",
    description:
      "202 means that the event is on disk. Required: `eventName` and a `customer` with an `id`, an `email` or a `phoneNumber`; the first of these that is given decides alone which customer is meant, who is created when there is none, and the rest enriches the profile. Omitted and null members change nothing; what two requests say of one field, the later one decides, whether they came singly, in bulk or with an order. A profile holds at most 400 `customFields`, 256 KB together; an event that would take it beyond is 400. At the top level of `data` there are texts, numbers, booleans and dates (RFC 3339 with an offset); `0`, null and an empty text count as unset; `$extra` is kept to the letter. An event whose `uniqueId` the store has seen before, however long ago, changes nothing and is answered 202.",
    "x-errors": TOO_MANY,
    "x-example": EVENT,
  },
  bulk: {
    operationId: "ingestEvents",
    summary: "Ingest custom events in bulk",
    description:
      "202 means that the events are on disk and their customers resolved and patched, in array order; the events themselves are recorded in the background. Each element is checked alone: what is no event, or would take a profile beyond its bounds, is dropped, listed among the rejections, and never hinders the rest. `events` missing, no array, empty or with more than 100 elements is 400, and nothing is stored.",
    "x-errors": TOO_MANY,
    "x-example": {
      events: [EVENT, { eventName: "Newsletter joined", customer: { phoneNumber: "+442079460958" } }],
    },
  },
  rejections: {
    operationId: "listRejectedEvents",
    summary: "List rejected events",
    description:
      "Of the last 30 days (unless the operator has configured another time), the latest first, each with its place in the request and what was wrong with it.",
    "x-response-examples": {
      200: {
        rejections: [
          {
            receivedAt: "2026-03-02T08:15:03.412Z",
            index: 0,
            event: { eventName: "Fitting booked", customer: {} },
            errors: [{ detail: "customer needs an id, an email or a phoneNumber.", pointer: "/customer" }],
          },
        ],
      },
    },
    "x-extension": true,
  },
};
