import { SCOPES } from "../http/guard.ts";

const scopes = SCOPES.map((scope) => `\`${scope}\``).join(", ");

const description = `
Aftersale does what a shop does after the sale: it keeps the orders that were placed, takes goods back, and knows the
customers behind both. It runs on the merchant's own machine, and everything that it holds belongs to a store.

### Authentication

Every operation takes an API secret as a bearer credential: \`Authorization: Bearer <API_SECRET>\`. A secret opens one
store. Without a valid one the answer is 401; in another store it is 403, whether that store exists or not; another
store's object, where the path names no store, is as unknown as any other (404). A secret may be limited to some of the
scopes ${scopes}; an operation outside them is 403.

### Errors

An error is a problem of RFC 7807 (now RFC 9457) in \`application/problem+json\`: \`title\` and \`status\` name its kind,
\`detail\` explains it, \`instance\` identifies this occurrence. A request that is not valid is always 400 and lists under
\`errors\` what is wrong and where, by JSON \`pointer\`, \`parameter\` or \`header\`. Unknown members are ignored. A method
that a path doesn't have is 405 with \`Allow\`. *Create an order* and *Get an order* answer some statuses as \`{"error": "…"}\`;
each operation says which.

A body is JSON and has at most 1 MB, unless its operation says otherwise. Every answer carries an \`X-Request-Id\`, which
finds the request in the service's log. After a 429 or a 503 wait for \`Retry-After\` seconds.

### Lists

A list comes in pages of \`X-Page-Size\` (1 to 500, 20 unless given). As long as there is more, the answer has a header
\`X-Page-Next\`; send its value as \`X-Page-Continue\` to get the next page. A page of large returns ends early, behind 10 MB.

### Safe repeats

Operations that take the header \`Idempotency-Key\` may be repeated: the same request under the same key gets the first
answer and has no second effect; another request under it is 409. A request that failed leaves its key free.

### Ids, money and time

Ids are texts; nothing should be read into them. Money in returns is a decimal text with its currency,
\`{"amount": "29.99", "currency": "USD"}\`, with the digits that the currency has; an order's amounts are numbers in the
order's currency. Times are RFC 3339, in requests with any offset, in answers in UTC with milliseconds.

### The compatible warehouse API

Below \`/api/v1\` the service stands in for another platform, so that integrations written for that one work here once their
base address and credential are changed. It has its own credential header, its own errors (401 for a missing scope, 422 for
what is not valid, and 200 with \`errors\` for much that is refused) and its own formats; each operation says which.

### Additions

Operations with \`x-extension\` are this service's own, beside the interface that it follows.
`;

/** What the service is, and what is true of all its operations. */
export const INFO = { title: "Aftersale", version: "2.2.1", description: description.trim() };

/** The groups of operations. A group shows up with its first operation. */
export const TAGS = [
  { name: "Stores", description: "The settings of a store." },
  { name: "Customers", description: "Who bought." },
  { name: "Custom Events", description: "What customers did, told by the merchant's own systems." },
  { name: "Orders", description: "What was sold, and what was sent." },
  { name: "Returns", description: "What comes back, from the label to the refund." },
  { name: "Storefront", description: "What visitors do in the shop." },
  { name: "Inventory Items", description: "What there is, by product." },
  { name: "Inventory Levels", description: "What there is, by location." },
  { name: "Webhooks", description: "Who is told when a return changes." },
  {
    name: "Warehouse",
    description:
      "The compatible warehouse API, for integrations that were written for another platform: formats, credential and errors are that platform's, as they are and not as it documents them.",
  },
];

/** What parameters are that are the same wherever they stand. */
export const PARAMETERS: Record<string, string> = {
  storeId: "The store that the secret belongs to.",
  orderId: "The merchant's own id of the order, or the service's.",
  fulfillmentId: "The merchant's own id of the fulfillment, or the service's where none was given.",
  returnId: "The id of the return (`ret_…`).",
  commentId: "The id of the comment (`com_…`), out of the image's address.",
  inventoryLevelId: "The id of the level (`li_…`).",
  inventoryItemId: "The id of the item (`ii_…`).",
  webhookId: "The id of the webhook.",
  deliveryId: "The id of the delivery, out of the list of deliveries.",
  exportId: "The id that ordering the export was answered with.",
  email: "The customer's e-mail address.",
  kind: "Only items of this kind.",
  status: "Only those with this status.",
  "x-page-size": "How many to answer at most.",
};

export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "The secret of one of the store's API clients." },
  xAuthorization: {
    type: "apiKey",
    in: "header",
    name: "X-Authorization",
    description: "The same secret, alone or after `Bearer`, for the compatible warehouse API.",
  },
  subscriber: {
    type: "http",
    scheme: "bearer",
    description:
      "What the service itself sends to a subscriber: the webhook's `callback.auth.bearer.token`. No operation takes it.",
  },
};
