import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../lib/schema-types.ts";
import { STATES } from "../state.ts";
import {
  Amount,
  DetailedLine,
  Digits,
  Exchange,
  Label,
  LabelStatus,
  ListedLine,
  MaybeNumber,
  MaybeText,
  PhpDate,
  ReturnMethod,
  SHOWN_LABEL_STATUS,
  Spaced,
  Text,
  Zoned,
} from "./parts-schema.ts";

const totals = {
  return_product_total: Amount,
  return_discount_total: Amount,
  return_tax_total: Amount,
  return_total: Amount,
  return_credit_total: Amount,
  exchange_product_total: Amount,
  exchange_discount_total: Amount,
  exchange_tax_total: Amount,
  exchange_total: Amount,
  exchange_credit_total: Amount,
  gift_card: Amount,
  handling_fee: Amount,
  refund: Amount,
  upsell: Amount,
};

const common = {
  id: Type.Number({ description: "The numeric id." }),
  service_id: Type.String({ description: "The service's own id." }),
  state: OneOf(STATES),
  edited_at: MaybeText,
  total: Amount,
  order_name: Text,
  customer: MaybeText,
  currency: Text,
  ...totals,
  gift_card_order_name: MaybeText,
  multi_currency: Type.Boolean(),
  origin_country: MaybeText,
  origin_country_code: MaybeText,
  outcome: Nullable(
    Type.String({ description: "`exchange`, `credit` and `refund`, joined by `+` in this order." }),
  ),
  refund_before_inspection: Type.Boolean(),
  was_processed: Type.Boolean(),
  label_url: MaybeText,
  label_rate: MaybeNumber,
  labels: Type.Array(Label),
  status_page_url: Text,
  destination_id: MaybeNumber,
  return_method: Nullable(ReturnMethod),
  package_reference: MaybeText,
  type: Type.Literal("standard"),
  exchanges: Type.Array(Exchange),
};

const outcomesProcessed = {
  return_processed: Nullable(PhpDate),
  refund_processed: Nullable(PhpDate),
  gift_card_processed: Nullable(PhpDate),
  exchange_processed: Nullable(PhpDate),
};

export type ListedReturn = Static<typeof ListedReturn>;
export const ListedReturn = Type.Object(
  {
    ...common,
    created_at: Zoned,
    updated_at: Zoned,
    order_id: Digits("Numeric."),
    provider_order_id: Text,
    provider_order_number: MaybeText,
    order_number: MaybeText,
    gift_card_order_id: MaybeText,
    outcomes_processed_at: Type.Object({ ...outcomesProcessed, shop_cash_processed: Type.Null() }),
    carrier: Text,
    tracking_number: Text,
    label_status: OneOf(SHOWN_LABEL_STATUS),
    label_updated_at: Type.String({ description: "`2026-03-02T14:05:09+00:00`, or `N/A` without a label." }),
    line_items: Type.Array(ListedLine),
    shopify_refund_object: Type.Array(Type.Object({})),
  },
  { title: "Warehouse return summary" },
);

export type ListPage = Static<typeof ListPage>;
export const ListPage = Type.Object(
  { returns: Type.Array(ListedReturn), nextPageUrl: MaybeText, previousPageUrl: MaybeText },
  { title: "Warehouse return page" },
);

export type ReturnDetails = Static<typeof ReturnDetails>;
export const ReturnDetails = Type.Object(
  {
    ...common,
    created_at: Spaced,
    updated_at: Spaced,
    order_id: Type.Number(),
    order_number: MaybeNumber,
    provider_order_number: MaybeNumber,
    provider_order_id: Type.Number(),
    customer_email: MaybeText,
    customer_first_name: MaybeText,
    customer_last_name: MaybeText,
    exchange: Amount,
    exchange_order_name: MaybeText,
    exchange_order_id: MaybeNumber,
    gift_card_order_id: MaybeNumber,
    refunds: Type.Array(Type.Object({})),
    line_items: Type.Array(DetailedLine),
    outcomes_processed_at: Type.Object(outcomesProcessed),
    carrier: MaybeText,
    tracking_number: MaybeText,
    label_status: Nullable(LabelStatus),
    label_updated_at: MaybeText,
  },
  { title: "Warehouse return" },
);

export const NoReturn = Type.Object(
  { error: Type.Object({ message: Text }) },
  {
    title: "Warehouse return not found",
    description: "No return matches; with the status 200, as in Loop's API.",
  },
);
