import { type Static, Type } from "@sinclair/typebox";
import { asResponse, Text as BoundedText, Maybe, MoneyInput, OneOf } from "../../lib/schema-types.ts";
import { SHIPMENT_STATUSES } from "../orders/schema.ts";

/** The maximum quantity of an exchange item. */
const MAX_EXCHANGED = 1_000_000;
const MAX_WEIGHT_KG = 1_000_000;
/** Two for each of the units that the warehouse API shows. */
const MAX_ASSESSMENTS = 20_000;
export const MAX_ANSWER_CHARACTERS = 65_535;

const Text = (options: object = {}) => Type.Optional(BoundedText(options));
const Decimal = (maximum: number) => Type.Number({ minimum: 0, maximum });

const exchangeItem = {
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
};

const exchange = {
  items: Type.Optional(Type.Array(Type.Object(exchangeItem), { maxItems: 250 })),
  provision: Type.Optional(OneOf(["instant", "deferred"])),
  itemCount: Type.Optional(Decimal(MAX_EXCHANGED)),
  order: Type.Optional(Type.Object({ externalId: Text() })),
  totalTax: Type.Optional(MoneyInput),
};

const Whole = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: MAX_EXCHANGED }));

/** What is stored may have fractions of units; new quantities are whole. */
const ExchangeInput = Type.Object(
  {
    ...exchange,
    items: Type.Optional(Type.Array(Type.Object({ ...exchangeItem, quantity: Whole(1) }), { maxItems: 250 })),
    itemCount: Whole(0),
  },
  { title: "Exchange input" },
);

const ShipmentInput = Type.Object(
  {
    carrier: Text(),
    status: Type.Optional(
      OneOf(SHIPMENT_STATUSES, { description: "Present in responses to writes, absent from reads." }),
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

const DropoffInput = Type.Object({
  shipmentGroupId: Text(),
  provider: Text(),
  qrCode: Text(),
  qrCodeUrl: Text(),
});

const GiftCardInput = Type.Object({ amount: MoneyInput, code: Text(), externalId: Text() });
const TagInput = Type.Object({ name: BoundedText(), source: Text() });

const AssessmentInput = Type.Object({
  assignedUser: Type.Optional(
    Type.Object({ id: Text(), name: Text(), firstName: Text(), lastName: Text(), email: Text() }),
  ),
  responses: Type.Optional(
    Type.Array(
      Type.Object({ type: BoundedText(), value: BoundedText({ maxLength: MAX_ANSWER_CHARACTERS }) }),
      { maxItems: 100 },
    ),
  ),
});

const ItemExchangeInput = Type.Object(
  {
    product: Type.Optional(Type.Object({ externalId: Text(), name: Text() })),
    quantity: Whole(1),
    variant: Type.Optional(Type.Object({ externalId: Text(), name: Text() })),
  },
  { title: "Return item exchange input" },
);

const itemAdditionsInput = {
  exchangeItem: Type.Optional(ItemExchangeInput),
  externalReturnLineItemId: Text(),
  grade: Text(),
  outcome: Text(),
  greenReturn: Type.Optional(Type.Boolean()),
  upc: Text(),
  productAdjustment: Text(),
  multipleChoiceQuestions: Type.Optional(
    Type.Array(Type.Object({ question: BoundedText(), answer: BoundedText() }), { maxItems: 100 }),
  ),
  assessments: Type.Optional(Type.Array(AssessmentInput, { maxItems: MAX_ASSESSMENTS })),
};

const RefundInput = Type.Object({
  amount: MoneyInput,
  type: BoundedText({
    description:
      "`store_credit` and `gift_card` count as store credit, `exchange` as exchange, any other as refund.",
  }),
});

const additionsInput = {
  tags: Type.Optional(Type.Array(TagInput, { maxItems: 250 })),
  giftCards: Type.Optional(Type.Array(GiftCardInput, { maxItems: 250 })),
  exchange: Type.Optional(Type.Object(exchange, { title: "Exchange" })),
  shipments: Type.Optional(Type.Array(ShipmentInput, { maxItems: 250 })),
  dropoffs: Type.Optional(Type.Array(DropoffInput, { maxItems: 250 })),
  internalCreatedByName: Text(),
  completeWithNoAction: Type.Optional(Type.Boolean()),
};

export type ReturnPatch = Static<typeof ReturnPatch>;
export const ReturnPatch = Type.Object(
  {
    ...additionsInput,
    exchange: Maybe(ExchangeInput),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          id: BoundedText({ minLength: 1 }),
          ...itemAdditionsInput,
          exchangeItem: Maybe(ItemExchangeInput),
          externalReturnLineItemId: Maybe(BoundedText()),
          grade: Maybe(BoundedText()),
          outcome: Maybe(BoundedText()),
          refund: Maybe(RefundInput),
        }),
        { maxItems: 10_000 },
      ),
    ),
  },
  { title: "Return update" },
);

export const Exchange = asResponse(Type.Object(exchange, { title: "Exchange input" }));
export type Shipment = Static<typeof Shipment>;
export const Shipment = asResponse(ShipmentInput);
export const Dropoff = asResponse(DropoffInput);
export const GiftCard = asResponse(GiftCardInput);
export const Tag = asResponse(TagInput);
export const Refund = asResponse(RefundInput);
export const itemAdditions = asResponse(Type.Object(itemAdditionsInput)).properties;

/** What the merchant and the warehouse add to an item after its creation. */
export type ReturnItemAdditions = Static<typeof ReturnItemAdditions>;
const ReturnItemAdditions = Type.Object({ ...itemAdditionsInput, refund: Type.Optional(RefundInput) });

/** What the merchant and the warehouse add to a return after its creation. */
export type ReturnAdditions = Static<typeof ReturnAdditions>;
const ReturnAdditions = Type.Object(additionsInput);
