import { type Static, Type } from "@sinclair/typebox";
import { asResponse, Text as BoundedText, field, Maybe, MoneyInput, OneOf } from "../../lib/schema-types.ts";
import { SHIPMENT_STATUSES } from "../orders/fulfillment-schema.ts";
import { ExchangeInput, ItemExchangeInput, StoredExchange } from "./exchange-schema.ts";

/** Two for each of the units that the warehouse API shows. */
const MAX_ASSESSMENTS = 20_000;
export const MAX_ANSWER_CHARACTERS = 65_535;

const Text = (options: object = {}) => Type.Optional(BoundedText(options));

const ShipmentInput = Type.Object(
  {
    carrier: field(Text(), "The carrier.", "Royal Mail"),
    status: field(
      Type.Optional(OneOf(SHIPMENT_STATUSES)),
      "Present in responses to writes, absent from reads.",
    ),
    tracker: field(Text(), "The tracking number.", "AB123456785GB"),
    trackingUrl: field(
      Text(),
      "The carrier's page about the parcel.",
      "https://carrier.example/1Z999AA10123456784",
    ),
    postageLabel: field(Text(), "The address of the postage label.", "https://labels.example/1Z999.pdf"),
    formLabel: field(
      Text(),
      "The address of the form to put into the parcel.",
      "https://labels.example/form.pdf",
    ),
    shipmentGroupId: field(Text(), "The merchant's own id of the parcel.", "parcel-1"),
    itemIds: field(
      Type.Optional(Type.Array(BoundedText(), { maxItems: 1_000 })),
      "The items in the parcel.",
      ["rit_01m5zk7wq10000h2v8d3c6x9ty"],
    ),
    externalLocationId: field(
      Text(),
      "The merchant's own id of the location that the parcel goes to.",
      "wh-1",
    ),
    estimatedDeliveryDate: field(Text(), "When the parcel is expected.", "2026-03-04"),
    deliveredAt: field(Text(), "When the parcel arrived.", "2026-03-04T11:20:00.000Z"),
  },
  { title: "Shipment input" },
);

const DropoffInput = Type.Object({
  shipmentGroupId: field(Text(), "The merchant's own id of the parcel.", "parcel-1"),
  provider: field(Text(), "The commerce platform or service.", "shopify"),
  qrCode: field(Text(), "The content of the code to show there.", "QR-1Z999"),
  qrCodeUrl: field(Text(), "The address of the picture of the code.", "https://labels.example/qr.png"),
});

const GiftCardInput = Type.Object({
  amount: field(MoneyInput, "What the card is worth."),
  code: field(Text(), "The card's code.", "GIFT-7Q2X"),
  externalId: field(Text(), "The merchant's own id of the card.", "gc-17"),
});
const TagInput = Type.Object({
  name: field(BoundedText(), "The word.", "inspected"),
  source: field(Text(), "Where the word comes from.", "warehouse"),
});

const AssessmentInput = Type.Object({
  assignedUser: field(
    Type.Optional(
      Type.Object({
        id: field(Text(), "The person's id.", "17"),
        name: field(Text(), "The person's name.", "Kim Sato"),
        firstName: field(Text(), "The first name.", "Ada"),
        lastName: field(Text(), "The last name.", "Byron"),
        email: field(
          Text(),
          "The e-mail address. It is unique per store, and compared without case.",
          "ada@example.com",
        ),
      }),
    ),
    "Who inspected it.",
  ),
  responses: field(
    Type.Optional(
      Type.Array(
        Type.Object({
          type: field(BoundedText(), "The kind of finding.", "short_text"),
          value: field(BoundedText({ maxLength: MAX_ANSWER_CHARACTERS }), "The finding.", "Seam torn"),
        }),
        { maxItems: 100 },
      ),
    ),
    "The findings.",
  ),
});

const itemAdditionsInput = {
  exchangeItem: field(Type.Optional(ItemExchangeInput), "What the customer gets instead of the item."),
  externalReturnLineItemId: field(Text(), "The id of the item in your own system of returns.", "rma-17-1"),
  grade: field(Text(), "The condition that the warehouse found.", "A"),
  outcome: field(
    Text(),
    "What happens to the item. `restock`, in any case, puts its units back into stock.",
    "restock",
  ),
  greenReturn: field(Type.Optional(Type.Boolean()), "Whether the customer may keep the item."),
  upc: field(Text(), "The bar code of the product.", "036000291452"),
  productAdjustment: field(Text(), "By how much the value was adjusted, as a decimal string.", "0.00"),
  multipleChoiceQuestions: field(
    Type.Optional(
      Type.Array(
        Type.Object({
          question: field(BoundedText(), "The question.", "Was it worn?"),
          answer: field(BoundedText(), "The response.", "No"),
        }),
        { maxItems: 100 },
      ),
    ),
    "What the customer was asked.",
  ),
  assessments: field(
    Type.Optional(Type.Array(AssessmentInput, { maxItems: MAX_ASSESSMENTS })),
    "What was found when the item was inspected.",
  ),
};

const RefundInput = Type.Object({
  amount: field(MoneyInput, "The amount."),
  type: field(
    BoundedText(),
    "`store_credit` and `gift_card` count as store credit, `exchange` as exchange, any other as refund.",
    "refund",
  ),
});

const additionsInput = {
  tags: field(Type.Optional(Type.Array(TagInput, { maxItems: 250 })), "Words of the merchant's own."),
  giftCards: field(
    Type.Optional(Type.Array(GiftCardInput, { maxItems: 250 })),
    "The gift cards that the customer gets.",
  ),
  exchange: Type.Optional(StoredExchange),
  shipments: field(
    Type.Optional(Type.Array(ShipmentInput, { maxItems: 250 })),
    "The parcels that bring the return back.",
  ),
  dropoffs: field(
    Type.Optional(Type.Array(DropoffInput, { maxItems: 250 })),
    "Where the customer can hand in the parcel.",
  ),
  internalCreatedByName: field(Text(), "Who created the return in the merchant's team.", "Kim Sato"),
  completeWithNoAction: field(
    Type.Optional(Type.Boolean()),
    "Whether it was completed without a refund or exchange.",
  ),
};

export type ReturnPatch = Static<typeof ReturnPatch>;
export const ReturnPatch = Type.Object(
  {
    ...additionsInput,
    exchange: field(Maybe(ExchangeInput), "What the customer gets instead."),
    items: field(
      Type.Optional(
        Type.Array(
          Type.Object({
            id: field(BoundedText({ minLength: 1 }), "The item's id.", "rit_01m5zk7wq10000h2v8d3c6x9ty"),
            ...itemAdditionsInput,
            exchangeItem: field(Maybe(ItemExchangeInput), "What the customer gets instead of the item."),
            externalReturnLineItemId: field(
              Maybe(BoundedText()),
              "The id of the item in your own system of returns.",
              "rma-17-1",
            ),
            grade: field(Maybe(BoundedText()), "The condition that the warehouse found.", "A"),
            outcome: field(
              Maybe(BoundedText()),
              "What happens to the item. `restock`, in any case, puts its units back into stock.",
              "restock",
            ),
            refund: field(Maybe(RefundInput), "What the customer gets back."),
          }),
          { maxItems: 10_000 },
        ),
      ),
      "The lines.",
    ),
  },
  { title: "Return update" },
);

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

/** What the merchant and the warehouse add to a return after its creation, and the withdrawal that has made it. */
export type ReturnAdditions = Static<typeof ReturnAdditions>;
const ReturnAdditions = Type.Object({
  ...additionsInput,
  withdrawalId: Type.Optional(Type.String()),
  editedAt: Type.Optional(Type.String()),
  statusReason: Type.Optional(Type.String()),
});
