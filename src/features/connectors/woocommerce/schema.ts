import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Text as BoundedText, Maybe } from "../../../lib/schema-types.ts";

const MAX_ENTRIES = 10_000;
const MAX_ID_CHARACTERS = 20;
const MAX_AMOUNT_CHARACTERS = 40;
const MAX_DATE_CHARACTERS = 40;

const Text = () => Maybe(BoundedText());

/** Ids beyond what a number holds exactly are text. */
const Id = Type.Union([
  Type.Integer({ minimum: 0 }),
  BoundedText({ pattern: "^\\d+$", maxLength: MAX_ID_CHARACTERS }),
]);

/** A decimal string; plugins also write numbers, and nothing for zero. Numbers that a double doesn't hold are strings. */
const Decimal = Type.Union([
  BoundedText({ pattern: "^(-?\\d+(\\.\\d+)?([eE][+-]?\\d{1,2})?)?$", maxLength: MAX_AMOUNT_CHARACTERS }),
  AnyNumber(),
]);

/** A date and time in UTC without an offset. */
const Time = Maybe(BoundedText({ maxLength: MAX_DATE_CHARACTERS }));

const Meta = Type.Object({ key: BoundedText(), value: Type.Optional(Type.Unknown()) });
const MetaData = Maybe(Type.Array(Meta, { maxItems: MAX_ENTRIES }));

const Taxes = Maybe(Type.Array(Type.Object({ total: Maybe(Decimal) }), { maxItems: 250 }));

export type WooCharge = Static<typeof WooCharge>;
const WooCharge = Type.Object({ id: Id, total: Decimal, total_tax: Maybe(Decimal), taxes: Taxes });

export type WooLine = Static<typeof WooLine>;
const WooLine = Type.Composite([
  WooCharge,
  Type.Object({
    name: Text(),
    product_id: Maybe(Id),
    variation_id: Maybe(Id),
    quantity: AnyNumber(),
    subtotal: Maybe(Decimal),
    subtotal_tax: Maybe(Decimal),
    price: Maybe(Decimal),
    sku: Text(),
    image: Type.Optional(Type.Unknown()),
    meta_data: MetaData,
  }),
]);

const WooShipping = Type.Composite([WooCharge, Type.Object({ method_title: Text() })]);

const WooFee = Type.Composite([WooCharge, Type.Object({ name: Text() })]);

const Lines = <T extends typeof WooLine | typeof WooShipping | typeof WooFee>(line: T) =>
  Maybe(Type.Array(line, { maxItems: MAX_ENTRIES }));

export type WooRefund = Static<typeof WooRefund>;

/** As the order names it (`total`), or as it is read by itself (`amount`). */
export const WooRefund = Type.Object({
  id: Id,
  reason: Text(),
  total: Maybe(Decimal),
  amount: Maybe(Decimal),
  date_created_gmt: Time,
  refunded_payment: Maybe(Type.Boolean()),
  meta_data: MetaData,
  line_items: Lines(WooLine),
  shipping_lines: Lines(WooShipping),
  fee_lines: Lines(WooFee),
});

export type WooAddress = Static<typeof WooAddress>;
const WooAddress = Type.Object({
  first_name: Text(),
  last_name: Text(),
  address_1: Text(),
  address_2: Text(),
  city: Text(),
  state: Text(),
  postcode: Text(),
  country: Text(),
  email: Text(),
  phone: Text(),
});

export type WooOrder = Static<typeof WooOrder>;
export const WooOrder = Type.Object({
  id: Id,
  status: BoundedText(),
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  date_created_gmt: Time,
  date_modified_gmt: Time,
  date_completed_gmt: Time,
  prices_include_tax: Maybe(Type.Boolean()),
  discount_total: Maybe(Decimal),
  discount_tax: Maybe(Decimal),
  total: Decimal,
  total_tax: Maybe(Decimal),
  customer_id: Maybe(Id),
  billing: Maybe(WooAddress),
  shipping: Maybe(WooAddress),
  meta_data: MetaData,
  line_items: Type.Array(WooLine, { maxItems: MAX_ENTRIES }),
  shipping_lines: Maybe(Type.Array(WooShipping, { maxItems: 100 })),
  fee_lines: Lines(WooFee),
  coupon_lines: Maybe(Type.Array(Type.Object({ code: Text() }), { maxItems: 250 })),
  refunds: Maybe(Type.Array(WooRefund, { maxItems: 1_000 })),
});
