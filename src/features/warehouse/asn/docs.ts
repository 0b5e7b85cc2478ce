import { attachmentDocs } from "../../../core/http/attachment-docs.ts";
import { TOO_MANY, TOO_MANY_STREAMS } from "../api-style.ts";
import { NoExport, NoFile } from "./schema.ts";

const ID = "asn_01kkr5c02m0000t1x4h7e9rqzs";
const FILE = `https://returns.example.test/api/v1/warehouse/reporting/asn/exports/${ID}/file`;

/** The documentation of each operation. */
export const DOCS = {
  report: {
    operationId: "reportAsn",
    summary: "Get the ASN report",
    description: `Returns one row per returned unit, newest created return first. \`id\` is the same in all rows of a return, \`return_line_item_id\` is unique.

- \`from\` and \`to\` are compared with \`created_at\`, to the second and inclusive; days are in UTC. The default \`from\` is the day one week ago.
- **An invalid date is read as 1970-01-01 without an error**: an invalid \`from\` returns everything up to \`to\`, an invalid \`to\` nothing.
- From the version \`2026-10\` on, the range has at most 120 days, beyond which it is 422; in \`v1\` and \`2026-07\`, and in an export, it is not limited. The report has no pages. The response is streamed; on a failure the connection closes before the closing bracket.
- Times are ISO 8601 with \`+00:00\`. \`purchase_price\` is the unit's price after discounts, without tax. Unknown values, and label fields without a label, are null.`,
    "x-errors": {
      422: "From the version `2026-10` on: the range is longer than 120 days.",
      429: TOO_MANY_STREAMS,
    },
  },
  order: {
    operationId: "orderAsnExport",
    summary: "Start an ASN export",
    description: `Writes the rows of *Get the ASN report* to a file, in the background.

- \`csv\` is RFC 4180 with a header; null is empty. A text that a spreadsheet would read as a formula (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line break) begins with an apostrophe; \`jsonl\` has every text as it is.
- \`jsonl\` has the rows of the report, one per line.
- \`from\` and \`to\` are as in the report, but an invalid date is 422.
- The same range returns the same bytes until its returns change. A file is deleted after a week by default.`,
    "x-example": { from: "2026-03-01", to: "2026-03-07", format: "csv" },
    "x-errors": {
      422: "`from` or `to` is not a date, `to` is before `from`, or `format` is invalid.",
      429: `${TOO_MANY} Also: 50 exports of the store are not finished.`,
    },
    "x-extension": true,
  },
  read: {
    operationId: "readAsnExport",
    summary: "Get export status",
    description:
      "`rows_total` is 0 until the rows are counted; `download_url` is null until the file is complete. An interrupted export resumes where it stopped. An unknown or deleted export is 404.",
    "x-response-examples": {
      200: { id: ID, status: "ready", rows_done: 18240, rows_total: 18240, download_url: FILE },
    },
    "x-extension": true,
  },
  file: {
    operationId: "fetchAsnExport",
    summary: "Download an export file",
    description: "Returns the file as an attachment. Requires the same credential as the other operations.",
    "x-errors": { 429: TOO_MANY_STREAMS },
    responses: {
      200: attachmentDocs("text/csv", "application/jsonl"),
      404: errorResponse(NoExport),
      409: errorResponse(NoFile),
    },
    "x-extension": true,
  },
};

function errorResponse(schema: { description?: string }) {
  return {
    description: schema.description ?? "",
    content: { "application/json": { schema: schema as object } },
  };
}
