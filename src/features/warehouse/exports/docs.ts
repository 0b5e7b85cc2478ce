import { attachmentDocs } from "../../../core/http/attachment-docs.ts";

/** The documentation of each operation. */
export const DOCS = {
  list: {
    operationId: "listExports",
    summary: "List ASN exports",
    description:
      "Lists the store's exports of the ASN report, newest first, those started in the warehouse API included. They are kept for a week, unless the operator has set another time.",
    "x-extension": true,
  },
  start: {
    operationId: "startExport",
    summary: "Start an ASN export",
    description:
      "Starts a file of the ASN report, which has a line for each unit of the returns created in a range. `from` is a date, or a date and time, by default one week ago; `to` is the same, where a date means the end of that day, by default the end of today. A store has at most 50 unfinished exports.",
    "x-errors": { 429: "The store has 50 unfinished exports (`too_many_at_once`)." },
    "x-example": { from: "2026-03-01", to: "2026-03-31", format: "csv" },
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
