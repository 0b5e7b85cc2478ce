import { type Static, Type } from "@sinclair/typebox";
import {
  Text as BoundedText,
  Count,
  DateTime,
  Key,
  Maybe,
  Money,
  Nullable,
  OneOf,
} from "../../lib/schema-types.ts";
import { Dropoff, Exchange, GiftCard, itemAdditions, Refund, Shipment, Tag } from "./additions-schema.ts";
import { STATUSES } from "./status.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));
const Required = (options: object = {}) => BoundedText({ minLength: 1, ...options });
const Wrapped = Type.Object({ amount: Money });

export const MAX_ITEMS = 10_000;
/** For all items of a return together. */
export const MAX_UNITS = 100_000;

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
  trackingNumber: Maybe(BoundedText()),
  carrier: Maybe(BoundedText()),
  trackingUrl: Maybe(BoundedText()),
  postageLabelUrl: Maybe(BoundedText()),
  formLabelUrl: Maybe(BoundedText()),
});

export type ReturnBody = Static<typeof ReturnBody>;
export const ReturnBody = Type.Object(
  {
    data: Type.Object({
      provider: Key({
        description: "The commerce platform's name, as in the response's `<provider>OrderIds`.",
      }),
      externalOrderId: Required(),
      items: Type.Array(
        Type.Object({
          lineItemId: Required(),
          quantity: Count({ maximum: MAX_UNITS }),
          reason: BoundedText(),
          reasonCode: Maybe(BoundedText()),
          notes: Maybe(BoundedText({ description: "Becomes the item's `customerComment`." })),
          compensation: Maybe(OneOf(["refund", "store_credit"], { default: "refund" })),
        }),
        {
          minItems: 1,
          maxItems: MAX_ITEMS,
          description: `At most ${MAX_UNITS} units in all items together.`,
        },
      ),
      shippingAddress: Type.Object({
        line1: BoundedText(),
        line2: Maybe(BoundedText()),
        city: BoundedText(),
        state: BoundedText(),
        postalCode: BoundedText(),
        country: BoundedText(),
      }),
      notes: Maybe(BoundedText({ description: "The first of the return's `notes`." })),
      label: Maybe(Label),
    }),
    options: Maybe(Type.Object({ createExternalRMAs: Maybe(Type.Boolean({ default: false })) })),
  },
  { title: "New return" },
);

const ReturnItem = Type.Object(
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
    notes: Type.Array(
      Type.Object({
        message: Type.String({ description: "Empty for an image." }),
        image: Text(),
      }),
    ),
    shipment: Type.Optional(Shipment),
    shipments: Type.Array(Shipment),
    dropoffs: Type.Array(Dropoff),
    tags: Type.Array(Tag),
    totals: Type.Object({ charge: Wrapped, exchange: Wrapped, refund: Wrapped, storeCredit: Wrapped }),
  },
  {
    title: "Return",
    additionalProperties: Type.Unknown(),
    description: "`<provider>OrderIds` has the same ids as `externalOrderIds`.",
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
        fulfillmentLocationId: Nullable(Type.String()),
        price: Money,
        product: Type.Object({ name: Type.String(), externalId: Type.String() }),
        quantity: Type.Number(),
        variant: Variant,
      }),
    ),
  },
  { title: "Return order" },
);
