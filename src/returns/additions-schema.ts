import { type Static, Type } from "@sinclair/typebox";
import { Money, OneOf } from "../lib/shape.ts";
import { SHIPMENT_STATUSES } from "../orders/schema.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));

const ExchangeItem = Type.Object({
  id: Text(),
  quantity: Type.Optional(Type.Number()),
  variant: Type.Optional(
    Type.Object({
      name: Text(),
      externalId: Text(),
      sku: Text(),
      weight: Type.Optional(Type.Object({ kg: Type.Number() })),
    }),
  ),
  originalPrice: Type.Optional(Money),
  price: Type.Optional(Type.Object({ ...Money.properties, tax: Text() })),
  product: Type.Optional(Type.Object({ name: Text(), externalId: Text() })),
});

export const Exchange = Type.Object(
  {
    items: Type.Optional(Type.Array(ExchangeItem)),
    provision: Type.Optional(OneOf(["instant", "deferred"])),
    itemCount: Type.Optional(Type.Number()),
    order: Type.Optional(Type.Object({ externalId: Text() })),
    totalTax: Type.Optional(Money),
  },
  { title: "Exchange" },
);

export type Shipment = Static<typeof Shipment>;
export const Shipment = Type.Object(
  {
    carrier: Text(),
    status: Type.Optional(
      OneOf(SHIPMENT_STATUSES, { description: "Shown where it is written, left out where it is read." }),
    ),
    tracker: Text(),
    trackingUrl: Text(),
    postageLabel: Text(),
    formLabel: Text(),
    shipmentGroupId: Text(),
    itemIds: Type.Optional(Type.Array(Type.String())),
    externalLocationId: Text(),
    estimatedDeliveryDate: Text(),
    deliveredAt: Text(),
  },
  { title: "Shipment" },
);

export const Dropoff = Type.Object({
  shipmentGroupId: Text(),
  provider: Text(),
  qrCode: Text(),
  qrCodeUrl: Text(),
});

export const GiftCard = Type.Object({ amount: Money, code: Text(), externalId: Text() });
export const Tag = Type.Object({ name: Type.String(), source: Text() });

const Assessment = Type.Object({
  assignedUser: Type.Optional(
    Type.Object({ id: Text(), name: Text(), firstName: Text(), lastName: Text(), email: Text() }),
  ),
  responses: Type.Optional(Type.Array(Type.Object({ type: Type.String(), value: Type.String() }))),
});

export const itemAdditions = {
  grade: Text(),
  outcome: Text(),
  greenReturn: Type.Optional(Type.Boolean()),
  upc: Text(),
  productAdjustment: Text(),
  multipleChoiceQuestions: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
  ),
  assessments: Type.Optional(Type.Array(Assessment)),
};

export const Refund = Type.Object({ amount: Money, type: Type.String() });

/** What merchant and warehouse add to an item later. */
export type ReturnItemAdditions = Static<typeof ReturnItemAdditions>;
export const ReturnItemAdditions = Type.Object({ ...itemAdditions, refund: Type.Optional(Refund) });

const additions = {
  tags: Type.Optional(Type.Array(Tag)),
  giftCards: Type.Optional(Type.Array(GiftCard)),
  exchange: Type.Optional(Exchange),
  shipments: Type.Optional(Type.Array(Shipment)),
  dropoffs: Type.Optional(Type.Array(Dropoff)),
  internalCreatedByName: Text(),
  completeWithNoAction: Type.Optional(Type.Boolean()),
};

/** What merchant and warehouse add to a return later. */
export type ReturnAdditions = Static<typeof ReturnAdditions>;
export const ReturnAdditions = Type.Object(additions);

export type ReturnPatch = Static<typeof ReturnPatch>;
export const ReturnPatch = Type.Object(
  {
    ...additions,
    items: Type.Optional(
      Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), ...ReturnItemAdditions.properties })),
    ),
  },
  { title: "Return amendment" },
);
