import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Text as BoundedText, DateTime, Maybe } from "../../../lib/schema-types.ts";

const Text = () => Maybe(BoundedText());

/** A number, or a string of its digits where a double doesn't hold it. */
const Id = Type.Union([Type.Integer(), BoundedText({ minLength: 1, maxLength: 255 })]);

/** Shopify writes most amounts as strings, and some as numbers. */
const Amount = Maybe(Type.Union([BoundedText({ maxLength: 32 }), AnyNumber()]));

const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000 });

const Money = Maybe(Type.Object({ amount: Amount, currency_code: Text() }));

export type ShopifyMoney = Static<typeof MoneySet> | undefined;
const MoneySet = Maybe(Type.Object({ shop_money: Money, presentment_money: Money }));

export type ShopifyTax = Static<typeof TaxLine>;
const TaxLine = Type.Object({
  price: Amount,
  price_set: MoneySet,
  rate: Maybe(Type.Union([BoundedText({ maxLength: 32 }), AnyNumber()])),
  title: Text(),
});

const TaxLines = Maybe(Type.Array(TaxLine, { maxItems: 200 }));

const Discounts = Maybe(Type.Array(Type.Object({ amount: Amount, amount_set: MoneySet }), { maxItems: 200 }));

const Duty = Type.Object({ shop_money: Money, presentment_money: Money, tax_lines: TaxLines });

export type ShopifyLine = Static<typeof Line>;
const Line = Type.Object({
  id: Id,
  title: Text(),
  // The title, followed by that of the variant.
  name: Text(),
  product_id: Maybe(Id),
  variant_id: Maybe(Id),
  sku: Text(),
  quantity: Quantity,
  current_quantity: Maybe(Quantity),
  price: Amount,
  price_set: MoneySet,
  total_discount: Amount,
  total_discount_set: MoneySet,
  discount_allocations: Discounts,
  tax_lines: TaxLines,
  duties: Maybe(Type.Array(Duty, { maxItems: 100 })),
  gift_card: Maybe(Type.Boolean()),
  // There only on tips.
  tip_payment_gateway: Text(),
});

const Shipping = Type.Object({
  id: Maybe(Id),
  title: Text(),
  code: Text(),
  price: Amount,
  price_set: MoneySet,
  discounted_price: Amount,
  discounted_price_set: MoneySet,
  discount_allocations: Discounts,
  tax_lines: TaxLines,
  is_removed: Maybe(Type.Boolean()),
});

export type ShopifyAddress = Static<typeof Address>;
const Address = Type.Object({
  address1: Text(),
  address2: Text(),
  city: Text(),
  company: Text(),
  first_name: Text(),
  last_name: Text(),
  province_code: Text(),
  zip: Text(),
  country_code: Text(),
  phone: Text(),
});

export type ShopifyFulfillment = Static<typeof Fulfillment>;
const Fulfillment = Type.Object({
  id: Id,
  status: Text(),
  shipment_status: Text(),
  created_at: Maybe(DateTime()),
  updated_at: Maybe(DateTime()),
  tracking_company: Text(),
  tracking_number: Text(),
  tracking_numbers: Maybe(Type.Array(BoundedText(), { maxItems: 100 })),
  tracking_urls: Maybe(Type.Array(BoundedText(), { maxItems: 100 })),
  line_items: Maybe(Type.Array(Type.Object({ id: Id, quantity: Quantity }), { maxItems: 10_000 })),
});

const RefundLine = Type.Object({
  line_item_id: Id,
  quantity: Quantity,
  subtotal: Amount,
  subtotal_set: MoneySet,
  total_tax: Amount,
  total_tax_set: MoneySet,
});

const RefundShipping = Type.Object({ subtotal_amount_set: MoneySet, tax_amount_set: MoneySet });

const Adjustment = Type.Object({
  kind: Text(),
  reason: Text(),
  amount: Amount,
  amount_set: MoneySet,
  tax_amount: Amount,
  tax_amount_set: MoneySet,
});

const Transaction = Type.Object({ kind: Text(), status: Text(), amount: Amount, currency: Text() });

export type ShopifyRefund = Static<typeof Refund>;
const Refund = Type.Object({
  id: Id,
  created_at: DateTime(),
  note: Text(),
  refund_line_items: Maybe(Type.Array(RefundLine, { maxItems: 10_000 })),
  refund_shipping_lines: Maybe(Type.Array(RefundShipping, { maxItems: 100 })),
  order_adjustments: Maybe(Type.Array(Adjustment, { maxItems: 100 })),
  transactions: Maybe(Type.Array(Transaction, { maxItems: 1_000 })),
  total_duties_set: MoneySet,
});

const Customer = Type.Object({
  id: Maybe(Id),
  email: Text(),
  phone: Text(),
  first_name: Text(),
  last_name: Text(),
  default_address: Maybe(Address),
});

const currency = Type.String({ pattern: "^[A-Z]{3}$" });

/** What is read of an order, as webhooks and the REST Admin API send it. */
export type ShopifyOrder = Static<typeof ShopifyOrder>;
export const ShopifyOrder = Type.Object({
  id: Id,
  created_at: DateTime(),
  updated_at: DateTime(),
  cancelled_at: Maybe(DateTime()),
  cancel_reason: Text(),
  currency,
  presentment_currency: Maybe(currency),
  taxes_included: Maybe(Type.Boolean()),
  email: Text(),
  contact_email: Text(),
  phone: Text(),
  source_name: Text(),
  tags: Text(),
  customer: Maybe(Customer),
  billing_address: Maybe(Address),
  shipping_address: Maybe(Address),
  line_items: Type.Array(Line, { minItems: 1, maxItems: 10_000 }),
  shipping_lines: Maybe(Type.Array(Shipping, { maxItems: 90 })),
  fulfillments: Maybe(Type.Array(Fulfillment, { maxItems: 1_000 })),
  refunds: Maybe(Type.Array(Refund, { maxItems: 1_000 })),
  total_price: Amount,
  total_price_set: MoneySet,
  total_tax: Amount,
  total_tax_set: MoneySet,
  total_tip_received: Amount,
  original_total_duties_set: MoneySet,
  original_total_additional_fees_set: MoneySet,
});
