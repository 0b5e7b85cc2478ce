import { type Static, Type } from "@sinclair/typebox";
import { ById, DateTime } from "../../lib/schema-types.ts";
import { Status } from "./schema.ts";

export type ReturnTransitions = Static<typeof ReturnTransitions>;
export const ReturnTransitions = Type.Object(
  {
    status: Status,
    allowed: Type.Array(Status, {
      description: "The statuses that the return can change to now.",
      examples: [["delivered", "complete"]],
    }),
  },
  { title: "Return transitions" },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryEntry = Type.Object(
  {
    from: Type.Union([Status, Type.Null()]),
    to: Status,
    at: DateTime(),
    by: Type.String({ description: "The API client's or the person's name." }),
    byId: ById(),
    requestId: Type.String(),
    erased: Type.Optional(
      Type.Boolean({ description: "True when the person was erased; the status stayed as it was." }),
    ),
  },
  { title: "Status change" },
);
