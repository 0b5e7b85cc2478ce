import { type Static, Type } from "@sinclair/typebox";
import { Count, DateTime, Key, Maybe, Money, OneOf } from "../lib/shape.ts";
import { Dropoff, Exchange, GiftCard, itemAdditions, Refund, Shipment, Tag } from "./additions-schema.ts";
import { STATUSES } from "./status.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));
const Required = (options: object = {}) => Type.String({ minLength: 1, ...options });
const Wrapped = Type.Object({ amount: Money });

export const Status = OneOf(STATUSES, { title: "Return status" });

export type MailingAddress = Static<typeof MailingAddress>;
export const MailingAddress = Type.Object(
  {
    line1: Type.String(),
    line2: Type.String(),
    city: Type.String(),
    state: Type.String(),
    postalCode: Type.String(),
    country: Type.String(),
  },
  { title: "Mailing address" },
);

const Label = Type.Object({
  trackingNumber: Maybe(Type.String()),
  carrier: Maybe(Type.String()),
  trackingUrl: Maybe(Type.String()),
  postageLabelUrl: Maybe(Type.String()),
  formLabelUrl: Maybe(Type.String()),
});

export type ReturnBody = Static<typeof ReturnBody>;
export const ReturnBody = Type.Object(
  {
    data: Type.Object({
      provider: Key({
        description: "The commerce platform's name; `<provider>OrderIds` carries it.",
      }),
      externalOrderId: Required(),
      items: Type.Array(
        Type.Object({
          lineItemId: Required(),
          quantity: Count(),
          reason: Type.String(),
          reasonCode: Maybe(Type.String()),
          notes: Maybe(Type.String({ description: "Becomes the item's `customerComment`." })),
          compensation: Maybe(OneOf(["refund", "store_credit"], { default: "refund" })),
        }),
        { minItems: 1 },
      ),
      shippingAddress: Type.Object({
        line1: Type.String(),
        line2: Maybe(Type.String()),
        city: Type.String(),
        state: Type.String(),
        postalCode: Type.String(),
        country: Type.String(),
      }),
      notes: Maybe(Type.String({ description: "The first of the return's `notes`." })),
      label: Maybe(Label),
    }),
    options: Maybe(Type.Object({ createExternalRMAs: Maybe(Type.Boolean({ default: false })) })),
  },
  { title: "New return" },
);

export const ReturnItem = Type.Object(
  {
    id: Type.String(),
    orderItem: Type.Object({ id: Type.String(), line_item_id: Type.String() }),
    quantity: Type.Number(),
    reason: Type.String(),
    reasons: Type.Array(Type.String()),
    reasonCode: Text(),
    reasonCodes: Type.Array(Type.String()),
    customerComment: Text(),
    productId: Type.String(),
    variantId: Text(),
    sku: Text(),
    shipmentGroupIds: Type.Array(Type.String()),
    status: OneOf(["open", "complete", "rejected"]),
    refund: Refund,
    productValueNoTaxNoAdjustment: Wrapped,
    ...itemAdditions,
  },
  { title: "Return item" },
);

const Name = Type.Object({ given: Type.String(), surname: Type.String() });

export type Return = Static<typeof Return>;
export const Return = Type.Object(
  {
    id: Type.String(),
    type: OneOf(["return", "claim", "warranty"]),
    status: Status,
    createdAt: DateTime(),
    updatedAt: DateTime(),
    order: Type.Object({ id: Type.String(), name: Type.String() }),
    source: Type.Object({
      emailAddress: Type.String(),
      mailingAddress: MailingAddress,
      name: Name,
      phoneNumber: Type.String(),
    }),
    destination: Type.Object({ mailingAddress: MailingAddress, phoneNumber: Type.String() }),
    items: Type.Array(ReturnItem),
    compensationMethods: Type.Array(OneOf(["refund", "store_credit", "exchange"])),
    completeWithNoAction: Type.Boolean(),
    giftCards: Type.Array(GiftCard),
    exchange: Type.Optional(Exchange),
    externalOrderIds: Type.Array(Type.String()),
    internalCreatedByName: Text(),
    notes: Type.Array(Type.Object({ message: Text(), image: Text() })),
    shipment: Type.Optional(Shipment),
    shipments: Type.Array(Shipment),
    dropoffs: Type.Array(Dropoff),
    tags: Type.Array(Tag),
    totals: Type.Object({ charge: Wrapped, exchange: Wrapped, refund: Wrapped, storeCredit: Wrapped }),
  },
  {
    title: "Return",
    additionalProperties: Type.Unknown(),
    description: "`<provider>OrderIds` stands beside `externalOrderIds` and holds the same ids.",
  },
);

const Variant = Type.Object({
  name: Type.String(),
  externalId: Type.String(),
  sku: Type.String(),
  weight: Type.Optional(Type.Object({ kg: Type.Number() })),
});

export type ReturnOrder = Static<typeof ReturnOrder>;
export const ReturnOrder = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    externalId: Type.String(),
    customer: Type.Object({ name: Name, emailAddress: Type.String(), phoneNumber: Type.String() }),
    discounts: Money,
    lineItemsTotal: Money,
    shippingCost: Money,
    taxes: Money,
    total: Money,
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        externalId: Type.String(),
        fulfillmentLocationId: Text(),
        price: Money,
        product: Type.Object({ name: Type.String(), externalId: Type.String() }),
        quantity: Type.Number(),
        variant: Variant,
      }),
    ),
  },
  { title: "Order of a return" },
);

export type Comment = Static<typeof Comment>;
export const Comment = Type.Object({ message: Text(), image: Text() }, { title: "Return comment" });

export type CommentBody = Static<typeof CommentBody>;
export const CommentBody = Type.Object(
  {
    comment: Type.Object({
      message: Maybe(Type.String()),
      image: Maybe(Type.String({ description: "Base64 of a PNG, JPEG, GIF or WebP." })),
    }),
  },
  { title: "New return comment" },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntry = Type.Object(
  {
    from: Type.Union([Status, Type.Null()]),
    to: Status,
    at: DateTime(),
    by: Type.String({ description: "The API client's name." }),
    requestId: Type.String(),
  },
  { title: "Status change" },
);
