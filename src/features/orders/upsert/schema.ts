import { type Static, Type } from "@sinclair/typebox";
import {
  AnyNumber,
  Text as BoundedText,
  Currency,
  DateTime,
  field,
  Key,
  Maybe,
  OneOf,
} from "../../../lib/schema-types.ts";
import { CreatedAt } from "../../../lib/shared-fields.ts";
import { MAX_LINES } from "../fulfillment-schema.ts";
import { ShippingLine, ShopFulfillment, ShopLine } from "./line-schema.ts";
import { discounts, Metafields } from "./money-schema.ts";
import { CancelReason, Refunds } from "./refund-schema.ts";

const Text = () => Maybe(BoundedText());
const NOT_KEPT = "Accepted, and not kept.";

const address = <T extends ReturnType<typeof Text> | ReturnType<typeof BoundedText>>(text: () => T) => ({
  address1: field(text(), "The street and house number.", "12 St James's Square"),
  address2: field(Text(), "A second line of the street.", "Flat 2"),
  city: field(text(), "The city.", "London"),
  company: field(Text(), NOT_KEPT, "Analytical Engines Ltd"),
  firstName: field(Text(), NOT_KEPT, "Ada"),
  lastName: field(Text(), NOT_KEPT, "Byron"),
  provinceCode: field(text(), "The code of the state or province; may be empty.", "ENG"),
  zip: field(text(), "The postal code; may be empty.", "SW1Y 4JH"),
  countryCode: field(text(), "The ISO 3166 code of the country.", "GB"),
  phone: field(Text(), NOT_KEPT, "+442079460018"),
});

export type ShopAddress = Static<typeof BillingAddress>;
const BillingAddress = Type.Object(address(Text), { title: "Shop billing address input" });
const ShippingAddress = Type.Object(
  address(() => BoundedText()),
  { title: "Shop shipping address input" },
);

const ShopCustomer = Type.Object(
  {
    email: field(
      BoundedText(),
      "An invalid one reads back as sent, and identifies no customer.",
      "ada@example.com",
    ),
    phone: field(
      Text(),
      "E.164; any other text reads back as sent, and identifies no customer.",
      "+4915112345678",
    ),
    id: field(Maybe(Key()), "Not `.` or `..`, which no URL can contain.", "cus_01kb3e8m9g0000q2x7d4n8wvf5"),
    firstName: field(BoundedText(), "The first name; may be empty.", "Ada"),
    lastName: field(BoundedText(), "The last name; may be empty.", "Byron"),
    tags: field(Maybe(Type.Array(BoundedText(), { maxItems: 250 })), NOT_KEPT, ["vip"]),
  },
  { title: "Shop customer input" },
);

const Transaction = Type.Object(
  {
    paymentId: field(BoundedText(), "The shop's id of the payment.", "pay-1"),
    amount: field(AnyNumber(), "The amount.", 94),
    currency: field(BoundedText(), "The currency.", "GBP"),
    createdDate: field(BoundedText(), "When it was made.", "2026-03-01T10:00:00Z"),
    paymentGateway: field(BoundedText(), "The payment provider.", "acme-pay"),
    additionalDetails: field(
      Maybe(
        Type.Object({
          creditCardLastFour: field(BoundedText(), "The last four digits of the card.", "4242"),
        }),
      ),
      "More about it.",
    ),
  },
  { title: "Shop transaction input" },
);

export type ShopOrder = Static<typeof ShopOrder>;
export const ShopOrder = Type.Object(
  {
    id: field(
      Key(),
      "The shop's id of the order, as `orderId` elsewhere; not `.` or `..`, which no URL can contain.",
      "WEB-20418",
    ),
    type: field(OneOf(["order"]), "Always `order`."),
    billingAddress: field(Maybe(BillingAddress), "The address of the invoice."),
    salesChannel: field(Text(), NOT_KEPT, "web"),
    createdAt: CreatedAt,
    presentmentCurrency: Currency(
      "The ISO 4217 code of the currency that the customer paid in: the order's.",
    ),
    shopCurrency: Currency("The ISO 4217 code of the shop's own currency."),
    taxesIncluded: field(
      Maybe(Type.Boolean()),
      "Whether prices and discounts include the tax that lines and shipping name; false where it is absent.",
    ),
    customer: field(ShopCustomer, "The customer."),
    lineItems: field(Type.Array(ShopLine, { minItems: 1, maxItems: MAX_LINES }), "All lines."),
    orderDiscounts: field(
      discounts(),
      "What was taken off the order, beside the discounts of lines and shipping.",
    ),
    shippingLines: field(Type.Array(ShippingLine, { maxItems: 100 }), "The shipping."),
    fulfillments: field(
      Type.Array(ShopFulfillment, { maxItems: 1_000 }),
      "All parcels. One that an earlier request had, and this one hasn't, is removed.",
    ),
    shippingAddress: field(ShippingAddress, "Where the order is shipped to."),
    tags: field(Maybe(Type.Array(BoundedText(), { maxItems: 250 })), "Words of the merchant's own.", ["vip"]),
    metafields: field(Metafields(), NOT_KEPT),
    cancelledAt: field(Maybe(DateTime()), "When it was cancelled; null for one that isn't."),
    cancelReason: field(Maybe(CancelReason), "Why it was cancelled."),
    updatedAt: field(DateTime(), "When the shop changed the order last."),
    transactions: field(Maybe(Type.Array(Transaction, { maxItems: 1_000 })), NOT_KEPT),
    refunds: field(Maybe(Refunds()), "All refunds that the shop has paid: they count towards what was paid."),
  },
  { title: "Shop order input" },
);

export type OrderSynced = Static<typeof OrderSynced>;
export const OrderSynced = Type.Object(
  {
    message: field(Type.String(), "That it succeeded.", "Order synced successfully"),
    orderId: field(Type.String(), "The shop's id of the order.", "WEB-20418"),
    redoId: field(Type.String(), "The service's own id of the order.", "ord_01m5fk20v40000q7c1x5w8r3nb"),
  },
  { title: "Order synced" },
);
