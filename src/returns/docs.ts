import {
  ADDED,
  COMMENT,
  HISTORY,
  RETURN,
  RETURN_AMENDED,
  RETURN_ORDER,
  RETURN_POSTED,
} from "./docs-examples.ts";

const CREATED = { return: RETURN, externalRMAResponses: [] };

/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  create: {
    operationId: "createReturn",
    summary: "Create a return",
    description:
      "Returns units of an order's line items. An unknown order is 404; an unknown line item, or more units than were ordered, is 400; units that another return holds are 409 (only a `deleted` return gives its units free; a rejected item stays used). Each unit is worth its price less its share of the line's discount, rounded half up in the order's currency so that all parts add up to the line. The first status is `open` unless the store begins elsewhere. `createExternalRMAs` (default false) asks every integration of the store and reports each answer; a failing integration never fails the return.",
    "x-errors": {
      404: "The store has no order `externalOrderId`.",
      409: "Other returns hold these units.",
    },
    "x-example": RETURN_POSTED,
    "x-response-examples": { 200: CREATED, 201: CREATED },
  },
  list: {
    operationId: "listReturns",
    summary: "List returns",
    description:
      "Newest created first, all statuses unless `status` is given, with the orders that they belong to. Follow `X-Page-Next` with `X-Page-Continue`; it is absent on the last page.",
    "x-response-examples": { 200: { orders: [RETURN_ORDER], returns: [RETURN] } },
    "x-extension": true,
  },
  read: {
    operationId: "readReturn",
    summary: "Get a return with its order",
    description:
      "Joins: `return.order.id` is `order.id`, `items[].orderItem.id` is `order.items[].id`, `orderItem.line_item_id` is `order.items[].externalId`. What is unknown is an empty text, an empty list or zero money rather than absent.",
    "x-response-examples": { 200: { order: RETURN_ORDER, return: RETURN } },
  },
  amend: {
    operationId: "amendReturn",
    summary: "Update a return",
    description:
      "Each given member replaces the one before; `items` are amended one by one by `id`. A shipment that becomes `in_transit` or `delivered` takes along a return that is on its way. `items[].refund` adjusts what is paid back, in the order's currency. A patch that changes nothing leaves no trace.",
    "x-example": ADDED,
    "x-response-examples": { 200: { return: RETURN_AMENDED } },
    "x-extension": true,
  },
  status: {
    operationId: "readReturnStatus",
    summary: "Get a return's status",
    description: "The status alone, for those who ask often.",
    "x-response-examples": { 200: { status: "in_transit" } },
  },
  changeStatus: {
    operationId: "changeReturnStatus",
    summary: "Update a return's status",
    description:
      "Only along the transitions; anything else is 409. `complete` completes every item, `rejected` rejects every item, back to `open` reopens them.",
    "x-errors": { 409: "There is no way from the return's status to this one." },
    "x-example": { status: "in_transit" },
    "x-extension": true,
  },
  history: {
    operationId: "readReturnHistory",
    summary: "Get a return's status history",
    description: "Oldest first, the creation (`from` null) included.",
    "x-response-examples": { 200: { history: HISTORY } },
    "x-extension": true,
  },
  comments: {
    operationId: "listReturnComments",
    summary: "List a return's comments",
    description: "Oldest first. The note given at creation is in `return.notes` alone.",
    "x-response-examples": { 200: { comments: [COMMENT] } },
    "x-extension": true,
  },
  comment: {
    operationId: "commentReturn",
    summary: "Add a comment to a return",
    description:
      "Exactly one of `message` and `image` (base64 of a PNG, JPEG, GIF or WebP, judged by its bytes). An image is answered as the address where it is kept, which takes the same credential. The body may have 10 MB.",
    "x-example": { comment: COMMENT },
    "x-response-examples": { 200: { comment: COMMENT }, 201: { comment: COMMENT } },
  },
  image: {
    operationId: "readReturnCommentImage",
    summary: "Get the image of a comment",
    description: "The bytes as they were sent, under the media type that they are.",
    responses: {
      200: {
        description: "The picture.",
        headers: { "X-Content-Type-Options": { $ref: "#/components/headers/X-Content-Type-Options" } },
        content: { "image/png": {}, "image/jpeg": {}, "image/gif": {}, "image/webp": {} },
      },
    },
    "x-extension": true,
  },
};
