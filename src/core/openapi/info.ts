import { SCOPES } from "../scopes.ts";
import { errorCodesTable } from "./error-codes.ts";

const scopes = SCOPES.map((scope) => `\`${scope}\``).join(", ");

const description = `
Aftersale is the post-purchase backend of a shop: it stores orders, processes returns, and keeps customer
profiles. It runs on the merchant's own machine, and all data belongs to a store.

### Authentication

Every operation requires an API secret as a bearer token: \`Authorization: Bearer <API_SECRET>\`. A secret
belongs to one store. A missing or invalid secret is 401. A path that names another store is 403, whether that
store exists or not; an id of another store's object is 404. A secret may be limited to some of the scopes
${scopes}; an operation outside them is 403.

### Errors

An error response is a problem as in RFC 7807 (now RFC 9457), in \`application/problem+json\`: \`title\` and
\`status\` name its kind, \`code\` is a stable word for programs (see *Error codes*), \`detail\` explains it,
\`instance\` identifies this occurrence. An invalid request is always 400; \`errors\` lists what is wrong and where, by JSON \`pointer\`, \`parameter\` or \`header\`.
A method that a path doesn't support is 405 with \`Allow\`. *Create an order* and *Get an order* return some
errors as \`{"error": "…"}\`, which names every fault; each operation says which. Every response has an \`X-Request-Id\`, under which the
service's log has the request. After a 429 or a 503 wait for \`Retry-After\` seconds.

### Requests

A body is JSON of at most 1 MB, unless its operation says otherwise, nested at most 100 levels deep and with at
most 200,000 fields and elements. It may be compressed with
\`Content-Encoding: gzip\`; unpacked it may have the same size. Unknown fields are ignored, and the response
names up to 20 of them in \`Ignored-Fields\` (\`/curency, /lineItems/0/colour\`), unless the request says
\`Prefer: handling=strict\` (RFC 7240): then they are 400, \`errors\` names up to 100 of them,
and the response says \`Preference-Applied: handling=strict\`. Objects that may have any fields, such as an event's \`data\`, have no
unknown ones. A strict request with several events is refused whole.

The request line and the headers have at most 16 KB together. More may be a 431 without a body or an
\`X-Request-Id\`, from the server and not from an operation.

An unknown query parameter is 400 on every operation without a body, and on every other one that has query
parameters: a list never answers unfiltered to a filter that it doesn't have.

A currency is one that ISO 4217 lists, or has listed: old orders are returned too.

### Error codes

\`code\` is never renamed and never gets another meaning; new ones may be added. Each response names the codes
that it may have.

${errorCodesTable()}

### Lists

A list is returned in pages of \`X-Page-Size\` items (1 to 500, 20 by default), or of \`limit\` in the query; of
both, \`limit\` counts. While there are more, the response has a cursor in \`X-Page-Next\`; send it as
\`X-Page-Continue\` to get the next page. A page of large returns may end early, after 4 MB.

### Idempotent requests

Operations with the header \`Idempotency-Key\` can be retried safely: the same request with the same key
returns the first response and has no second effect; a different request with that key is 409. A failed
request doesn't use up its key.

### Ids, money and time

Ids are opaque strings. Money in returns is a decimal string with its currency, \`{"amount": "29.99",
"currency": "USD"}\`, with the digits of the currency; an order's amounts are numbers in the order's currency.
Times are RFC 3339: in requests with any offset, in responses in UTC with milliseconds.

### The compatible warehouse API

Below \`/api\` the service is compatible with another platform: integrations written for that platform work
here with another base URL and credential. The path names one of the platform's versions: \`/api/2026-07\`, of which
\`/api/v1\` is another name, or \`/api/2026-10\`, of which \`/api/latest\` is. The versions have the same operations,
which are described here under \`/api/v1\`; an operation that differs in \`2026-10\` says so. Links in responses keep the version. This API has its own credential header, errors (401 for a missing
scope, 422 for an invalid request, and 200 with \`errors\` for many rejected actions) and formats; each
operation says which.

### Extensions

Operations with \`x-extension\` are additions of this service to the interface that it implements.
`;

/** The introduction of the OpenAPI description. */
export const INFO = {
  title: "Aftersale",
  version: "2.2.1",
  license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0.txt" },
  description: description.trim(),
};

/** The groups of operations. A group without operations is left out. */
export const TAGS = [
  { name: "Stores", description: "The settings of a store." },
  {
    name: "Integrations",
    description: "Systems that issue return authorizations of their own, or pay refunds.",
  },
  { name: "Connectors", description: "The shops that orders come from." },
  { name: "Customers", description: "Profiles of customers." },
  { name: "Custom Events", description: "What customers did, as reported by the merchant's own systems." },
  { name: "Segments", description: "Customers by what they are and what they did." },
  { name: "Orders", description: "Orders, fulfillments and tracking." },
  { name: "Policy", description: "Who may return what, until when, for what." },
  { name: "Returns", description: "Returns, from the label to the refund." },
  { name: "Payouts", description: "What returns owe, and whether it was paid." },
  { name: "Mails", description: "Mails to shoppers, and to the people who use the console." },
  { name: "Withdrawals", description: "Statements by which consumers withdraw from a contract." },
  { name: "Search", description: "Orders, returns and customers by one text." },
  { name: "Storefront", description: "What visitors do in the shop." },
  { name: "Inventory Items", description: "Stock by product." },
  { name: "Inventory Levels", description: "Stock by location." },
  { name: "Exports", description: "Files of the ASN report, which lists returned units for warehouses." },
  { name: "Monitoring", description: "What happens in a store: its numbers, requests and jobs." },
  { name: "Changes", description: "The change feed, for systems that keep a copy of the store's data." },
  { name: "Webhooks", description: "Notifications about changes of returns." },
  {
    name: "Warehouse",
    description:
      "The compatible warehouse API, for integrations that were written for another platform. Its formats, credential and errors are those that the platform actually uses, also where its documentation differs.",
  },
];

/** The descriptions of parameters that mean the same in every operation. */
export const PARAMETERS: Record<string, string> = {
  customerId: "The id of the customer.",
  storeId: "The store that the secret belongs to.",
  orderId: "The merchant's own id of the order, with or without a leading `#`, or the service's.",
  fulfillmentId: "The merchant's own id of the fulfillment, or the service's if it has none.",
  returnId: "The id of the return (`ret_…`).",
  commentId: "The id of the comment (`com_…`), from the image's URL.",
  importId: "The id of the import (`imp_…`).",
  orderImportId: "The id of the import of orders (`imp_…`).",
  inventoryLevelId: "The id of the level (`li_…`).",
  inventoryItemId: "The id of the item (`ii_…`).",
  webhookId: "The id of the webhook.",
  withdrawalId: "The id of the withdrawal (`wdr_…`).",
  locationId: "The id of the location.",
  connector: "The shop's software.",
  integrationId: "The id of the integration (`int_…`).",
  mailId: "The id of the mail (`mai_…`).",
  deliveryId: "The id of the delivery, from the list of deliveries.",
  version: "The number of the policy's version.",
  dryRunId: "The id from the response of *Try a policy on past returns*.",
  segmentKey: "The merchant's own key of the segment.",
  exportId: "The id from the response of *Start an ASN export*.",
  email: "The customer's e-mail address.",
  kind: "Only items of this kind.",
  status: "Only items with this status.",
  "x-page-size": "The maximum number of items.",
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
      "The token that the service sends to a webhook's URL: the webhook's `callback.auth.bearer.token`. No operation accepts it.",
  },
};
