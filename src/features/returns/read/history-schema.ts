import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field } from "../../../lib/schema-types.ts";
import { ById } from "../../../lib/shared-fields.ts";
import { LineDecision } from "../../policy/decision-schema.ts";
import { Status } from "../schema.ts";

export type ReturnTransitions = Static<typeof ReturnTransitions>;
export const ReturnTransitions = Type.Object(
  {
    status: field(Status, "The status."),
    allowed: field(Type.Array(Status), "The statuses that the return can change to now.", [
      "delivered",
      "complete",
    ]),
  },
  { title: "Return transitions" },
);

const PolicyDecision = Type.Object(
  {
    version: field(Type.Integer(), "The policy's version.", 3),
    facts: field(
      Type.Record(Type.String(), Type.Unknown()),
      "What the decision rests on. Of tags and reasons it has those that the policy names.",
      { at: "2026-03-20T10:00:00.000Z", country: "GB" },
    ),
    lines: field(
      Type.Array(Type.Omit(LineDecision, ["reasons"], { title: "Kept line decision" })),
      "What the policy said of each item.",
    ),
  },
  { title: "Kept policy decision" },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntry = Type.Object(
  {
    from: field(Type.Union([Status, Type.Null()]), "The status before; null at the creation."),
    to: field(Status, "The status after."),
    at: field(DateTime(), "When the status changed."),
    by: field(Type.String(), "The API client's or the person's name.", "warehouse"),
    byId: ById,
    requestId: field(
      Type.String(),
      "The id of the request that did it.",
      "f60af0da-dffc-4b72-8376-f1def7ba2b38",
    ),
    reason: field(
      Type.Optional(Type.String()),
      "Why, in the words of the change; absent if it gave none.",
      "The item was worn.",
    ),
    policy: field(
      Type.Optional(PolicyDecision),
      "At the creation, in a store with a policy: what it said. It counted only if it was to be enforced, or a shopper has created the return.",
    ),
    erased: field(
      Type.Optional(Type.Boolean()),
      "True when the person was erased; the status stayed as it was.",
    ),
  },
  { title: "Status change" },
);

export const History = Type.Object({
  history: field(Type.Array(HistoryEntry), "The changes of status, oldest first."),
});
