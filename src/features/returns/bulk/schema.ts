import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Key, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { Status } from "../schema.ts";

/** Returns of a queue are counted up to this number. */
export const MAX_COUNTED = 10_000;
/** The maximum number of lines in a CSV file of returns. */
export const MAX_CSV_ROWS = 50_000;
/** A return in transit is overdue when it has not changed for this many days. */
export const OVERDUE_DAYS = 14;

export type ReturnQueue = Static<typeof ReturnQueue>;
export const ReturnQueue = Type.Object(
  {
    name: OneOf(["needs_review", "flagged", "delivered", "overdue"]),
    count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED }),
    isAtLeast: Type.Boolean({ description: `True when there are more than ${MAX_COUNTED}.` }),
    oldest: Nullable(
      DateTime({ description: "When the return that waits longest was last changed; null without returns." }),
    ),
    query: Type.String({
      description: "The query of *List returns* that has exactly these returns.",
      examples: ["status=needs_review"],
    }),
  },
  { title: "Return queue" },
);

export const ReturnQueues = Type.Object({ queues: Type.Array(ReturnQueue) }, { title: "Return queues" });

const MAX_IDS = 100;

export type StatusChanges = Static<typeof StatusChanges>;
export const StatusChanges = Type.Object(
  {
    ids: Type.Array(Key(), { minItems: 1, maxItems: MAX_IDS, description: "The ids of the returns." }),
    status: Status,
  },
  { title: "Status changes" },
);

export type StatusResult = Static<typeof StatusResult>;
export const StatusResult = Type.Object(
  {
    id: Type.String(),
    status: Type.Integer({
      description: "200, 404 or 409, as *Update a return's status* responds.",
      examples: [200],
    }),
    code: Type.Optional(Type.String({ description: "The error code, unless the status is 200." })),
    detail: Type.Optional(Type.String()),
    allowed: Type.Optional(
      Type.Array(Status, { description: "With 409: the statuses that the return can change to." }),
    ),
  },
  { title: "Status result" },
);

export const StatusResults = Type.Object({ results: Type.Array(StatusResult) }, { title: "Status results" });
