import { type Static, Type } from "@sinclair/typebox";
import { asResponse, DateTime, field, Nullable, OneOf } from "../../lib/schema-types.ts";
import { Bonus, Fee, NEEDS, OUTCOMES } from "./schema.ts";

const Fact = (description: string, value: string) =>
  field(
    Nullable(
      Type.Object({
        name: field(
          Type.String(),
          "`delivered`, `fulfilled`, `ordered`, `at` (the moment of the decision), or a field of `when`.",
          "delivered",
        ),
        value: field(Nullable(Type.String()), "Null where it isn't known, or can be any other.", value),
      }),
    ),
    description,
  );

const Because = Type.Object(
  {
    rule: field(Nullable(Type.String()), "JSON pointer to what decided; null without a rule.", "/rules/0"),
    version: field(Nullable(Type.Integer()), "The policy's version; null without one.", 3),
    fact: Fact("What it rests on.", "2026-03-05T14:02:00.000Z"),
    change: Fact("What has to be different for another decision.", "2026-04-04T22:00:00.000Z"),
    text: field(Nullable(Type.String()), "The rule's text.", "Sale items can't be returned."),
  },
  { title: "Reason of a decision" },
);

const answer = {
  eligible: field(Type.Boolean(), "Whether the policy lets it be returned at this moment."),
  until: field(
    Nullable(DateTime()),
    "The first instant after the last day; null is for ever.",
    "2026-04-04T22:00:00.000Z",
  ),
  atLeast: field(
    Type.Optional(Type.Literal(true)),
    "The line isn't delivered or fulfilled yet, so `until` may become later. It is eligible even if that has passed.",
  ),
  outcomes: field(Type.Array(OneOf(OUTCOMES)), "What the shopper may choose to get.", ["refund"]),
  fee: field(Nullable(asResponse(Fee)), "The fee as the policy has it; null is none."),
  bonus: field(Nullable(asResponse(Bonus)), "The bonus for store credit; null is none."),
  label: field(OneOf(["merchant", "shopper"]), "Who pays the parcel back."),
  keepItem: field(Type.Boolean(), "Whether the shopper keeps the item."),
  review: field(Type.Boolean(), "Whether people look at the return first."),
  because: field(Because, "What decided whether it may be returned."),
};

/** What a policy says about a line with one reason. */
export type LineAnswer = Static<typeof LineAnswer>;
const LineAnswer = Type.Object(answer);

export type OfferedReason = Static<typeof OfferedReason>;
const OfferedReason = Type.Object(
  {
    code: field(Type.String(), "The reason's code.", "damaged"),
    texts: field(Type.Record(Type.String(), Type.String()), "What the shopper reads, by language.", {
      en: "It arrived damaged",
    }),
    needs: field(Type.Array(OneOf(NEEDS)), "What the shopper must add.", ["photo"]),
    changes: field(
      Type.Partial(
        Type.Object({ ...answer, atLeast: field(Type.Boolean(), "Whether `until` may become later.") }),
        {
          title: "Decision changes",
        },
      ),
      "What of the decision is different with this reason.",
    ),
  },
  { title: "Offered reason" },
);

export type LineDecision = Static<typeof LineDecision>;
export const LineDecision = Type.Object(
  {
    lineItemId: field(Type.String(), "The merchant's own id of the line.", "WEB-20418-1"),
    returnable: field(Type.Integer(), "The units that are in no return yet, whatever the policy says.", 2),
    ...answer,
    reasons: field(Type.Array(OfferedReason), "The reasons that the shopper may choose for this line."),
  },
  { title: "Line decision" },
);
