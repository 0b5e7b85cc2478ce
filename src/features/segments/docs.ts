const WHERE = {
  all: [
    { customer: "customFields.plan", is: "gold" },
    {
      event: "ordered",
      data: [{ key: "total", op: ">=", value: 50 }],
      within: { last: "90d" },
      times: { op: ">=", value: 3 },
    },
    { not: { event: "unsubscribed" } },
  ],
};

const SEGMENT = {
  key: "loyal",
  where: WHERE,
  createdAt: "2026-03-02T08:15:03.412Z",
  updatedAt: "2026-03-02T08:15:03.412Z",
};

const BOUNDS = [
  "- Exact at every moment: each page and `count` are read from what is committed when they are requested. Both",
  "  read all events of the names within their time ranges, so narrow ranges and large pages are cheaper. A page",
  "  alone of one event name that many customers have reads few events.",
  "- Give every page the same `at`, so that `last` means the same time.",
  "- A request that would read for more than 5 seconds is cut off with 400 (`segment_too_broad`), and ends when",
  "  the client disconnects. A few segments are read at a time; further requests wait, then get 503.",
  "- A page ends early at 4 MB.",
];

const TOO_BROAD = "The conditions would read more than one request may (`segment_too_broad`).";

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  query: {
    operationId: "querySegment",
    summary: "Query customers",
    description: [
      "Returns the customers that meet a condition on their profiles and events.",
      "- A condition is one of `{all: […]}`, `{any: […]}`, `{not: …}`, a condition on a field of the profile",
      "  (`customer`), and a condition on what the customer did (`event`). At most 50 conditions, each",
      "  comparison of `data` and `value` counted, and 5 levels.",
      "- Operators: `=`, `!=`, `>`, `>=`, `<`, `<=`, `in` (any of up to 100 values), `startsWith` (strings) and",
      "  `exists` (`value: false` means absent). `is` is short for `=`.",
      '- Strings, numbers, booleans and dates are compared within their type: 5 is not `"5"`. A string that is',
      "  a full RFC 3339 date-time is a date, and dates are compared as instants. Strings are ordered by code",
      "  point, and compared with case and in the Unicode form that they have, except `email`. Booleans have no order.",
      "- An absent value, or one of another type, meets no comparison, `!=` included. It is met by `exists` with",
      "  `value: false` and by `not`, which is met by every customer that the inner condition is not met by.",
      "- `event` is met by a customer with at least one such event, or with as many as `times` says; `times` may",
      '  include none (`{op: "=", value: 0}`). All of `data` and `within` hold for one and the same event.',
      '- A date of the profile (`createdAt`, `updatedAt`, a date in `customFields`) is also compared with `{last: "7d"}`:',
      "  `=` is met by a date in the time up to `at`, `!=` by any other date, and `>`, `>=`, `<` and `<=` compare with",
      "  the beginning of that time.",
      "- `value` of `event` compares the event's `value`, as a number whatever its currency; an event without one meets",
      '  `{op: "exists", value: false}` alone.',
      "- `within` is by `eventTimestamp`: `last` up to `at`, or `since` (inclusive) and `until` (exclusive).",
      ...BOUNDS,
      "- Customers come in the order of their ids, or by creation with `sort`. All customers, which `id` with `exists`",
      "  finds, are then read from an index; for any other condition a page reads all customers of the store.",
    ].join("\n"),
    "x-errors": { 400: TOO_BROAD },
    "x-example": { where: WHERE, include: ["count"] },
    "x-extension": true,
  },
  list: {
    operationId: "listSegments",
    summary: "List segments",
    description: "Lists the store's saved segments by key, without their conditions.",
    "x-extension": true,
  },
  create: {
    operationId: "createSegment",
    summary: "Create a segment",
    description: [
      "Saves a condition, as *Query customers* takes it, under a key that no other segment has. *Save a segment*",
      "replaces one instead.",
    ].join("\n"),
    "x-errors": {
      409: "There is a segment with this key (`already_exists`), or the store has 250 segments (`too_many_segments`).",
    },
    "x-example": { key: "loyal", where: WHERE },
    "x-response-examples": { 201: { segment: SEGMENT } },
    "x-extension": true,
  },
  save: {
    operationId: "saveSegment",
    summary: "Save a segment",
    description: [
      "Saves a condition, as *Query customers* takes it, under a key of the merchant's own, in place of the one",
      "that the key has. A store may have 250 segments.",
    ].join("\n"),
    "x-creates": true,
    "x-errors": { 409: "The store has 250 segments (`too_many_segments`)." },
    "x-example": { where: WHERE },
    "x-response-examples": { 200: { segment: SEGMENT }, 201: { segment: SEGMENT } },
    "x-extension": true,
  },
  read: {
    operationId: "readSegment",
    summary: "Get a segment",
    description: "Returns a saved condition, as it was sent.",
    "x-response-examples": { 200: { segment: SEGMENT } },
    "x-extension": true,
  },
  delete: {
    operationId: "deleteSegment",
    summary: "Delete a segment",
    description: "Deletes a saved condition. Customers and events stay.",
    "x-extension": true,
  },
  customers: {
    operationId: "listSegmentCustomers",
    summary: "List the customers of a segment",
    description: [
      "Returns the customers that meet a saved condition now, in the order of their ids.",
      ...BOUNDS,
    ].join("\n"),
    "x-errors": { 400: TOO_BROAD },
    "x-extension": true,
  },
};
