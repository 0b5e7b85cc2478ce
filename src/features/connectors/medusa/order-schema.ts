import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Text as BoundedText, DateTime, Key, Maybe } from "../../../lib/schema-types.ts";

const Text = () => Maybe(BoundedText());
const Time = () => Maybe(DateTime());

/** A number as Medusa keeps it beside the rounded one: its decimal digits, perhaps with an exponent. */
const Raw = Maybe(Type.Object({ value: Type.Union([RawDecimal(), AnyNumber()]) }));

function RawDecimal() {
  return BoundedText({ pattern: "^-?\\d+(\\.\\d+)?(e[+-]\\d{1,2})?$", maxLength: 64 });
}

/** What has no sign. */
const Positive = () => AnyNumber({ minimum: 0 });

const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000 });

const TaxLine = Type.Object({
  id: Text(),
  rate: Positive(),
  raw_rate: Raw,
  code: Text(),
  description: Text(),
});

const Adjustment = Type.Object({
  id: Text(),
  amount: Positive(),
  raw_amount: Raw,
  code: Text(),
  description: Text(),
  promotion_id: Text(),
  is_tax_inclusive: Maybe(Type.Boolean()),
});

const taxesAndAdjustments = {
  is_tax_inclusive: Maybe(Type.Boolean()),
  tax_lines: Maybe(Type.Array(TaxLine)),
  adjustments: Maybe(Type.Array(Adjustment)),
};

const Detail = Type.Object({
  shipped_quantity: Maybe(Quantity),
  return_requested_quantity: Maybe(Quantity),
  return_received_quantity: Maybe(Quantity),
  return_dismissed_quantity: Maybe(Quantity),
  written_off_quantity: Maybe(Quantity),
  updated_at: Time(),
});

/** A piece of inventory, and how many of it a variant consists of: of several pieces, if it is a bundle. */
const Piece = Type.Object({ inventory_item_id: Text(), required_quantity: AnyNumber({ minimum: 1 }) });

export type MedusaItem = Static<typeof Item>;
const Item = Type.Object({
  id: Key(),
  title: Text(),
  product_title: Text(),
  product_id: Text(),
  variant_id: Text(),
  variant_title: Text(),
  variant_sku: Text(),
  thumbnail: Text(),
  unit_price: Positive(),
  raw_unit_price: Raw,
  quantity: Quantity,
  detail: Maybe(Detail),
  variant: Maybe(
    Type.Object({
      product: Maybe(
        Type.Object({ tags: Maybe(Type.Array(Type.Object({ value: BoundedText() }), { maxItems: 250 })) }),
      ),
      inventory_items: Maybe(Type.Array(Piece)),
    }),
  ),
  updated_at: Time(),
  ...taxesAndAdjustments,
});

export type MedusaShipping = Static<typeof Shipping>;
const Shipping = Type.Object({
  id: Key(),
  name: Text(),
  amount: Positive(),
  raw_amount: Raw,
  detail: Maybe(Type.Object({ return_id: Text(), claim_id: Text(), exchange_id: Text() })),
  ...taxesAndAdjustments,
});

export type MedusaAddress = Static<typeof Address>;
const Address = Type.Object({
  first_name: Text(),
  last_name: Text(),
  company: Text(),
  phone: Text(),
  address_1: Text(),
  address_2: Text(),
  city: Text(),
  province: Text(),
  postal_code: Text(),
  country_code: Text(),
});

export type MedusaFulfillment = Static<typeof Fulfillment>;
const Fulfillment = Type.Object({
  id: Key(),
  location_id: Text(),
  shipped_at: Time(),
  delivered_at: Time(),
  canceled_at: Time(),
  updated_at: Time(),
  items: Maybe(
    Type.Array(Type.Object({ line_item_id: Text(), inventory_item_id: Text(), quantity: Quantity })),
  ),
  labels: Maybe(Type.Array(Type.Object({ tracking_number: Text(), tracking_url: Text() }))),
});

export type MedusaRefund = Static<typeof Refund>;
const Refund = Type.Object({
  id: Key(),
  amount: Positive(),
  raw_amount: Raw,
  note: Text(),
  created_at: DateTime(),
  updated_at: Time(),
  refund_reason: Maybe(Type.Object({ label: Text(), code: Text() })),
});

export type MedusaPayment = Static<typeof Payment>;
const Payment = Type.Object({
  id: Key(),
  currency_code: Text(),
  canceled_at: Time(),
  updated_at: Time(),
  captures: Maybe(Type.Array(Type.Object({ amount: Positive(), raw_amount: Raw }))),
  refunds: Maybe(Type.Array(Refund)),
});

const PaymentCollection = Type.Object({
  id: Key(),
  updated_at: Time(),
  payments: Maybe(Type.Array(Payment)),
});

export type MedusaCreditLine = Static<typeof CreditLine>;
const CreditLine = Type.Object({
  id: Key(),
  amount: AnyNumber(),
  raw_amount: Raw,
  reference: Text(),
  reference_id: Text(),
});

export type MedusaReturn = Static<typeof Return>;
const Return = Type.Object({
  id: Key(),
  status: Text(),
  location_id: Text(),
  canceled_at: Time(),
  updated_at: Time(),
  metadata: Maybe(Type.Record(Type.String(), Type.Unknown())),
  items: Maybe(
    Type.Array(Type.Object({ item_id: Text(), quantity: Quantity, received_quantity: Maybe(Quantity) })),
  ),
});

/** What is read of an order of Medusa's admin API; `returns` are added to it by the client. */
export type MedusaOrder = Static<typeof MedusaOrder>;
export const MedusaOrder = Type.Object({
  id: Key(),
  status: Text(),
  is_draft_order: Maybe(Type.Boolean()),
  email: Text(),
  customer_id: Text(),
  currency_code: Type.String({ pattern: "^[A-Za-z]{3}$" }),
  created_at: DateTime(),
  updated_at: DateTime(),
  canceled_at: Time(),
  customer: Maybe(Type.Object({ email: Text(), first_name: Text(), last_name: Text(), phone: Text() })),
  shipping_address: Maybe(Address),
  billing_address: Maybe(Address),
  items: Type.Array(Item),
  shipping_methods: Maybe(Type.Array(Shipping)),
  credit_lines: Maybe(Type.Array(CreditLine)),
  fulfillments: Maybe(Type.Array(Fulfillment)),
  payment_collections: Maybe(Type.Array(PaymentCollection)),
  returns: Maybe(Type.Array(Return)),
});
