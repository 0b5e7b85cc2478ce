import { MAX_COUNTED } from "./schema.ts";

/** The documentation of the operation. */
export const DOCS = {
  list: {
    operationId: "listJobs",
    summary: "List background work",
    description: `Returns what the service still has to do for the store, by kind.

- \`events\` are accepted bulk requests that are not recorded yet, \`deliveries\` those of webhooks that are pending, \`backfills\` and \`replays\` the jobs that prepare deliveries, \`exports\` the files of the ASN report that are not written, \`imports\` the files of stock that are not imported, \`erasures\` the customers that are being erased, \`merges\` the merged customers whose rows are being moved.
- A count is exact up to ${MAX_COUNTED}; above it, \`isAtLeast\` is true, and \`oldest\` and \`failing\` are those of what was counted. Backfills and replays are looked for among the first ${MAX_COUNTED} of all stores.
- What has failed is tried again by itself. An export or import that is \`failed\` is not: *Retry an ASN export*, *Resume an inventory import*, *Resume an order import*.
- \`perMinute\` counts bulk requests, deliveries that were made or discarded, jobs, files and customers of the last 60 full minutes. The counts of the last seconds of a process that was killed are missing.`,
    "x-response-examples": {
      200: {
        queues: [
          {
            kind: "events",
            waiting: 3,
            isAtLeast: false,
            oldest: "2026-03-09T16:05:21.880Z",
            failing: 0,
            perMinute: 41.2,
          },
          { kind: "deliveries", waiting: 0, isAtLeast: false, oldest: null, failing: 0, perMinute: 0 },
        ],
      },
    },
    "x-extension": true,
  },
  failures: {
    operationId: "listJobFailures",
    summary: "List failed jobs",
    description: `Returns the background work of the store that has failed, with the reason.

- A reason is a code of the database or a word of the service, never an error message, which could have values.
- What isn't given up is tried again by itself, within a minute. Failed deliveries are those of *List a webhook's deliveries*.
- Backfills and replays are looked for among the first ${MAX_COUNTED} of all stores.`,
    "x-extension": true,
  },
};
