import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, field, Maybe, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { STATES } from "../state.ts";

const Text = () => Nullable(Type.String());

export type AsnRow = Static<typeof AsnRow>;
export const AsnRow = Type.Object(
  {
    id: field(Type.Integer(), "The id of the return; the same in all of its rows.", 1042),
    service_id: field(Type.String(), "The service's own id of the return.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    return_line_item_id: field(Type.String(), "The id of the unit.", "5501"),
    order_id: field(Type.String(), "The order's numeric id.", "8000000000002077"),
    order_name: field(Type.String(), "The merchant's own id of the order.", "A-1"),
    order_number: field(Text(), "The number in the order's name, if any.", "1001"),
    provider_order_number: field(Text(), "The commerce platform's number of the order, if any.", "1001"),
    state: field(OneOf(STATES), "The state, as Loop names it."),
    customer_email: field(Text(), "The customer's e-mail address.", "robin@example.test"),
    title: field(Type.String(), "The product's title.", "Linen shirt"),
    purchase_price: field(
      Type.String(),
      "The unit's price less its share of the discounts, without tax.",
      "27.99",
    ),
    sku: field(Text(), "The merchant's stock keeping unit.", "LINEN-M"),
    barcode: field(Text(), "The bar code of the product.", "036000291452"),
    carrier: field(Text(), "The carrier, or `N/A` in the list without a label.", "ups"),
    service: field(Text(), "The service of the carrier.", "Ground"),
    label_status: field(Text(), "Where the parcel is.", "in_transit"),
    tracking_number: field(
      Text(),
      "The tracking number, or `N/A` in the list without a label.",
      "1Z999AA10123456784",
    ),
    integration_tracking_url: field(
      Text(),
      "The integration's page about the parcel.",
      "https://carrier.example/1Z999",
    ),
    restock_status: field(Text(), "Whether the piece was put back into stock.", "restocked"),
    currency: field(Type.String(), "The ISO 4217 code of the currency.", "EUR"),
    label_updated_at: field(Text(), "When the label's status last changed.", "2026-03-02T14:05:09+00:00"),
    label_url: field(Text(), "The address of the label.", "https://labels.example/1Z999.pdf"),
    label_rate: field(Nullable(Type.Number()), "What the label costs.", 4.9),
    closed_at: field(Text(), "When the return was closed.", "2026-03-05T10:00:00+00:00"),
    updated_at: field(Type.String(), "When it last changed.", "2026-03-02 14:05:09"),
    created_at: field(Type.String(), "When it was created.", "2026-03-02 14:05:09"),
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
    provider_created_at: field(Text(), "When the order was created.", "2026-03-01T09:30:00+00:00"),
    destination_id: field(
      Nullable(Type.Integer()),
      "The numeric id of the warehouse that the parcel goes to.",
      7,
    ),
    destination_name: field(Text(), "The name of that warehouse.", "Main warehouse"),
    destination_address1: field(Text(), "Its street and house number.", "1 Dock Road"),
    destination_address2: field(Text(), "A second line of its street.", "Gate 2"),
    destination_city: field(Text(), "Its city.", "Leeds"),
    destination_state: field(Text(), "Its state or province.", "West Yorkshire"),
    destination_zip: field(Text(), "Its postal code.", "LS1 4AP"),
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
    id: field(Type.String(), "The export's id.", "asn_01kb3e8m9g0000q2x7d4n8wvf5"),
    status: field(OneOf(["queued", "running", "ready", "failed"]), "How far the export is."),
    rows_done: field(Type.Integer(), "How many rows are written.", 1200),
    rows_total: field(Type.Integer(), "0 until the rows are counted.", 5000),
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
  { id: field(Type.String(), "The export's id.", "asn_01kb3e8m9g0000q2x7d4n8wvf5") },
  { title: "Warehouse ASN export created" },
);
