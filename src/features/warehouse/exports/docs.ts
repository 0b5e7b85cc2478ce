import { attachmentDocs } from "../../../core/http/attachment-docs.ts";

const ID = "asn_01m5zk7wq10000h2v8d3c6x9ty";

/** The documentation of each operation. */
export const DOCS = {
  list: {
    operationId: "listExports",
    summary: "List ASN exports",
    description:
      "Lists the store's exports of the ASN report, newest first, those started in the warehouse API included. They are kept for a week, unless the operator has set another time.",
    "x-response-examples": {
      200: {
        exports: [
          {
            id: ID,
            format: "csv",
            status: "running",
            from: "2026-03-01T00:00:00.000Z",
            to: "2026-03-31T23:59:59.000Z",
            rowsDone: 6_200,
            rowsTotal: 18_240,
            createdAt: "2026-04-01T08:15:30.120Z",
            url: null,
          },
        ],
      },
    },
    "x-extension": true,
  },
  start: {
    operationId: "startExport",
    summary: "Start an ASN export",
    description:
      "Starts a file of the ASN report, which has a line for each unit of the returns created in a range. `from` is a date, or a date and time, by default one week ago; `to` is the same, where a date means the end of that day, by default the end of today. A store has at most 50 unfinished exports.",
    "x-errors": { 429: "The store has 50 unfinished exports (`too_many_at_once`)." },
    "x-example": { from: "2026-03-01", to: "2026-03-31", format: "csv" },
    "x-response-examples": { 202: { id: ID } },
    "x-extension": true,
  },
  delete: {
    operationId: "deleteExport",
    summary: "Delete an ASN export",
    description: "Deletes an export and its file. One that is being written is cancelled.",
    "x-extension": true,
  },
  retry: {
    operationId: "retryExport",
    summary: "Retry an ASN export",
    description: "Lets an export that has failed go on where it has ended.",
    "x-errors": {
      409: "The export has not failed (`export_not_failed`).",
      429: "The store has 50 unfinished exports (`too_many_at_once`).",
    },
    "x-extension": true,
  },
  file: {
    operationId: "readExportFile",
    summary: "Download an ASN export",
    description: "Returns the file of an export as an attachment.",
    "x-errors": { 409: "The export is not ready, or has failed (`export_not_ready`)." },
    responses: {
      200: attachmentDocs("text/csv", "application/jsonl"),
    },
    "x-extension": true,
  },
};
