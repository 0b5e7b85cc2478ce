import { type Static, Type } from "@sinclair/typebox";
import {
  Count,
  DateTime,
  Email,
  field,
  Key,
  Maybe,
  NonBlankText,
  Nullable,
  Text,
} from "../../lib/schema-types.ts";
import { ById } from "../../lib/shared-fields.ts";

const MAX_WITHDRAWN_ITEMS = 1_000;

const Item = () =>
  Type.Object({
    lineItemId: field(
      Key(),
      "The line: the merchant's id of it, or its SKU or title as the consumer knows it.",
      "WEB-20418-1",
    ),
    quantity: field(Count(), "How many pieces.", 1),
  });

const StatedItem = Type.Object({
  ...Item().properties,
  inReturn: Type.Optional(
    field(
      Type.Integer(),
      "How many of them are in the return; missing where none was to be made: late, or the order isn't known to be the consumer's.",
      1,
    ),
  ),
});

export type WithdrawalBody = Static<typeof WithdrawalBody>;
export const WithdrawalBody = Type.Object(
  {
    name: field(NonBlankText(200), "The consumer's name.", "Ada Byron"),
    order: field(NonBlankText(200), "What identifies the order, as the consumer has typed it.", "WEB-20418"),
    email: field(Email(), "Where the receipt is sent."),
    items: field(
      Maybe(Type.Array(Item(), { maxItems: MAX_WITHDRAWN_ITEMS })),
      "The units that the statement is about. Without any it is the whole order.",
    ),
    language: field(
      Maybe(Text({ maxLength: 35 })),
      "The language of the statement, such as `de` or `de-AT`; any other than those of the service is `en`.",
      "de",
    ),
    confirmed: field(
      Type.Literal(true),
      "Says that the consumer has seen the statement and has confirmed it in a second step.",
      true,
    ),
  },
  { title: "New withdrawal" },
);

const ComputedFrom = Type.Object(
  {
    days: field(Type.Integer(), "The days of the period.", 14),
    deliveredAt: field(
      Nullable(DateTime()),
      "When the last parcel was delivered; null while that is not known, and the period runs.",
    ),
    country: field(Nullable(Type.String()), "Where the order was shipped to, as in ISO 3166.", "DE"),
    region: field(
      Nullable(Type.String()),
      "The region of that address, as the shop has written it.",
      "Berlin",
    ),
    timeZone: field(
      Nullable(Type.String()),
      "The time zone of the country in which the last day ended; of several the last.",
      "Europe/Berlin",
    ),
    lastDay: field(Nullable(Type.String()), "The last day of the period in that time zone.", "2026-03-23"),
    movedFrom: field(
      Type.Array(
        Type.Object({
          day: field(Type.String(), "The day.", "2026-03-21"),
          reason: field(Type.String(), "`Saturday`, `Sunday`, or the name of a public holiday.", "Saturday"),
        }),
      ),
      "The days on which the period could not end.",
    ),
  },
  { title: "Withdrawal period" },
);

const confirmed = {
  id: field(Type.String(), "The id of the withdrawal.", "wdr_01m5zk7wq10000h2v8d3c6x9ty"),
  number: field(Type.Integer(), "The number on the receipt: 1, 2, 3 and so on in each store.", 17),
  statement: field(
    Type.String(),
    "The statement to the letter, as it is on the receipt; empty once the person was erased.",
    "To: Linen & Co\n\nI withdraw from the contract for the order WEB-20418.",
  ),
  at: field(
    DateTime(),
    "When it was received, to the second, with the offset of the country that the order was shipped to, else of the store's time zone.",
    "2026-03-10T14:03:21+01:00",
  ),
  receiptUrl: field(
    Type.String(),
    "The page of the receipt, which everyone who has the address can read for ever.",
    "https://returns.example.com/r/sto_01m5fk20v10000k3v8d2r6w9xz/receipts/8k2v0n5t7c1x9qdzr4hw3m6p",
  ),
  late: field(Type.Boolean(), "Whether it was received after the end of the period.", false),
  periodEnd: field(
    Nullable(DateTime()),
    "The first instant after the period; null while it runs without a known end, and if the order is not known.",
  ),
  computedFrom: field(
    Nullable(ComputedFrom),
    "What `periodEnd` follows from; null if the order is not known.",
  ),
  returnId: field(
    Nullable(Type.String()),
    "The return that was created of units that can still be returned; null for none.",
    "ret_01m5zk7wq10000h2v8d3c6x9ty",
  ),
};

export type WithdrawalCreated = Static<typeof WithdrawalCreated>;
export const WithdrawalCreated = Type.Object(
  { withdrawal: field(Type.Object(confirmed, { title: "Confirmed withdrawal" }), "The receipt.") },
  { title: "Created withdrawal" },
);

export type Withdrawal = Static<typeof Withdrawal>;
export const Withdrawal = Type.Object(
  {
    ...confirmed,
    createdAt: field(DateTime(), "When it was received, to the millisecond."),
    language: field(Type.String(), "The language of the statement.", "en"),
    name: field(Type.String(), "The name as it was typed; empty once the person was erased.", "Ada Byron"),
    email: field(
      Type.String(),
      "Where the receipt was sent; empty once the person was erased.",
      "ada@example.com",
    ),
    order: field(Type.String(), "The order as it was typed.", "WEB-20418"),
    orderId: field(
      Nullable(Type.String()),
      "The service's id of the order that has this number or id; null for none.",
      "ord_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    identified: field(
      Type.Boolean(),
      "Whether the order is the consumer's: a program of the shop has sent the statement, or its e-mail address is that of the order. Else no return is created.",
    ),
    items: field(
      Nullable(Type.Array(StatedItem)),
      "The units that the statement is about; null for the whole order.",
    ),
    unitsInOtherReturns: field(
      Nullable(Type.Integer()),
      "How many of the units that the statement is about are in other returns, whatever their status, and so not in its own; null where no return was to be made.",
      0,
    ),
    by: field(Type.String(), "The API client that has sent it; `shopper` for the store's page.", "Checkout"),
    byId: ById,
    erasedAt: field(Nullable(DateTime()), "When the person was erased; null if they were not."),
  },
  { title: "Withdrawal" },
);
