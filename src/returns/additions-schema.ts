import { type Static, Type } from "@sinclair/typebox";
import { asResponse, Text as BoundedText, MoneyInput, OneOf } from "../lib/schema-types.ts";
import { SHIPMENT_STATUSES } from "../orders/schema.ts";

/** The most units that are counted of anything that is exchanged. */
const MAX_EXCHANGED = 1_000_000;
const MAX_WEIGHT_KG = 1_000_000;

const Text = (options: object = {}) => Type.Optional(BoundedText(options));
const Decimal = (maximum: number) => Type.Number({ minimum: 0, maximum });

const GivenExchangeItem = Type.Object({
  id: Text(),
  quantity: Type.Optional(Decimal(MAX_EXCHANGED)),
  variant: Type.Optional(
    Type.Object({
      name: Text(),
      externalId: Text(),
      sku: Text(),
      weight: Type.Optional(Type.Object({ kg: Decimal(MAX_WEIGHT_KG) })),
    }),
  ),
  originalPrice: Type.Optional(MoneyInput),
  price: Type.Optional(Type.Object({ ...MoneyInput.properties, tax: Text() })),
  product: Type.Optional(Type.Object({ name: Text(), externalId: Text() })),
});

const GivenExchange = Type.Object(
  {
    items: Type.Optional(Type.Array(GivenExchangeItem, { maxItems: 250 })),
    provision: Type.Optional(OneOf(["instant", "deferred"])),
    itemCount: Type.Optional(Decimal(MAX_EXCHANGED)),
    order: Type.Optional(Type.Object({ externalId: Text() })),
    totalTax: Type.Optional(MoneyInput),
  },
  { title: "Exchange input" },
);

const GivenShipment = Type.Object(
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
    itemIds: Type.Optional(Type.Array(BoundedText(), { maxItems: 1_000 })),
    externalLocationId: Text(),
    estimatedDeliveryDate: Text(),
    deliveredAt: Text(),
  },
  { title: "Shipment input" },
);

const GivenDropoff = Type.Object({
  shipmentGroupId: Text(),
  provider: Text(),
  qrCode: Text(),
  qrCodeUrl: Text(),
});

const GivenGiftCard = Type.Object({ amount: MoneyInput, code: Text(), externalId: Text() });
const GivenTag = Type.Object({ name: BoundedText(), source: Text() });

const GivenAssessment = Type.Object({
  assignedUser: Type.Optional(
    Type.Object({ id: Text(), name: Text(), firstName: Text(), lastName: Text(), email: Text() }),
  ),
  responses: Type.Optional(
    Type.Array(Type.Object({ type: BoundedText(), value: BoundedText() }), { maxItems: 100 }),
  ),
});

const givenItemAdditions = {
  grade: Text(),
  outcome: Text(),
  greenReturn: Type.Optional(Type.Boolean()),
  upc: Text(),
  productAdjustment: Text(),
  multipleChoiceQuestions: Type.Optional(
    Type.Array(Type.Object({ question: BoundedText(), answer: BoundedText() }), { maxItems: 100 }),
  ),
  assessments: Type.Optional(Type.Array(GivenAssessment, { maxItems: 100 })),
};

const GivenRefund = Type.Object({ amount: MoneyInput, type: BoundedText() });

const givenAdditions = {
  tags: Type.Optional(Type.Array(GivenTag, { maxItems: 250 })),
  giftCards: Type.Optional(Type.Array(GivenGiftCard, { maxItems: 250 })),
  exchange: Type.Optional(GivenExchange),
  shipments: Type.Optional(Type.Array(GivenShipment, { maxItems: 250 })),
  dropoffs: Type.Optional(Type.Array(GivenDropoff, { maxItems: 250 })),
  internalCreatedByName: Text(),
  completeWithNoAction: Type.Optional(Type.Boolean()),
};

export type ReturnPatch = Static<typeof ReturnPatch>;
export const ReturnPatch = Type.Object(
  {
    ...givenAdditions,
    items: Type.Optional(
      Type.Array(
        Type.Object({
          id: BoundedText({ minLength: 1 }),
          ...givenItemAdditions,
          refund: Type.Optional(GivenRefund),
        }),
        { maxItems: 10_000 },
      ),
    ),
  },
  { title: "Return update" },
);

export const Exchange = asResponse(GivenExchange);
export type Shipment = Static<typeof Shipment>;
export const Shipment = asResponse(GivenShipment);
export const Dropoff = asResponse(GivenDropoff);
export const GiftCard = asResponse(GivenGiftCard);
export const Tag = asResponse(GivenTag);
export const Refund = asResponse(GivenRefund);
export const itemAdditions = asResponse(Type.Object(givenItemAdditions)).properties;

/** What merchant and warehouse add to an item later. */
export type ReturnItemAdditions = Static<typeof ReturnItemAdditions>;
const ReturnItemAdditions = Type.Object({ ...givenItemAdditions, refund: Type.Optional(GivenRefund) });

/** What merchant and warehouse add to a return later. */
export type ReturnAdditions = Static<typeof ReturnAdditions>;
const ReturnAdditions = Type.Object(givenAdditions);
