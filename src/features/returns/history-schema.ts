import { type Static, Type } from "@sinclair/typebox";
import { ById, DateTime, field } from "../../lib/schema-types.ts";
import { Status } from "./schema.ts";

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

export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntry = Type.Object(
  {
    from: field(Type.Union([Status, Type.Null()]), "The status before; null at the creation."),
    to: field(Status, "The status after."),
    at: field(DateTime(), "When the status changed."),
    by: field(Type.String(), "The API client's or the person's name.", "warehouse"),
    byId: ById(),
    requestId: field(
      Type.String(),
      "The id of the request that did it.",
      "d06a18a7-adb3-4de6-839a-fded8a7e00d4",
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
