import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Maybe, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { STATES } from "../state.ts";

const Text = () => Nullable(Type.String());

export type AsnRow = Static<typeof AsnRow>;
export const AsnRow = Type.Object(
  {
    id: Type.Integer({ description: "The id of the return; the same in all of its rows." }),
    service_id: Type.String(),
    return_line_item_id: Type.String({ description: "The id of the unit." }),
    order_id: Type.String(),
    order_name: Type.String(),
    order_number: Text(),
    provider_order_number: Text(),
    state: OneOf(STATES),
    customer_email: Text(),
    title: Type.String(),
    purchase_price: Type.String({
      description: "The unit's price less its share of the discounts, without tax.",
    }),
    sku: Text(),
    barcode: Text(),
    carrier: Text(),
    service: Text(),
    label_status: Text(),
    tracking_number: Text(),
    integration_tracking_url: Text(),
    restock_status: Text(),
    currency: Type.String(),
    label_updated_at: Text(),
    label_url: Text(),
    label_rate: Nullable(Type.Number()),
    closed_at: Text(),
    updated_at: Type.String(),
    created_at: Type.String(),
    return_reason: Text(),
    actioned_by: Text(),
    return_method: Text(),
    return_method_rma_code: Text(),
    return_method_state: Text(),
    date_delivered: Text(),
    outcome: Text(),
    scannable_id: Text(),
    package_reference: Text(),
    shipping_box_barcode: Text(),
    provider_created_at: Text(),
    destination_id: Nullable(Type.Integer()),
    destination_name: Text(),
    destination_address1: Text(),
    destination_address2: Text(),
    destination_city: Text(),
    destination_state: Text(),
    destination_zip: Text(),
    consolidation_tracking: Text(),
  },
  { title: "Warehouse ASN row" },
);

/** The columns of the report, in order. */
export const ASN_FIELDS = Object.keys(AsnRow.properties) as (keyof AsnRow)[];

const FORMATS = ["csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

export type ExportBody = Static<typeof ExportBody>;
export const ExportBody = Type.Object(
  {
    from: Maybe(BoundedText()),
    to: Maybe(BoundedText()),
    format: OneOf(FORMATS),
  },
  { title: "New warehouse ASN export" },
);

export type AsnExport = Static<typeof AsnExport>;
export const AsnExport = Type.Object(
  {
    id: Type.String(),
    status: OneOf(["queued", "running", "ready", "failed"]),
    rows_done: Type.Integer(),
    rows_total: Type.Integer({ description: "0 until the rows are counted." }),
    download_url: Nullable(Type.String()),
  },
  { title: "Warehouse ASN export" },
);

const ErrorBody = (title: string, message: string, description: string) =>
  Type.Object(
    { errors: Type.Object({ message: Type.String({ examples: [message] }) }) },
    { title, description, examples: [{ errors: { message } }] },
  );

export const NoExport = ErrorBody(
  "Warehouse ASN export not found",
  "No export found with this ID.",
  "The store has no export with this id.",
);

export const NoFile = ErrorBody(
  "Warehouse ASN file not ready",
  "The export is running: it has no file.",
  "The export is not ready, or has failed.",
);

export const ExportOrdered = Type.Object({ id: Type.String() }, { title: "Warehouse ASN export created" });
