import { type Static, Type } from "@sinclair/typebox";
import { Count, DateTime, field, Maybe, Nullable, Text } from "../../../lib/schema-types.ts";
import { LineDecision } from "../../policy/decision-schema.ts";
import { MAX_ITEMS, MAX_UNITS } from "../create/new-return-schema.ts";

export type EligibilityBody = Static<typeof EligibilityBody>;
export const EligibilityBody = Type.Object(
  {
    at: field(Maybe(DateTime()), "The moment to decide for; now by default.", "2026-03-20T10:00:00Z"),
    items: field(
      Maybe(
        Type.Array(
          Type.Object({
            lineItemId: field(
              Text({ minLength: 1 }),
              "The merchant's own id of the order's line.",
              "WEB-20418-1",
            ),
            quantity: field(Maybe(Count({ maximum: MAX_UNITS })), "How many pieces.", 1),
            reasonCode: field(
              Maybe(Text()),
              "The shopper's reason. Without one, rules with `reasonCodes` don't match.",
              "damaged",
            ),
          }),
          { maxItems: MAX_ITEMS },
        ),
      ),
      "What would be returned, and why; by default each line, without a reason.",
    ),
  },
  { title: "Eligibility input" },
);

export type Eligibility = Static<typeof Eligibility>;
export const Eligibility = Type.Object(
  {
    version: field(Nullable(Type.Integer()), "The policy's version; null without a policy.", 3),
    lines: field(Type.Array(LineDecision), "What the policy says, in the order of `items`, or of the lines."),
  },
  { title: "Eligibility" },
);
