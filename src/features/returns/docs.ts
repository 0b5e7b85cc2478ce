import { transitionsDiagram, transitionsTable } from "./change/transitions-docs.ts";
import {
  ADDED,
  COMMENT,
  HISTORY,
  PREVIEW,
  PREVIEW_POSTED,
  RETURN,
  RETURN_AMENDED,
  RETURN_ORDER,
  RETURN_POSTED,
} from "./docs-examples.ts";

const CREATED = { return: RETURN, externalRMAResponses: [] };

const TOO_LARGE =
  "A field is invalid; or the return would have more notes, or more bytes in what was added to it, than it may (`return_too_large`).";
const TOO_LARGE_OR_TOO_MUCH = `${TOO_LARGE} Or the order's refunds would be more than what was paid for it (\`refund_exceeds_paid\`).`;

/** The documentation of each operation, with the choices where the specification is silent. */
export const DOCS = {
  create: {
    operationId: "createReturn",
    summary: "Create a return",
    description: `Creates a return for units of an order's line items.

- An unknown order is 404. An unknown line item, or more units than were ordered, is 400. Units that are in another return are 409: only a \`deleted\` return releases its units, a rejected item keeps them.
- \`refund.amount\` is what was paid for the units, and \`productValueNoTaxNoAdjustment\` the same without tax. A unit costs its price, less its share of the line's discount and of what \`totalDiscount\` has beyond the lines' discounts, plus its share of \`totalTax\` unless the prices include it; shares are rounded half up in the order's currency so that the units add up to the line, and the lines to the order.
- Prices exclude or include tax as \`totalPrice\`, else \`subtotalPrice\`, says, within the smallest unit of the currency for each line; where neither fits, no tax is added.
- All refunds of an order together are at most what was paid for it: \`totalPrice\`, else what lines, shipping and tax add up to. If other returns refund more than their units, or were paid before they were \`deleted\`, the new one refunds what is left.
- An item with the compensation \`exchange\` refunds nothing: \`exchange.items\` has what the customer gets instead, for what was paid for the units, with the \`exchangeItem\` of the request, else the same again. Units of a line that differ by the smallest unit of the currency are items of their own. Its fee is \`totals.charge\`.
- The first status is the store's setting, by default \`open\`.
- What the store's policy says of the items is kept in the history, and changes nothing. With \`options.enforcePolicy\` it counts: what it doesn't allow is 409 with \`decisions\`; fees and bonuses are in \`refund\`, in the totals, and as their difference in \`productAdjustment\`; an item that the customer keeps has \`greenReturn\`; and where it wants a review the first status is \`needs_review\`.
- Of a fee and a bonus the fee comes first, then the bonus, for store credit alone; each is rounded half up, and no refund is below 0. A fee of the line or the return is taken once, the highest amount where rules have several, and spread over the items in proportion to what they refund. A bonus comes on top of what was paid for the order.
- \`createExternalRMAs\` (default false) calls every integration of the store and reports each result; a failing integration never fails the return.`,
    "x-errors": {
      404: "The store has no order `externalOrderId` (`order_not_found`).",
      409: "The units are in other returns (`units_not_returnable`); or the store's policy was to be enforced and doesn't allow the return (`not_eligible`).",
    },
    "x-example": RETURN_POSTED,
    "x-response-examples": { 200: CREATED, 201: CREATED },
  },
  preview: {
    operationId: "previewReturn",
    summary: "Preview a return",
    description: `Returns what of an order can still be returned, and what \`items\` would be worth in a return that is created now. It changes nothing.

- Items are checked as *Create a return* checks them, with the same errors; the units may be in another return a moment later.
- \`lines[].value\` is what was paid for all returnable units of the line.
- With \`options.enforcePolicy\` the fees and bonuses of the store's policy are in it, as in a return that is created so.
- \`externalOrderId\` is the merchant's id or, if none matches, the same with one leading \`#\` more or less, or the name that its shop gives it, or the service's id.`,
    "x-errors": {
      404: "The store has no order `externalOrderId` (`order_not_found`).",
      409: "The units are in other returns (`units_not_returnable`); or the store's policy was to be enforced and doesn't allow the return (`not_eligible`).",
    },
    "x-example": PREVIEW_POSTED,
    "x-response-examples": { 200: PREVIEW },
    "x-extension": true,
  },
  list: {
    operationId: "listReturns",
    summary: "List returns",
    description: `Lists returns that match every filter, newest created first unless \`sort\` says otherwise, with their orders; returns of all statuses without \`status\`.

- Send the value of \`X-Page-Next\` as \`X-Page-Continue\` to get the next page; the header is absent on the last page.
- A page may have fewer returns than \`X-Page-Size\`, even none, and a next page: with \`reason\` or \`without_reason\`, and with several filters that each match more than 1,000 returns, it ends after comparing 1,000. By \`updated_at\` only \`status\` and the times of the last change are in the list's order: any other filter counts as several.`,
    "x-response-examples": { 200: { orders: [RETURN_ORDER], returns: [RETURN] } },
    "x-extension": true,
  },
  read: {
    operationId: "readReturn",
    summary: "Get a return with its order",
    description:
      "`return.order.id` is `order.id`, `items[].orderItem.id` is `order.items[].id`, and `orderItem.line_item_id` is `order.items[].externalId`. Unknown values are an empty string, an empty array or a zero amount rather than absent.",
    "x-response-examples": { 200: { order: RETURN_ORDER, return: RETURN } },
  },
  amend: {
    operationId: "amendReturn",
    summary: "Update a return",
    description: `Adds what the merchant and the warehouse know.

- Each field of the body replaces the current one; \`items\` are matched by \`id\`. \`null\` withdraws \`exchange\`, and \`exchangeItem\`, \`externalReturnLineItemId\`, \`grade\`, \`outcome\` and \`refund\` of an item.
- A shipment that becomes \`in_transit\` or \`delivered\` moves an \`open\` or \`in_transit\` return to that status. It is the same shipment while its \`tracker\` is, else its \`shipmentGroupId\`, whatever its place in the array; \`itemIds\` are items of the return.
- Every amount is in the order's currency, not negative, and has at most the currency's decimal places.
- \`items[].refund\` adjusts the refund. All refunds of an order together, of every type and in all returns that aren't \`deleted\`, with what was paid for those that are, are at most what was paid for it: \`totalPrice\`, else what lines, shipping and tax add up to. More is 400 (\`refund_exceeds_paid\`), and \`detail\` says what is left.
- \`refund.type\` is any text: \`store_credit\` and \`gift_card\` count in \`totals.storeCredit\`, \`exchange\` in \`totals.exchange\`, and every other in \`totals.refund\`. With exchange items \`totals.exchange\` is their price and tax times quantity, and \`totals.charge\` what they cost beyond what was paid for the returned units; where items were created with the compensation \`exchange\`, beyond what those are worth in \`refund\`.
- The \`outcome\` \`restock\`, in any case, and \`back_to_stock\` raise the level of the line's variant, else product, at the order's location, else the default one, by the item's units, at once and once; the level is made where it is missing. Where \`assessments\` say what becomes of single units (\`disposition\` with \`unit\`, \`units\` or \`line_item_id\`), those count, until the whole item gets another outcome. Another outcome or \`null\` takes it back.
- What \`exchange.items\` and \`items[].exchangeItem\` name is \`reserved\` at the default location, as far as the store keeps stock of it, until the return is \`complete\` or \`deleted\`; what both name, once. The timeline says what was restocked and reserved, and why not.
- A request that changes nothing sends no webhook and leaves \`updatedAt\` as it is.
- What is added to a return, its notes included, has at most 2 MB of JSON; a patch that makes it no larger is always possible.`,
    "x-errors": { 400: TOO_LARGE_OR_TOO_MUCH },
    "x-example": ADDED,
    "x-response-examples": { 200: { return: RETURN_AMENDED } },
    "x-extension": true,
  },
  status: {
    operationId: "readReturnStatus",
    summary: "Get a return's status",
    description: "Returns the status alone: cheap enough to poll.",
    "x-response-examples": { 200: { status: "in_transit" } },
  },
  changeStatus: {
    operationId: "changeReturnStatus",
    summary: "Update a return's status",
    description: `Changes the status. \`complete\` completes every item, \`rejected\` rejects every item, and \`open\` reopens every item.

\`reason\` says why, for your staff and, with \`rejected\`, for the shopper.

\`deleted\`, and \`open\` after \`complete\`, take what was restocked out of stock; completing again restocks it. \`complete\` and \`deleted\` release what is reserved for an exchange, and reopening reserves it again.

These transitions are allowed; any other, also one to the same status, is 409 with \`allowed\`, the statuses that the return can change to.

${transitionsTable()}

${transitionsDiagram()}`,
    "x-errors": { 409: "The return's status does not allow this transition (`return_transition_refused`)." },
    "x-example": { status: "in_transit" },
    "x-extension": true,
  },
  transitions: {
    operationId: "readReturnTransitions",
    summary: "Get a return's transitions",
    description:
      "Returns the status and the statuses that *Update a return's status* accepts now, for a page that offers them as buttons. A return that changes meanwhile refuses the others with 409.",
    "x-response-examples": {
      200: {
        status: "in_transit",
        allowed: ["delivered", "needs_review", "flagged", "complete", "rejected", "deleted"],
      },
    },
    "x-extension": true,
  },
  history: {
    operationId: "readReturnHistory",
    summary: "Get a return's status history",
    description:
      "Lists every status change, oldest first. The creation is the first one, with `from` null. A return has at most 10,000 entries; then no transition is allowed.",
    "x-response-examples": { 200: { history: HISTORY } },
    "x-extension": true,
  },
  comments: {
    operationId: "listReturnComments",
    summary: "List a return's comments",
    description: "Lists comments, oldest first. The note of the creation is only in `return.notes`.",
    "x-response-examples": { 200: { comments: [COMMENT] } },
    "x-extension": true,
  },
  comment: {
    operationId: "commentReturn",
    summary: "Add a comment to a return",
    description:
      "Takes exactly one of `message` and `image` (base64 of a PNG, JPEG, GIF or WebP, detected from its bytes). The response has the URL of the image, which requires the same credential. The body may have up to 10 MB. A return has at most 1,000 notes.",
    "x-errors": { 400: TOO_LARGE },
    "x-example": { comment: COMMENT },
    "x-response-examples": { 200: { comment: COMMENT }, 201: { comment: COMMENT } },
  },
  image: {
    operationId: "readReturnCommentImage",
    summary: "Get the image of a comment",
    description: "Returns the image's bytes with their media type.",
    responses: {
      200: {
        description: "The image.",
        headers: { "X-Content-Type-Options": { $ref: "#/components/headers/X-Content-Type-Options" } },
        content: { "image/png": {}, "image/jpeg": {}, "image/gif": {}, "image/webp": {} },
      },
    },
    "x-extension": true,
  },
};
