import { attachmentDocs } from "../../../core/http/attachment-docs.ts";
import { RETURN } from "../docs-examples.ts";
import { MAX_CHANGED, MAX_COUNTED, MAX_CSV_ROWS, OVERDUE_DAYS } from "./schema.ts";

/** The documentation of each operation. */
export const DOCS = {
  queues: {
    operationId: "readReturnQueues",
    summary: "List queues of returns",
    description: `Returns how many returns wait for the merchant, and since when.

- \`needs_review\`, \`flagged\` and \`delivered\` (which has not been processed) are the returns with this status. \`overdue\` are those \`in_transit\` that have not changed for ${OVERDUE_DAYS} days: no status, shipment, comment or other update.
- \`oldest\` is the earliest \`updatedAt\` of the queue's returns.
- A count is exact up to ${MAX_COUNTED}; above it, \`isAtLeast\` is true.
- \`query\` is the query of *List returns* that shows exactly the queue's returns.
- With \`since\`, such as the beginning of the store's day, \`progress\` says how many returns have arrived and were processed since then. It is exact while at most ${MAX_CHANGED} returns have changed since.`,
    "x-response-examples": {
      200: {
        queues: [
          {
            name: "needs_review",
            count: 3,
            isAtLeast: false,
            oldest: "2026-03-02T09:41:07.120Z",
            query: "status=needs_review",
          },
          { name: "flagged", count: 0, isAtLeast: false, oldest: null, query: "status=flagged" },
          {
            name: "delivered",
            count: MAX_COUNTED,
            isAtLeast: true,
            oldest: "2026-03-01T15:10:00.000Z",
            query: "status=delivered",
          },
          {
            name: "overdue",
            count: 1,
            isAtLeast: false,
            oldest: "2026-02-11T08:00:12.004Z",
            query: "status=in_transit&updated_at_max=2026-02-23T12%3A00%3A00.000Z",
          },
        ],
        progress: {
          received: { count: 12, isAtLeast: false },
          processed: { count: 9, isAtLeast: false },
        },
      },
    },
    "x-extension": true,
  },
  changeStatuses: {
    operationId: "changeReturnStatuses",
    summary: "Update the status of several returns",
    description: `Changes the status of up to 100 returns, as *Update a return's status* does for one.

- Each return is changed in a transaction of its own, in the order of \`ids\`; \`results\` has one entry per id, in the same order.
- An entry's \`status\` is 200, 404 for an unknown return, or 409 for a transition that is not allowed, with \`allowed\`.
- A request that fails as a whole may have changed some of the returns. It can be repeated: those are then 409.`,
    "x-example": { ids: [RETURN.id], status: "in_transit" },
    "x-response-examples": {
      200: {
        results: [
          { id: RETURN.id, status: 200 },
          {
            id: "ret_01m5fq8e1k0000w2n7c4x8b3rs",
            status: 409,
            code: "return_transition_refused",
            detail: "A return that is rejected cannot become in_transit.",
            allowed: ["open"],
          },
        ],
      },
    },
    "x-extension": true,
  },
  csv: {
    operationId: "exportReturns",
    summary: "List returns as CSV",
    description: `Returns the returns that *List returns* lists with the same query as a CSV file (RFC 4180) with a header line, one line per return, newest created first.

- It ends after ${MAX_CSV_ROWS} returns; \`created_at_max\` continues with older ones.
- Several SKUs, reasons, tracking numbers and tags are separated by \`; \`, each once.
- A cell that a spreadsheet would read as a formula (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line break) begins with an apostrophe.`,
    responses: {
      200: attachmentDocs("text/csv"),
    },
    "x-extension": true,
  },
};
