import { MAX_COUNTED } from "./schema.ts";

/** The documentation of the operation. */
export const DOCS = {
  list: {
    operationId: "listJobs",
    summary: "List background work",
    description: `Returns what the service still has to do for the store, by kind.

- \`events\` are accepted bulk requests that are not recorded yet, \`deliveries\` those of webhooks that are pending, \`backfills\` and \`replays\` the jobs that prepare deliveries, \`exports\` the files of the ASN report that are not written, \`erasures\` the customers that are being erased.
- A count is exact up to ${MAX_COUNTED}; above it, \`isAtLeast\` is true, and \`oldest\` and \`failing\` are those of what was counted. Backfills and replays are looked for among the first ${MAX_COUNTED} of all stores.
- What has failed is tried again by itself. An export that is \`failed\` is not: start another one.`,
    "x-response-examples": {
      200: {
        queues: [
          { kind: "events", waiting: 3, isAtLeast: false, oldest: "2026-03-09T16:05:21.880Z", failing: 0 },
          { kind: "deliveries", waiting: 0, isAtLeast: false, oldest: null, failing: 0 },
        ],
      },
    },
    "x-extension": true,
  },
};
