import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, field, Maybe, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { STATES } from "../state.ts";

const Text = () => Nullable(Type.String());

export type AsnRow = Static<typeof AsnRow>;
export const AsnRow = Type.Object(
  {
    id: field(Type.Integer(), "The id of the return; the same in all of its rows.", 25044777),
    service_id: field(Type.String(), "The service's own id of the return.", "ret_01kkr4r9xz0000b6h3m2t8vwpk"),
    return_line_item_id: field(Type.String(), "The id of the unit.", "90112000"),
    order_id: field(Type.String(), "The order's numeric id.", "7710021"),
    order_name: field(Type.String(), "The merchant's own id of the order.", "#1001"),
    order_number: field(Text(), "The number in the order's name, if any.", "1001"),
    provider_order_number: field(Text(), "The commerce platform's number of the order, if any.", "1001"),
    state: field(OneOf(STATES), "The state, as Loop names it."),
    customer_email: field(Text(), "The customer's e-mail address.", "alex@example.test"),
    title: field(Type.String(), "The product's title.", "Tee - Black / M"),
    purchase_price: field(
      Type.String(),
      "The unit's price less its share of the discounts, without tax.",
      "60.00",
    ),
    sku: field(Text(), "The merchant's stock keeping unit.", "TEE-BLK-M"),
    barcode: field(Text(), "The bar code of the product.", "036000291452"),
    carrier: field(Text(), "The carrier, or `N/A` in the list without a label.", "USPS"),
    service: field(Text(), "The service of the carrier.", "Ground"),
    label_status: field(Text(), "Where the parcel is.", "pre_transit"),
    tracking_number: field(
      Text(),
      "The tracking number, or `N/A` in the list without a label.",
      "9400100000000000000001",
    ),
    integration_tracking_url: field(
      Text(),
      "The integration's page about the parcel.",
      "https://carrier.example/1Z999",
    ),
    restock_status: field(Text(), "Whether the piece was put back into stock.", "restocked"),
    currency: field(Type.String(), "The ISO 4217 code of the currency.", "USD"),
    label_updated_at: field(Text(), "When the label's status last changed.", "2026-03-02T14:07:41+00:00"),
    label_url: field(Text(), "The address of the label.", "https://labels.example.test/abc.pdf"),
    label_rate: field(Nullable(Type.Number()), "What the label costs.", 4.9),
    closed_at: field(Text(), "When the return was closed.", "2026-03-05T10:00:00+00:00"),
    updated_at: field(Type.String(), "When it last changed.", "2026-03-02T14:07:41+00:00"),
    created_at: field(Type.String(), "When it was created.", "2026-03-02T14:05:09+00:00"),
    return_reason: field(Text(), "Why the piece is returned.", "Too small"),
    actioned_by: field(Text(), "Who processed the return.", "warehouse"),
    return_method: field(Text(), "How the customer sends the parcel.", "label"),
    return_method_rma_code: field(Text(), "The code to write on the parcel.", "RMA-1042"),
    return_method_state: field(Text(), "The state of the method.", "active"),
    date_delivered: field(Text(), "When the parcel arrived.", "2026-03-04T11:20:00+00:00"),
    outcome: field(Text(), "What the customer gets.", "refund"),
    scannable_id: field(Text(), "The text of the code that is scanned.", "QR-1Z999"),
    package_reference: field(Text(), "The reference on the parcel.", "parcel-1"),
    shipping_box_barcode: field(Text(), "The bar code of the box.", "BOX-1"),
    provider_created_at: field(Text(), "When the order was created.", "2026-02-20T10:00:00+00:00"),
    destination_id: field(
      Nullable(Type.Integer()),
      "The numeric id of the warehouse that the parcel goes to.",
      7295,
    ),
    destination_name: field(Text(), "The name of that warehouse.", "Main warehouse"),
    destination_address1: field(Text(), "Its street and house number.", "1 Dock Rd"),
    destination_address2: field(Text(), "A second line of its street.", "Gate 2"),
    destination_city: field(Text(), "Its city.", "Columbus"),
    destination_state: field(Text(), "Its state or province.", "OH"),
    destination_zip: field(Text(), "Its postal code.", "43004"),
    consolidation_tracking: field(Text(), "The tracking number of the collective parcel.", "1Z888"),
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
    from: field(Maybe(BoundedText()), "The first moment.", "2026-03-01"),
    to: field(Maybe(BoundedText()), "The last moment; a date is the end of that day.", "2026-03-31"),
    format: field(OneOf(FORMATS), "The format of the file."),
  },
  { title: "New warehouse ASN export" },
);

export type AsnExport = Static<typeof AsnExport>;
export const AsnExport = Type.Object(
  {
    id: field(Type.String(), "The export's id.", "asn_01kkr5c02m0000t1x4h7e9rqzs"),
    status: field(OneOf(["queued", "running", "ready", "failed"]), "How far the export is."),
    rows_done: field(Type.Integer(), "How many rows are written.", 18240),
    rows_total: field(Type.Integer(), "0 until the rows are counted.", 18240),
    download_url: field(
      Nullable(Type.String()),
      "Where the file is, when it is ready.",
      "https://aftersale.example/api/v1/file",
    ),
  },
  { title: "Warehouse ASN export" },
);

const ErrorBody = (title: string, message: string, description: string) =>
  Type.Object(
    {
      errors: field(
        Type.Object({ message: field(Type.String(), "What went wrong.", message) }),
        "What went wrong.",
      ),
    },
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

export const ExportOrdered = Type.Object(
  { id: field(Type.String(), "The export's id.", "asn_01kkr5c02m0000t1x4h7e9rqzs") },
  { title: "Warehouse ASN export created" },
);
