const PERIOD = {
  days: 14,
  deliveredAt: "2026-03-07T10:20:00.000Z",
  country: "DE",
  region: "Berlin",
  timeZone: "Europe/Berlin",
  lastDay: "2026-03-23",
  movedFrom: [
    { day: "2026-03-21", reason: "Saturday" },
    { day: "2026-03-22", reason: "Sunday" },
  ],
};

const REQUEST = {
  name: "Ada Byron",
  order: "WEB-20418",
  email: "ada@example.com",
  items: [{ lineItemId: "WEB-20418-1", quantity: 1 }],
  language: "en",
  confirmed: true,
};

const CONFIRMED = {
  id: "wdr_01m5zk7wq10000h2v8d3c6x9ty",
  number: 17,
  statement:
    "To: Linen & Co\n\nI withdraw from the contract for these items of the order WEB-20418:\n- 1 × WEB-20418-1\n\nName: Ada Byron\nE-mail address for the receipt: ada@example.com",
  at: "2026-03-10T14:03:21+01:00",
  receiptUrl:
    "https://returns.example.com/r/sto_01m5fk20v10000k3v8d2r6w9xz/receipts/8k2v0n5t7c1x9qdzr4hw3m6pj0",
  late: false,
  periodEnd: "2026-03-23T23:00:00.000Z",
  computedFrom: PERIOD,
  returnId: "ret_01m5zk7wq10000h2v8d3c6x9ty",
};

/** A withdrawal as the merchant sees it. */
export const WITHDRAWAL = {
  ...CONFIRMED,
  createdAt: "2026-03-10T13:03:21.480Z",
  language: "en",
  name: "Ada Byron",
  email: "ada@example.com",
  order: "WEB-20418",
  orderId: "ord_01m5zk7wq10000h2v8d3c6x9ty",
  identified: true,
  items: [{ lineItemId: "WEB-20418-1", quantity: 1, inReturn: 1 }],
  unitsInOtherReturns: 0,
  by: "Checkout",
  byId: "cli_01m5zk7wq10000h2v8d3c6x9ty",
  erasedAt: null,
};

/** The documentation of each operation, with the choices where the contract is silent. */
export const DOCS = {
  create: {
    operationId: "createWithdrawal",
    summary: "Record a withdrawal from a contract",
    description: `Records the statement of a consumer who withdraws from a contract (Directive 2011/83/EU, article 11a). The caller has shown both steps: the form, and the statement to confirm.

- A statement is never refused for what it says: an unknown order, a period that has ended and units that were returned already are recorded, and left to the merchant.
- In one transaction it gets its number, its text and its receipt, a mail with the receipt where the store sends mail, and a return of the units that can still be returned, with the reason \`withdrawal\`. Without \`items\` these are all of the order; late, there is no return.
- The order is found by the merchant's id, with or without \`#\`, or the service's. A secret of the shop vouches for the consumer. With a publishable secret, which every visitor of a page has, the e-mail address must be that of the order: otherwise the statement is recorded alike, and the response says nothing of the order.
- The period ends 14 days after the delivery of the last parcel, or later as the store has set it, with the end of the day in the time zone of the country that was shipped to, and never on a Saturday, a Sunday or a public holiday in the European Economic Area (Regulation 1182/71). While a unit is not delivered it runs.
- Send an \`Idempotency-Key\` for each confirmation: a repeat is 200 with the same receipt.
- Pages may use it with a publishable secret that has the scope \`withdrawals_write\`. Then the limits of the shopper's page count: statements whose order is not the sender's, 10 per order and 30 in all from an address in 15 minutes.`,
    "x-errors": {
      409: "The `Idempotency-Key` is in use (`idempotency_key_in_use`), or was used for another statement (`idempotency_key_reused`).",
      429: "A page's visitor has sent too many statements whose order is not theirs (`rate_limited`).",
    },
    "x-example": REQUEST,
    "x-response-examples": { 201: { withdrawal: CONFIRMED }, 200: { withdrawal: CONFIRMED } },
    "x-extension": true,
  },
  list: {
    operationId: "listWithdrawals",
    summary: "List withdrawals",
    description: `Lists withdrawals that match every filter, newest first unless \`sort\` says otherwise.

- Send the value of \`X-Page-Next\` as \`X-Page-Continue\` to get the next page; the header is absent on the last page.
- A page may have fewer withdrawals than \`X-Page-Size\`, even none, and a next page: it ends after comparing 1,000 with the filters.`,
    "x-response-examples": { 200: { withdrawals: [WITHDRAWAL] } },
    "x-extension": true,
  },
  read: {
    operationId: "readWithdrawal",
    summary: "Get a withdrawal",
    description: "Returns a withdrawal with its statement, its period and its return.",
    "x-response-examples": { 200: { withdrawal: WITHDRAWAL } },
    "x-extension": true,
  },
  erase: {
    operationId: "eraseWithdrawal",
    summary: "Erase the person of a withdrawal",
    description: `Blanks name, e-mail address and statement, also in the mail and the payloads of webhooks; number, time, order and units stay, and the receipt's page is 410 from then on. For consumers who are no customers of the store: *Erase a customer* reaches the withdrawals with the customer's e-mail address or orders. A repeat does nothing.`,
    "x-extension": true,
  },
};
