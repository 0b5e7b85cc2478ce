import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../lib/schema-types.ts";
import { AnyShownCategory } from "../categories.ts";

export const Text = Type.String();
export const Digits = (description: string) => Type.String({ description });
export const MaybeText = Nullable(Type.String());
export const MaybeNumber = Nullable(Type.Number());
export const Amount = Type.String({ pattern: "^-?\\d+\\.\\d{2,3}$" });
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

export const PhpDate = Type.Object({ date: Text, timezone_type: Type.Number(), timezone: Text });

export const Label = Type.Object(
  {
    status: LabelStatus,
    updated_at: Spaced,
    url: MaybeText,
    rate: MaybeNumber,
    carrier: MaybeText,
    tracking_number: MaybeText,
    line_items: Type.Array(Type.Number()),
  },
  { title: "Warehouse label" },
);

export const Exchange = Type.Object(
  {
    exchange_id: Digits("Numeric."),
    exchange_order_id: MaybeNumber,
    exchange_order_name: MaybeText,
    product_id: Text,
    variant_id: Text,
    sku: Text,
    type: Type.Literal("exchange"),
    title: Text,
    price: Amount,
    discount: Amount,
    tax: Amount,
    total: Amount,
    out_of_stock: Type.Boolean(),
    out_of_stock_resolution: MaybeText,
    consolidation_tracking: MaybeText,
  },
  { title: "Warehouse exchange" },
);

export const ReturnMethod = Type.Object(
  {
    provider: MaybeText,
    method_type: MaybeText,
    address: Type.Null(),
    state: MaybeText,
    rma_id: MaybeText,
    qr_code_url: MaybeText,
    scheduled_at: MaybeText,
    scannable_id: MaybeText,
  },
  { title: "Warehouse return method" },
);

const Condition = Type.Object(
  {
    description: Text,
    condition_category: AnyShownCategory,
    return_processor: MaybeText,
    note: MaybeText,
    inspected_at: MaybeText,
    images: Type.Array(Text),
  },
  { title: "Warehouse condition" },
);

const Disposition = Type.Object(
  { disposition_outcome: Text, return_processor: MaybeText, note: MaybeText, inspected_at: MaybeText },
  { title: "Warehouse disposition" },
);

const lineMoney = {
  price: Amount,
  discount: Amount,
  tax: Amount,
  refund: Amount,
  refund_item: Amount,
  refund_tax: Amount,
};

const inspection = { condition: Nullable(Condition), disposition: Nullable(Disposition) };

export const ListedLine = Type.Object(
  {
    line_item_id: Digits("Numeric; one line item per unit."),
    provider_line_item_id: Text,
    product_id: Text,
    variant_id: Text,
    sku: Text,
    title: Text,
    ...lineMoney,
    returned_at: Spaced,
    exchange_variant: Text,
    return_reason: MaybeText,
    parent_return_reason: MaybeText,
    return_comment: Text,
    barcode: Text,
    outcome: Text,
    provider_restock_location_id: Type.Null(),
    consolidation_tracking: MaybeText,
    consolidation_destination_id: Type.Null(),
    ...inspection,
  },
  { title: "Warehouse line item summary" },
);

export const DetailedLine = Type.Object(
  {
    line_item_id: Type.Number(),
    provider_line_item_id: Type.Number(),
    product_id: Type.Number(),
    variant_id: MaybeNumber,
    sku: Text,
    line_item_title: Text,
    variant_title: MaybeText,
    title: Text,
    image: Text,
    ...lineMoney,
    returned_at: Spaced,
    exchange_variant: MaybeText,
    barcode: Text,
    provider_restock_location_id: Type.Null(),
    consolidation_tracking: MaybeText,
    ...inspection,
    outcome: Text,
    reason: MaybeText,
    parent_reason: MaybeText,
    return_comment: Text,
  },
  { title: "Warehouse line item" },
);
