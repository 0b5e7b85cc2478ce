import { type Static, Type } from "@sinclair/typebox";
import { field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { AnyShownCategory } from "../categories.ts";

export const Text = Type.String();
export const MaybeText = Nullable(Type.String());
export const MaybeNumber = Nullable(Type.Number());
export const amount = (meaning: string, example: string) =>
  field(
    Type.String({ pattern: "^-?\\d+\\.\\d{2,4}$" }),
    `${meaning}, with two decimals, or all of the currency if it has more.`,
    example,
  );
export const Spaced = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$",
  examples: ["2026-03-02 14:05:09"],
});
export const Zoned = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$",
  examples: ["2026-03-02T14:05:09+00:00"],
});

export type LabelStatus = Static<typeof LabelStatus>;
export const LabelStatus = OneOf([
  "new",
  "pre_transit",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "failure",
  "error",
]);
export const SHOWN_LABEL_STATUS = [...LabelStatus.enum, "N/A"] as const;

export const PhpDate = Type.Object({
  date: field(Text, "The time, in UTC, with microseconds.", "2026-03-02 14:05:09.000000"),
  timezone_type: field(Type.Number(), "How the time zone is given; 3 is by its name.", 3),
  timezone: field(Text, "The time zone.", "UTC"),
});

export const Label = Type.Object(
  {
    status: field(LabelStatus, "Where the parcel is."),
    updated_at: field(Spaced, "When it last changed."),
    url: field(MaybeText, "The address.", "https://labels.example.com/abc.pdf"),
    rate: field(MaybeNumber, "What the label costs.", 4.9),
    carrier: field(MaybeText, "The carrier, or `N/A` in the list without a label.", "USPS"),
    tracking_number: field(
      MaybeText,
      "The tracking number, or `N/A` in the list without a label.",
      "9400100000000000000001",
    ),
    line_items: field(Type.Array(Type.Number()), "The returned pieces, one entry for each.", [90112]),
  },
  { title: "Warehouse label" },
);

export const Exchange = Type.Object(
  {
    exchange_id: field(Text, "Numeric.", "17"),
    exchange_order_id: field(MaybeNumber, "The id of the exchange's order, if any.", 3002),
    exchange_order_name: field(MaybeText, "The name of the exchange's order, if any.", "A-2"),
    product_id: field(Text, "The product's id.", "31"),
    variant_id: field(Text, "The variant's id.", "32"),
    sku: field(Text, "The merchant's stock keeping unit.", "LIN-M"),
    type: field(Type.Literal("exchange"), "What kind of object it is."),
    title: field(Text, "The product's title.", "Linen shirt"),
    price: amount("The price of the piece before discounts", "29.99"),
    discount: amount("The piece's share of the discount", "2.00"),
    tax: amount("The piece's tax", "0.00"),
    total: amount("The total", "27.99"),
    out_of_stock: field(Type.Boolean(), "Whether the piece isn't in stock."),
    out_of_stock_resolution: field(MaybeText, "What happens when it isn't in stock.", "refund"),
    consolidation_tracking: field(MaybeText, "The tracking number of the collective parcel.", "1Z888"),
  },
  { title: "Warehouse exchange" },
);

export const ReturnMethod = Type.Object(
  {
    provider: field(MaybeText, "The service that takes the parcel.", "acme"),
    method_type: field(MaybeText, "The kind of the method.", "label"),
    address: field(Type.Null(), "The postal address. Always null here."),
    state: field(MaybeText, "The state of the method.", "active"),
    rma_id: field(MaybeText, "The number to write on the parcel.", "RMA-1042"),
    qr_code_url: field(MaybeText, "The address of the picture of the code.", "https://labels.example/qr.png"),
    scheduled_at: field(MaybeText, "When the parcel is collected.", "2026-03-03 10:00:00"),
    scannable_id: field(MaybeText, "The text of the code that is scanned.", "QR-1Z999"),
  },
  { title: "Warehouse return method" },
);

const Condition = Type.Object(
  {
    description: field(Text, "The condition in words.", "Worn once"),
    condition_category: AnyShownCategory,
    return_processor: field(MaybeText, "Who inspected the piece.", "Kim Sato"),
    note: field(MaybeText, "A note about it.", "Seam torn"),
    inspected_at: field(MaybeText, "When the piece was inspected.", "2026-03-04 12:00:00"),
    images: field(Type.Array(Text), "Addresses of pictures.", ["https://shop.example/image.png"]),
  },
  { title: "Warehouse condition" },
);

const Disposition = Type.Object(
  {
    disposition_outcome: field(Text, "What becomes of the piece.", "restock"),
    return_processor: field(MaybeText, "Who inspected the piece.", "Kim Sato"),
    note: field(MaybeText, "A note about it.", "Seam torn"),
    inspected_at: field(MaybeText, "When the piece was inspected.", "2026-03-04 12:00:00"),
  },
  { title: "Warehouse disposition" },
);

const lineMoney = {
  price: amount("The price of the piece before discounts", "29.99"),
  discount: amount("The piece's share of the discount", "2.00"),
  tax: amount("The piece's tax", "0.00"),
  refund: amount("What the customer gets back", "27.99"),
  refund_item: amount("The part of the refund without tax", "27.99"),
  refund_tax: amount("The tax in the refund", "0.00"),
};

const inspection = {
  condition: field(Nullable(Condition), "The condition that the warehouse found."),
  disposition: field(Nullable(Disposition), "What the warehouse does with the piece."),
};

export const ListedLine = Type.Object(
  {
    line_item_id: field(Text, "Numeric; one line item per unit.", "90112"),
    provider_line_item_id: field(Text, "The commerce platform's id of the line.", "13123456789012"),
    product_id: field(Text, "The product's id.", "7012345678901"),
    variant_id: field(Text, "The variant's id.", "41234567890123"),
    sku: field(Text, "The merchant's stock keeping unit.", "TEE-BLK-M"),
    title: field(Text, "The product's title.", "Tee"),
    ...lineMoney,
    returned_at: field(Spaced, "When the return was created."),
    exchange_variant: field(Text, "The variant that the customer gets instead.", "linen-l"),
    return_reason: field(MaybeText, "Why the piece is returned.", "Too small"),
    parent_return_reason: field(MaybeText, "The group of the reason.", "Size"),
    return_comment: field(Text, "What the customer says about the piece.", "N/A"),
    barcode: field(Text, "The bar code of the product.", "N/A"),
    outcome: field(Text, "What the customer gets.", "default"),
    provider_restock_location_id: field(
      Type.Null(),
      "The commerce platform's id of the location that restocks it. Always null here.",
    ),
    consolidation_tracking: field(MaybeText, "The tracking number of the collective parcel.", "1Z888"),
    consolidation_destination_id: field(
      Type.Null(),
      "The numeric id of the collective parcel's warehouse. Always null here.",
    ),
    ...inspection,
  },
  { title: "Warehouse line item summary" },
);

export const DetailedLine = Type.Object(
  {
    line_item_id: field(Type.Number(), "The numeric id of the piece.", 90112),
    provider_line_item_id: field(Type.Number(), "The commerce platform's id of the line.", 13123456789012),
    product_id: field(Type.Number(), "The product's id.", 7012345678901),
    variant_id: field(MaybeNumber, "The variant's id.", 41234567890123),
    sku: field(Text, "The merchant's stock keeping unit.", "TEE-BLK-M"),
    line_item_title: field(Text, "The product's title.", "Tee"),
    variant_title: field(MaybeText, "The variant's title.", "M"),
    title: field(Text, "The product's title.", "Tee"),
    image: field(Text, "The address of a picture of the product.", "https://cdn.example.com/tee.png"),
    ...lineMoney,
    returned_at: field(Spaced, "When the return was created."),
    exchange_variant: field(MaybeText, "The variant that the customer gets instead.", "linen-l"),
    barcode: field(Text, "The bar code of the product.", "036000291452"),
    provider_restock_location_id: field(
      Type.Null(),
      "The commerce platform's id of the location that restocks it. Always null here.",
    ),
    consolidation_tracking: field(MaybeText, "The tracking number of the collective parcel.", "1Z888"),
    ...inspection,
    outcome: field(Text, "What the customer gets.", "default"),
    reason: field(MaybeText, "Why the piece is returned.", "Too small"),
    parent_reason: field(MaybeText, "The group of the reason.", "Size"),
    return_comment: field(Text, "What the customer says about the piece.", "N/A"),
  },
  { title: "Warehouse line item" },
);
