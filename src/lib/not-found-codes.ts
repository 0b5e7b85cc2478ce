/** The part of the catalogue of errors (`problem-codes.ts`) with the status 404. */
export const NOT_FOUND_CODES = {
  route_not_found: {
    status: 404,
    cause: "No operation has this path.",
    cure: "Compare the path with the description at `/docs`.",
  },
  store_not_found: {
    status: 404,
    cause: "There is no such store.",
    cure: "Check the store's id.",
  },
  dry_run_not_found: {
    status: 404,
    cause: "The store has no such dry run of a policy: of a store the latest 20 are kept.",
    cure: "Start it again.",
  },
  location_not_found: {
    status: 404,
    cause: "The store has no such location.",
    cure: "List the store's locations.",
  },
  mail_not_found: {
    status: 404,
    cause: "The store has no such mail, or it was sent longer ago than mails are kept.",
    cure: "List the store's mails.",
  },
  connector_not_found: {
    status: 404,
    cause: "The store has no connector of this kind.",
    cure: "List the store's connectors, or connect the shop by `PUT`.",
  },
  integration_not_found: {
    status: 404,
    cause: "The store has no such integration.",
    cure: "List the store's integrations.",
  },
  withdrawal_not_found: {
    status: 404,
    cause: "The store has no such withdrawal.",
    cure: "List the store's withdrawals.",
  },
  client_not_found: {
    status: 404,
    cause: "The store has no active API client with this id.",
    cure: "List the store's API clients.",
  },
  person_not_found: {
    status: 404,
    cause: "Only in the console: the store has no such person or invitation.",
    cure: "List the store's people.",
  },
  session_not_found: {
    status: 404,
    cause: "Only in the console: the session has ended.",
    cure: "List the sessions again.",
  },
  link_not_valid: {
    status: 404,
    cause: "Only in the console: the one-time link was used, replaced or withdrawn, or is older than a week.",
    cure: "Ask for a new link.",
  },
  customer_not_found: {
    status: 404,
    cause: "The store has no such customer.",
    cure: "Check the identifier. A customer exists from the first event or order on.",
  },
  order_not_found: {
    status: 404,
    cause: "The store has no such order.",
    cure: "Check the id, or create the order first.",
  },
  fulfillment_not_found: {
    status: 404,
    cause: "The order has no such fulfillment.",
    cure: "Check the id, or record the fulfillment first.",
  },
  return_not_found: {
    status: 404,
    cause: "The store has no such return.",
    cure: "Check the id (`ret_…`).",
  },
  segment_not_found: {
    status: 404,
    cause: "The store has no such segment.",
    cure: "Check the key, or save the segment first.",
  },
  policy_not_found: {
    status: 404,
    cause: "The store has no return policy, or it has no such version.",
    cure: "Save one, or list the versions. Without a policy everything may be returned.",
  },
  comment_not_found: {
    status: 404,
    cause: "The return has no such image comment.",
    cure: "Use the URL in the comment's `image`.",
  },
  inventory_level_not_found: {
    status: 404,
    cause: "The store has no such inventory level.",
    cure: "Check the id (`li_…`).",
  },
  inventory_item_not_found: {
    status: 404,
    cause: "The store has no such inventory item.",
    cure: "Check the id (`ii_…`).",
  },
  export_not_found: {
    status: 404,
    cause: "The store has no such export, or no longer has it.",
    cure: "List the store's exports.",
  },
  import_not_found: {
    status: 404,
    cause: "The store has no such import, or no longer has it.",
    cure: "List the store's inventory imports.",
  },
  order_import_not_found: {
    status: 404,
    cause: "The store has no such import of orders, or no longer has it.",
    cure: "List the store's order imports.",
  },
  webhook_not_found: {
    status: 404,
    cause: "The store has no such webhook.",
    cure: "List the store's webhooks.",
  },
  delivery_not_found: {
    status: 404,
    cause: "The webhook has no such delivery, or no longer has it.",
    cure: "List the webhook's deliveries.",
  },
} as const;
