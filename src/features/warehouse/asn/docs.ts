import { attachmentDocs } from "../../../core/http/attachment-docs.ts";
import { TOO_MANY, TOO_MANY_STREAMS } from "../api-style.ts";
import { type AsnRow, NoExport, NoFile } from "./schema.ts";

const ROW: AsnRow = {
  id: 25044777,
  service_id: "ret_01kkr4r9xz0000b6h3m2t8vwpk",
  return_line_item_id: "90112000",
  order_id: "7710021",
  order_name: "#1001",
  order_number: "1001",
  provider_order_number: "1001",
  state: "open",
  customer_email: "alex@example.test",
  title: "Tee - Black / M",
  purchase_price: "60.00",
  sku: "TEE-BLK-M",
  barcode: null,
  carrier: "USPS",
  service: null,
  label_status: "pre_transit",
  tracking_number: "9400100000000000000001",
  integration_tracking_url: null,
  restock_status: null,
  currency: "USD",
  label_updated_at: "2026-03-02T14:07:41+00:00",
  label_url: "https://labels.example.test/abc.pdf",
  label_rate: null,
  closed_at: null,
  updated_at: "2026-03-02T14:07:41+00:00",
  created_at: "2026-03-02T14:05:09+00:00",
  return_reason: "Too small",
  actioned_by: null,
  return_method: null,
  return_method_rma_code: null,
  return_method_state: null,
  date_delivered: null,
  outcome: "refund",
  scannable_id: null,
  package_reference: null,
  shipping_box_barcode: null,
  provider_created_at: "2026-02-20T10:00:00+00:00",
  destination_id: 7295,
  destination_name: "Main warehouse",
  destination_address1: "1 Dock Rd",
  destination_address2: null,
  destination_city: "Columbus",
  destination_state: "OH",
  destination_zip: "43004",
  consolidation_tracking: null,
};

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
    "x-response-examples": { 200: [ROW] },
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
    "x-response-examples": { 202: { id: ID } },
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
