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

/** What the documentation says of each operation. */
export const DOCS = {
  report: {
    operationId: "reportAsn",
    summary: "Get the ASN report",
    description:
      "One row per returned unit, of the return created last first; `id` repeats over the rows of a return, `return_line_item_id` never does. `from` and `to` are compared with `created_at`, to the second and both ends included; days are days of UTC. Without `from` it begins with the day one week ago. **What is no date is 1970-01-01, without any error**: so a mistaken `from` gives everything up to `to`, and a mistaken `to` nothing. There is no limit to the range, and no page: the answer is streamed, and a failure on the way breaks the connection before the closing bracket. Times are ISO 8601 with `+00:00`. `purchase_price` is the unit's own share of its line after discounts. Label fields are null without a label; what this service doesn't know is null.",
    "x-errors": { 429: TOO_MANY_STREAMS },
    "x-response-examples": { 200: [ROW] },
  },
  order: {
    operationId: "orderAsnExport",
    summary: "Start an ASN export",
    description:
      "The rows of *Get the ASN report*, written to a file in the background: `csv` as in RFC 4180 with a header (texts stay as they are, also those that a spreadsheet would take for a formula; null is empty), or `jsonl` with the rows as the report gives them, one on each line. `from` and `to` are read as there, but what is no date is refused (422). The same range gives the same bytes for as long as its returns don't change. A file is kept for a week unless the operator has configured another time.",
    "x-example": { from: "2026-03-01", to: "2026-03-07", format: "csv" },
    "x-errors": {
      422: "A `from` or `to` is no date, `to` is before `from`, or `format` is another one.",
      429: `${TOO_MANY} Or fifty exports of the store are not written yet.`,
    },
    "x-response-examples": { 202: { id: ID } },
    "x-extension": true,
  },
  read: {
    operationId: "readAsnExport",
    summary: "Get export status",
    description:
      "`rows_total` is 0 until the rows have been counted; `download_url` is null until the file is whole. An export that was interrupted goes on where it was. An unknown one, and one that is no longer kept, is 404.",
    "x-response-examples": {
      200: { id: ID, status: "ready", rows_done: 18240, rows_total: 18240, download_url: FILE },
    },
    "x-extension": true,
  },
  file: {
    operationId: "fetchAsnExport",
    summary: "Download an export file",
    description: "The file as an attachment, with the same credential as everything else.",
    "x-errors": { 429: TOO_MANY_STREAMS },
    responses: {
      200: {
        description: "The file.",
        headers: {
          "Content-Disposition": { $ref: "#/components/headers/Content-Disposition" },
          "X-Content-Type-Options": { $ref: "#/components/headers/X-Content-Type-Options" },
        },
        content: { "text/csv": {}, "application/jsonl": {} },
      },
      404: refused(NoExport),
      409: refused(NoFile),
    },
    "x-extension": true,
  },
};

function refused(schema: { description?: string }) {
  return {
    description: schema.description ?? "",
    content: { "application/json": { schema: schema as object } },
  };
}
