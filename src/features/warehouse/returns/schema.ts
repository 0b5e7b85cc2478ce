import { type Static, Type } from "@sinclair/typebox";
import { field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { STATES } from "../state.ts";
import {
  amount,
  DetailedLine,
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
  return_product_total: amount("The returned pieces before discounts", "29.99"),
  return_discount_total: amount("The discounts on the returned pieces", "2.00"),
  return_tax_total: amount("The tax on the returned pieces", "0.00"),
  return_total: amount("Products less discounts plus tax", "27.99"),
  return_credit_total: amount("The credit for the return", "27.99"),
  exchange_product_total: amount("The pieces of the exchange before discounts", "0.00"),
  exchange_discount_total: amount("The discounts on the exchange", "0.00"),
  exchange_tax_total: amount("The tax on the exchange", "0.00"),
  exchange_total: amount("The total of the exchange", "0.00"),
  exchange_credit_total: amount("The credit that the exchange uses", "0.00"),
  gift_card: amount("What the customer gets as store credit", "0.00"),
  handling_fee: amount("The fee that the store's policy has taken", "0.00"),
  refund: amount("What the customer gets back", "27.99"),
  upsell: amount("What the customer pays beyond the returned pieces", "0.00"),
};

const EDITED =
  "When the refund of a piece, what is sent in exchange or which pieces are returned was last changed; null if none was.";

const common = {
  id: field(Type.Number(), "The numeric id.", 25044),
  service_id: field(Type.String(), "The service's own id.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
  state: field(OneOf(STATES), "The state, as Loop names it."),
  total: amount("The total", "27.99"),
  order_name: field(Text, "The merchant's own id of the order.", "#1001"),
  customer: field(MaybeText, "The customer's e-mail address.", "ada@example.com"),
  currency: field(Text, "The ISO 4217 code of the currency.", "USD"),
  ...totals,
  gift_card_order_name: field(MaybeText, "The name of the gift card's order, if any.", "A-3"),
  multi_currency: field(Type.Boolean(), "Whether shop and customer use different currencies."),
  origin_country: field(MaybeText, "The country that the parcel comes from.", "United States"),
  origin_country_code: field(
    MaybeText,
    "Its ISO 3166-1 alpha-2 code, from the country as the shop wrote it; null if that is unknown.",
    "US",
  ),
  outcome: field(
    Nullable(Type.String()),
    "`exchange`, `credit` and `refund`, joined by `+` in this order.",
    "refund",
  ),
  refund_before_inspection: field(Type.Boolean(), "Whether the refund comes before the inspection."),
  was_processed: field(Type.Boolean(), "Whether the return was processed."),
  label_url: field(MaybeText, "The address of the label.", "https://labels.example.com/abc.pdf"),
  label_rate: field(MaybeNumber, "What the label costs.", 4.9),
  labels: field(Type.Array(Label), "The labels of the return."),
  status_page_url: field(
    Text,
    "The page on which the customer follows the return: its own link, for a secret with `returns_write`, where it has one, else the page on which the customer finds the order. Where the store's shopper page is off, and without a link, the operation *Get a return's status*.",
    "https://aftersale.example/r/green-shop",
  ),
  destination_id: field(MaybeNumber, "The numeric id of the warehouse that the parcel goes to.", 7),
  return_method: field(Nullable(ReturnMethod), "How the customer sends the parcel."),
  package_reference: field(MaybeText, "The reference on the parcel.", "parcel-1"),
  type: field(Type.Literal("standard"), "What kind of object it is."),
  exchanges: field(Type.Array(Exchange), "The pieces that the customer gets instead."),
};

const outcomesProcessed = {
  return_processed: field(Nullable(PhpDate), "When the return was processed."),
  refund_processed: field(Nullable(PhpDate), "When the refund was processed."),
  gift_card_processed: field(Nullable(PhpDate), "When the store credit was processed."),
  exchange_processed: field(Nullable(PhpDate), "When the exchange was processed."),
};

export type ListedReturn = Static<typeof ListedReturn>;
export const ListedReturn = Type.Object(
  {
    ...common,
    created_at: field(Zoned, "When it was created."),
    updated_at: field(Zoned, "When it last changed."),
    edited_at: field(Nullable(Zoned), EDITED),
    order_id: field(Text, "Numeric.", "8000000000007710"),
    provider_order_id: field(Text, "The commerce platform's id of the order.", "#1001"),
    provider_order_number: field(MaybeText, "The commerce platform's number of the order, if any.", "1001"),
    order_number: field(MaybeText, "The number in the order's name, if any.", "1001"),
    gift_card_order_id: field(MaybeText, "The id of the gift card's order, if any.", "3001"),
    outcomes_processed_at: field(
      Type.Object({
        ...outcomesProcessed,
        shop_cash_processed: field(Type.Null(), "When Shop Cash was processed. Always null here."),
      }),
      "When each part was processed; null before.",
    ),
    carrier: field(Text, "The carrier, or `N/A` in the list without a label.", "USPS"),
    tracking_number: field(
      Text,
      "The tracking number, or `N/A` in the list without a label.",
      "9400100000000000000001",
    ),
    label_status: field(OneOf(SHOWN_LABEL_STATUS), "Where the parcel is."),
    label_updated_at: field(
      Type.String(),
      "`2026-03-02T14:05:09+00:00`, or `N/A` without a label.",
      "2026-03-02T14:07:41+00:00",
    ),
    line_items: field(Type.Array(ListedLine), "The returned pieces, one entry for each."),
    shopify_refund_object: field(Type.Array(Type.Object({})), "The refunds of the commerce platform.", []),
  },
  { title: "Warehouse return summary" },
);

export type ListPage = Static<typeof ListPage>;
export const ListPage = Type.Object(
  {
    returns: field(Type.Array(ListedReturn), "The returns of the page."),
    nextPageUrl: field(
      MaybeText,
      "The address of the next page; null on the last one.",
      "https://aftersale.example/api/v1/next",
    ),
    previousPageUrl: field(
      MaybeText,
      "The address of the page before; null on the first one.",
      "https://aftersale.example/api/v1/back",
    ),
  },
  { title: "Warehouse return page" },
);

const PaidRefund = Type.Object(
  {
    gateway: field(
      Text,
      "Who paid it: the connected shop's kind, the integration's provider, or `manual` where people say that it was paid elsewhere.",
      "shopify",
    ),
    amount: amount("What was paid", "27.99"),
    currency: field(Text, "The ISO 4217 code of the currency.", "USD"),
    provider_refund_id: field(
      Text,
      "The payer's id of it, else that of the payout.",
      "gid://shopify/Refund/901234567890",
    ),
  },
  { title: "Warehouse refund" },
);

export type ReturnDetails = Static<typeof ReturnDetails>;
export const ReturnDetails = Type.Object(
  {
    ...common,
    created_at: field(Spaced, "When it was created."),
    updated_at: field(Spaced, "When it last changed."),
    edited_at: field(Nullable(Spaced), EDITED),
    order_id: field(Type.Number(), "The order's numeric id.", 8000000000007710),
    order_number: field(MaybeNumber, "The number in the order's name, if any.", 1001),
    provider_order_number: field(MaybeNumber, "The commerce platform's number of the order, if any.", 1001),
    provider_order_id: field(Type.Number(), "The commerce platform's id of the order.", 9000000000000012),
    customer_email: field(MaybeText, "The customer's e-mail address.", "ada@example.com"),
    customer_first_name: field(MaybeText, "The customer's first name.", "Ada"),
    customer_last_name: field(MaybeText, "The customer's last name.", "Byron"),
    exchange: amount("The value of the exchange", "0.00"),
    exchange_order_name: field(MaybeText, "The name of the exchange's order, if any.", "A-2"),
    exchange_order_id: field(MaybeNumber, "The id of the exchange's order, if any.", 3002),
    gift_card_order_id: field(MaybeNumber, "The id of the gift card's order, if any.", 3001),
    refunds: field(Type.Array(PaidRefund), "The refunds that were paid. Store credit is none."),
    line_items: field(Type.Array(DetailedLine), "The returned pieces, one entry for each."),
    outcomes_processed_at: field(
      Type.Object(outcomesProcessed),
      "When each part was processed; null before.",
    ),
    carrier: field(MaybeText, "The carrier, or `N/A` in the list without a label.", "USPS"),
    tracking_number: field(
      MaybeText,
      "The tracking number, or `N/A` in the list without a label.",
      "9400100000000000000001",
    ),
    label_status: field(Nullable(LabelStatus), "Where the parcel is."),
    label_updated_at: field(MaybeText, "When the label's status last changed.", "2026-03-02 14:07:41"),
  },
  { title: "Warehouse return" },
);

export const NoReturn = Type.Object(
  {
    error: field(
      Type.Object({ message: field(Text, "What went wrong.", "No return found with this ID.") }),
      "The error.",
    ),
  },
  {
    title: "Warehouse return not found",
    description: "No return matches; with the status 200, as in Loop's API.",
  },
);
