import { LEVEL } from "../inventory/docs.ts";

/** The OpenAPI text of the operation, including choices where the specification is silent. */
export const DOCS = {
  read: {
    operationId: "readChanges",
    summary: "Read changes",
    description: [
      "Returns the store's changes in the order in which they were committed, each with its number, without",
      "gaps or repeats, and in `next` the `after` of the next request. A reader that has followed the feed",
      "from the start holds what the lists show.",
      "- **Begin**: request `after=latest` and keep its `next`; read the lists (returns, orders, inventory",
      "  levels and items); then follow the feed from that `next`. Objects that changed meanwhile come in",
      "  the feed. A store that has always been followed needs no lists: omit `after`.",
      "- **Follow**: request `after=<next>&wait=20` repeatedly, and store `next` together with what was",
      "  applied. With `wait` an empty page waits up to that many seconds for a change. A page without",
      "  changes means that the reader is up to date; `next` then is the `after` of the request.",
      "- **Types**: `order.created`; `order.updated` (fulfillments, tracking, edits by its shop);",
      "  `return.created`;",
      "  `return.updated` (status, comments, notes, every patch that changes something, and an edit of the",
      "  order by its shop that the return shows);",
      "  `customer.created` and `customer.updated` (a profile that really changed); `customer.merged` (`id` is of",
      "  the customer that is gone, `data` the customer that it leads to, whose `customer.updated` follows, and",
      "  changes of the moved orders and returns); `customer.erased` (`data` is null; changes of the customer's",
      "  orders and returns follow); `level.updated` and `item.updated` (stock, new or changed);",
      "  `withdrawal.created` and `withdrawal.updated` (its person was erased).",
      "- **data** is the object's state when the page is read, as the operation that reads it by id returns",
      "  it (a return with its order): the effect of the change or of a later one, never of an earlier one.",
      "  It is null for an object that no longer exists. The list of inventory items shows those with a",
      "  quantity above 0.",
      "- When a location's name, address or phone number changes, the levels, items and returns that show it",
      "  follow in the background, 1,000 at a time.",
      "- A change that was committed before another was written has the lower number of the two, so the",
      "  changes of one object are always in the order in which they were made.",
      "- A page ends early at 4 MB.",
      "- Changes are kept for 30 days (unless the operator has configured another time). An older `after` is",
      "  410, as is a number that the feed has not reached: begin again.",
    ].join("\n"),
    "x-errors": {
      410: "The changes after this number are no longer kept, or the feed has not reached it (`changes_not_kept`): begin again with `after=latest` and the lists.",
      429: "In one process of the service 50 requests of the store, or 1,000 in all, wait for changes (`too_many_at_once`).",
    },
    "x-extension": true,
    "x-response-examples": {
      200: {
        changes: [
          {
            sequence: 4711,
            type: "level.updated",
            id: LEVEL.id,
            at: "2026-03-02T08:15:03.412Z",
            data: LEVEL,
          },
        ],
        next: 4711,
      },
    },
  },
};
