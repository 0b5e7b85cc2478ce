/** The documentation of the operation. */
export const DOCS = {
  list: {
    operationId: "listRetention",
    summary: "List retention",
    description: `Returns for how long the rows that have an end are kept, and what was removed last of the store's.

- The times are settings of the service, which hold for all of its stores. Each is removed once a day.
- \`lastRun\` is null before the first removal, and for what is kept forever. A removal that was interrupted counts from where it went on.
- Orders, returns, customers and stock are never removed by age.`,
    "x-response-examples": {
      200: {
        retention: [
          {
            kind: "requests",
            setting: "RETENTION_REQUESTS",
            keptForSeconds: 604_800,
            lastRun: { endedAt: "2026-03-09T03:17:04.120Z", removed: 1_204 },
          },
          { kind: "events", setting: "RETENTION_EVENTS", keptForSeconds: null, lastRun: null },
        ],
      },
    },
    "x-extension": true,
  },
};
