import { type Static, Type } from "@sinclair/typebox";
import { Counted } from "../../core/http/count-included.ts";
import { Text as BoundedText, field, Maybe, Money, Nullable, OneOf } from "../../lib/schema-types.ts";
import { CreatedAt, PhoneNumber, UpdatedAt } from "../../lib/shared-fields.ts";
import { Dropoff, GiftCard, Shipment, Tag } from "./additions-schema.ts";
import { Exchange } from "./exchange-schema.ts";
import { ReturnItem, Wrapped } from "./item-schema.ts";
import { Payout } from "./payouts/schema.ts";
import { STATUSES } from "./status.ts";

const Text = () => Type.Optional(Type.String());

export const Status = OneOf(STATUSES, { title: "Return status" });

export type MailingAddress = Static<typeof MailingAddress>;
export const MailingAddress = Type.Object(
  {
    line1: field(Type.String(), "The street and house number.", "12 St James's Square"),
    line2: field(Type.String(), "A second line of the street; may be empty.", "Flat 2"),
    city: field(Type.String(), "The city.", "London"),
    state: field(Type.String(), "The state or province; may be empty.", "London"),
    postalCode: field(Type.String(), "The postal code.", "SW1Y 4JH"),
    country: field(Type.String(), "The country.", "GB"),
  },
  { title: "Mailing address" },
);

const Name = Type.Object({
  given: field(Type.String(), "The first name.", "Ada"),
  surname: field(Type.String(), "The last name.", "Byron"),
});

export type Return = Static<typeof Return>;
export const Return = Type.Object(
  {
    id: field(Type.String(), "The return's id.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    type: field(OneOf(["return", "claim", "warranty"]), "What kind of return it is."),
    status: field(Status, "The return's status."),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    order: field(
      Type.Object({
        id: field(Type.String(), "The order's id.", "ord_01m5fk20v40000q7c1x5w8r3nb"),
        name: field(Type.String(), "The merchant's own id of the order.", "WEB-20418"),
      }),
      "The order that it belongs to.",
    ),
    source: field(
      Type.Object({
        emailAddress: field(Type.String(), "The e-mail address.", "ada@example.com"),
        mailingAddress: field(MailingAddress, "The postal address."),
        name: field(Name, "The customer's name."),
        phoneNumber: PhoneNumber,
      }),
      "The customer, and where the parcel comes from.",
    ),
    destination: field(
      Type.Object({
        mailingAddress: field(MailingAddress, "The postal address."),
        phoneNumber: PhoneNumber,
      }),
      "Where the parcel goes to.",
    ),
    items: field(Type.Array(ReturnItem), "What is returned."),
    compensationMethods: field(
      Type.Array(OneOf(["refund", "store_credit", "exchange"])),
      "What the customer gets: money, store credit or an exchange.",
    ),
    completeWithNoAction: field(Type.Boolean(), "Whether it was completed without a refund or exchange."),
    giftCards: field(Type.Array(GiftCard), "The gift cards that the customer gets."),
    exchange: field(Type.Optional(Exchange), "What the customer gets instead."),
    externalOrderIds: field(Type.Array(Type.String()), "The merchant's own ids of the orders.", [
      "WEB-20418",
    ]),
    internalCreatedByName: field(Text(), "Who created the return in the merchant's team.", "Kim Sato"),
    notes: field(
      Type.Array(
        Type.Object({
          message: field(
            Type.String(),
            "Empty for an image.",
            "Would like the next size if it comes back in.",
          ),
          image: field(Text(), "The address of the image.", "https://shop.example/image.png"),
        }),
      ),
      "Comments and notes, oldest first.",
    ),
    shipment: field(Type.Optional(Shipment), "The first shipment."),
    shipments: field(Type.Array(Shipment), "The parcels that bring the return back."),
    dropoffs: field(Type.Array(Dropoff), "Where the customer can hand in the parcel."),
    tags: field(Type.Array(Tag), "Words of the merchant's own."),
    withdrawalId: field(
      Text(),
      "The withdrawal that has created the return; absent from any other.",
      "wdr_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    statusReason: field(
      Text(),
      "Why it has its status, in the words of the change to it; absent if that gave none.",
      "The item was worn.",
    ),
    totals: field(
      Type.Object({
        charge: field(Wrapped, "What the customer pays."),
        exchange: field(Wrapped, "The value of the exchange."),
        refund: field(Wrapped, "What the customer gets back."),
        storeCredit: field(Wrapped, "What the customer gets as store credit."),
      }),
      "The sums of the return.",
    ),
    payouts: field(
      Type.Array(Payout),
      "The attempts to pay what the return owes, in order. Of a complete return they add up to `totals`, by type, except where another amount was paid than was asked for and for what is `overpaid`.",
    ),
    overpaid: field(
      Type.Optional(Money),
      "What was paid, or may have been, beyond what is due: the return was lowered, rejected or deleted afterwards. Absent where that is nothing.",
    ),
  },
  {
    title: "Return",
    additionalProperties: Type.Unknown(),
    description: "`<provider>OrderIds` has the same ids as `externalOrderIds`.",
  },
);

const Variant = Type.Object({
  name: field(Type.String(), "The variant's name.", "M"),
  externalId: field(Type.String(), "The merchant's own id of the variant.", "linen-shirt-m"),
  sku: field(Type.String(), "The merchant's stock keeping unit.", "LIN-M"),
  weight: field(
    Type.Optional(Type.Object({ kg: field(Type.Number(), "The weight in kilograms.", 0.25) })),
    "The weight of one piece.",
  ),
});

export type ReturnOrder = Static<typeof ReturnOrder>;
export const ReturnOrder = Type.Object(
  {
    id: field(Type.String(), "The order's id.", "ord_01m5fk20v40000q7c1x5w8r3nb"),
    name: field(Type.String(), "The merchant's own id of the order.", "WEB-20418"),
    externalId: field(Type.String(), "The merchant's own id of the order.", "WEB-20418"),
    customer: field(
      Type.Object({
        name: field(Name, "The whole name."),
        emailAddress: field(Type.String(), "The e-mail address.", "ada@example.com"),
        phoneNumber: PhoneNumber,
      }),
      "The customer.",
    ),
    discounts: field(Money, "The discounts of the order."),
    lineItemsTotal: field(Money, "Price times quantity, over all lines."),
    shippingCost: field(Money, "The cost of shipping."),
    taxes: field(Money, "The tax."),
    total: field(Money, "The total."),
    items: field(
      Type.Array(
        Type.Object({
          id: field(Type.String(), "The item's id.", "ord_01m5fk20v40000q7c1x5w8r3nb_1"),
          externalId: field(Type.String(), "Your own id.", "WEB-20418-1"),
          fulfillmentLocationId: field(
            Nullable(Type.String()),
            "The location that sent the line.",
            "loc_01kb3e8m9g0000q2x7d4n8wvf5",
          ),
          price: field(Money, "The price of one piece."),
          product: field(
            Type.Object({
              name: field(Type.String(), "The product's name.", "Linen shirt"),
              externalId: field(Type.String(), "The merchant's own id of the product.", "linen-shirt"),
              imageUrl: field(
                Type.Optional(Type.String()),
                "The address of a picture of it, as the order has it; absent without one.",
                "https://shop.example/linen.jpg",
              ),
            }),
            "The product.",
          ),
          quantity: field(Type.Number(), "How many pieces.", 2),
          variant: field(Variant, "The variant of the product."),
        }),
      ),
      "The lines of the order.",
    ),
  },
  { title: "Return order" },
);

export const ReturnWithOrder = Type.Object({
  order: field(ReturnOrder, "The order."),
  return: field(Return, "The return."),
});

export const ReturnPage = Type.Object({
  orders: field(Type.Array(ReturnOrder), "The orders."),
  returns: field(Type.Array(Return), "The returns."),
  ...Counted,
});

export const ReturnAnswer = Type.Object({ return: field(Return, "The return.") });

/** Why a status is changed. It is optional; blanks around it don't count. */
export const StatusReason = () =>
  field(
    Maybe(BoundedText({ maxLength: 1_000 })),
    "Why, in words. It stands in the history, in the return as `statusReason`, and, of a return that is rejected, in the mail to the shopper.",
    "The item was worn.",
  );

export const NewStatus = Type.Object(
  { status: field(Status, "The status."), reason: StatusReason() },
  { title: "New return status" },
);
export const ReturnStatus = Type.Object({ status: field(Status, "The status.") });
